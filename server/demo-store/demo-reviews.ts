import type { DemoProduct } from "./content/demo-products.ts";

/** What buyers of the demo store say, by the type of what they bought and the stars they gave. */
export const REVIEW_TEXTS: Record<DemoProduct["type"], Record<4 | 5, readonly string[]>> = {
  COURSE: {
    5: [
      "I rewrote my last brief after the second lesson and found the question I should have asked.",
      "Short lessons, one real project, and the tasks are the good part. Presented my first identity with it.",
      "The module on presenting paid for the course twice.",
    ],
    4: [
      "Very clear. I would have liked one more lesson on type.",
      "Calm, practical and honest. Some videos could be longer.",
    ],
  },
  DOWNLOAD: {
    5: [
      "Used it the same evening.",
      "Said the number out loud, waited, and they nodded. That is all I needed.",
      "Plain files that open everywhere. Exactly what was promised.",
      "Sent the three options the next morning, and they took the middle one.",
    ],
    4: ["Useful and to the point.", "Good. I adapted two of the pages to my country's rules."],
  },
  BUNDLE: {
    5: ["Three things that fit together. I opened all of them on the same afternoon."],
    4: ["A good start for a new studio. I had one of the three already."],
  },
  MEMBERSHIP: {
    5: ["The only group where people say what they charge.", "The monthly critique alone keeps me here."],
    4: [
      "Lovely people. The calls are late in my time zone.",
      "Worth it; I wish there were two critiques a month.",
    ],
  },
  BOOKING_LINK: {
    5: [
      "An hour that saved me a month of moving projects around.",
      "Kind, and did not spare me. Cut four projects.",
    ],
    4: ["Very good advice. An hour is short, so come prepared."],
  },
  EVENT: {
    5: ["I left with a quote that I sent the next day.", "Twenty people, and everyone got an answer."],
    4: ["Great session. Bring a real project or it stays theory."],
  },
  SERVICE: {
    5: [
      "Twelve pages that we still go through every Monday.",
      "She saw in a day what we had argued about for a year.",
    ],
    4: ["Thorough and fair. The call was the best part."],
  },
  PHYSICAL: {
    5: ["Lies flat, takes ink, looks good on the table.", "The grid is light enough to forget."],
    4: ["Lovely paper. A second ribbon would be nice."],
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
