/** What buyers of each product of the demo store say, by the stars they gave. No sentence comes twice. */
export const REVIEW_TEXTS: Readonly<Record<string, Record<4 | 5, readonly string[]>>> = {
  "brand-design-course": {
    5: [
      "I rewrote my last brief after the second lesson and found the question I should have asked.",
      "Short lessons and one real project. I presented my first full identity with it.",
      "The module on presenting paid for the course.",
      "I finally stopped showing clients six logos.",
      "The feedback exercise alone changed how I run a first call.",
      "Finished it in two weekends and went back to the grid lesson three times since.",
      "She explains why, not just how. My guidelines are half as long now and people use them.",
      "Worked through it with a real client. They signed off in one round.",
    ],
    4: [
      "Very clear. I would have liked one more lesson on type.",
      "Calm, practical and honest. Some videos could be longer.",
      "Great structure. The worksheets assume you work alone, I have a team of three.",
      "Solid from start to finish, though I knew most of module one.",
    ],
  },
  "pricing-playbook": {
    5: [
      "Said the number out loud, waited, and they nodded.",
      "Sent three options the next morning. They took the middle one.",
      "Raised my day rate the same week and lost nobody.",
      "The email for when a client asks for a discount is worth the price.",
      "I had been charging by the hour for nine years. Not anymore.",
      "Read it on a train and rewrote my proposal before I got home.",
      "Made the money talk feel normal.",
      "The chapter on scope saved me from a very bad retainer.",
      "Short, direct and no hype.",
      "My first quote over ten thousand. Accepted.",
    ],
    4: [
      "Useful and to the point.",
      "Good. I had to adapt the tax examples to my country.",
      "I wanted more on retainers, but the three-option template is great.",
      "Clear advice, a bit short for the price.",
      "Helpful for project work, less so for product design.",
    ],
  },
  "studio-circle": {
    5: [
      "The only group where people say what they charge.",
      "The monthly critique alone keeps me here.",
      "I asked about a late payer at noon and had five good answers by three.",
      "Feels like having colleagues again.",
    ],
    4: [
      "Lovely people. The calls are late in my time zone.",
      "Worth it. I wish there were two critiques a month.",
      "Quiet in the summer, very good the rest of the year.",
    ],
  },
  "studio-os-templates": {
    5: [
      "Used it the same evening.",
      "The handover checklist means I stopped forgetting font licenses.",
      "Plain files that open everywhere. Exactly what was promised.",
      "Replaced four tools and a pile of sticky notes.",
      "Our new hire was up to speed in a day.",
      "The onboarding form gets better answers than my calls did.",
    ],
    4: [
      "Good. I adapted two of the pages to my country's rules.",
      "Well made, took me an afternoon to move everything over.",
      "I only use half of it, and that half is excellent.",
    ],
  },
  "brand-board-kit": {
    5: [
      "Clients finally see the whole picture on one page.",
      "Made a board in twenty minutes that used to take me a morning.",
      "The layouts hold up with real, messy logos.",
      "Clean layers, sensible names.",
    ],
    4: ["Nice set. One more landscape layout and it is perfect.", "Does what it says. Fonts are up to you."],
  },
  "portfolio-review": {
    5: [
      "An hour that saved me a month of moving projects around.",
      "Kind, and did not spare me. I cut four projects.",
      "Got two interviews with the new order of case studies.",
    ],
    4: ["Very good advice. An hour is short, so come prepared."],
  },
  "pricing-workshop": { 5: [], 4: [] },
  "brand-identity-audit": {
    5: [
      "Twelve pages that we still go through every Monday.",
      "She saw in a day what we had argued about for a year.",
    ],
    4: ["Thorough and fair. The call was the best part."],
  },
  "grid-notebook": {
    5: [
      "Lies flat, takes ink, looks good on the table.",
      "The grid is light enough to forget.",
      "On my third one.",
      "Arrived fast and well packed.",
    ],
    4: ["Lovely paper. A second ribbon would be nice.", "Great for sketching. The pocket is a bit tight."],
  },
  "red-flags-checklist": {
    5: [
      "Free, and it talked me out of a terrible project.",
      "Number seven describes my last client exactly.",
      "One page, no fluff. It hangs next to my screen.",
      "I send this to every student of mine.",
      "Two minutes to read, months saved.",
    ],
    4: ["Handy. Some points are obvious, some really are not.", "Good reminder before a first call."],
  },
  "studio-starter-kit": {
    5: ["Three things that fit together. I opened all of them on the same afternoon."],
    4: ["A good start for a new studio. I had one of the three already."],
  },
};

/** What the creator of the demo store answers, by the stars she got. */
export const REVIEW_ANSWERS: Record<4 | 5, readonly string[]> = {
  5: [
    "Thank you! That is exactly what I made it for.",
    "This made my morning. Send me what you make with it.",
    "So glad it helped. Thank you for writing it down.",
  ],
  4: [
    "Thank you, that is fair. It is on my list for the next round.",
    "Good point, and thank you for saying so.",
  ],
};
