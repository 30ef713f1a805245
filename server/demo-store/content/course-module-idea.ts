import type { DemoModule } from "./demo-course.ts";

export const IDEA_MODULE: DemoModule = {
  title: "Find the idea",
  lessons: [
    {
      slug: "how-this-course-works",
      title: "How this course works",
      video: true,
      durationSeconds: 75,
      freePreview: true,
      keyPoints: [
        "One real project, start to finish",
        "Three modules: idea, identity, launch",
        "Do the task after each lesson",
      ],
      contentMarkdown: `We follow **one project** all the way through: Halden, a small bakery that outgrew its first logo. You see what I asked, what I drew, what I threw away and what I sent the invoice for.

Each lesson is short and ends with a task. Do the task on a project of your own before you go on. If you have none, redesign a shop on your street.

## What you need

- Paper and a pen that you like
- Any drawing program
- One hour a week that nobody can book

> The course works in any order, but the first module pays for the other two.`,
    },
    {
      slug: "read-the-brief",
      title: "Read the brief like a designer",
      video: true,
      durationSeconds: 254,
      freePreview: true,
      keyPoints: [
        "A brief lists wishes; you look for a decision",
        "Underline every word that could mean two things",
        "Ask what happens if nothing changes",
        "End with one sentence the work must prove",
      ],
      contentMarkdown: `A brief is a list of wishes. Somewhere in it hides **one decision** that the client has not made yet, and the whole project depends on it.

## Three passes

1. **Read it once without a pen.** What do they sound afraid of?
2. **Underline the elastic words.** *Modern*, *premium*, *fresh* and *timeless* each mean at least two things.
3. **Write down what is missing.** Who says yes? By when? What happens if nothing changes?

Halden's brief asked for something "more modern, but still cosy". The decision underneath: are they a neighbourhood bakery with two shops, or a brand that supermarkets could carry?

## Your task

Take your last brief and find its hidden decision. Write it as a question that can be answered with *either* or *or*.`,
    },
    {
      slug: "interview-the-client",
      title: "Interview the client",
      video: false,
      durationSeconds: 300,
      freePreview: false,
      keyPoints: [],
      contentMarkdown: `Forty minutes of good questions save two rounds of revisions. Ask about **events**, not opinions: people remember what they did better than why they did it.

## Questions that work

- Tell me about the last customer you were happy to lose.
- What did you try before you wrote to me?
- Who in the company will dislike the new brand, and are they right?
- If this goes well, what will you be able to do in a year that you can't do now?
- Which brand outside your field makes you a little jealous?

## Questions to leave out

| Instead of | Ask |
| --- | --- |
| Which colours do you like? | Where will people see this first? |
| Who is your target group? | Describe the last three people who paid you. |
| What's your budget? | What would it cost you to wait another year? |

## Your task

Run the interview. Record it if they agree, and write down the **three sentences in their own words** that you would print on a wall.`,
    },
    {
      slug: "one-line-strategy",
      title: "Write the one-line strategy",
      video: true,
      durationSeconds: 212,
      freePreview: false,
      keyPoints: [
        "For whom, against what, with which proof",
        "One line, no commas you would have to defend",
        "If a rival could sign it, start again",
      ],
      contentMarkdown: `A strategy that needs a slide deck is a mood. Yours fits on **one line**, and everyone in the room can repeat it at lunch.

## The form

> For *people who*, we are the *thing* that *difference*, because *proof*.

Halden's line: "For people who plan their morning around breakfast, Halden is the bakery that opens before you do, because the ovens run all night."

## Test it

- Could a competitor sign it? Then it says nothing.
- Does it rule something out? Good.
- Can you draw it? You are about to.

## Your task

Write ten versions in ten minutes. Sleep. Cross out eight.`,
    },
  ],
};
