import type { DemoModule } from "./demo-course.ts";

export const LAUNCH_MODULE: DemoModule = {
  title: "Launch and get paid",
  lessons: [
    {
      slug: "present-to-decide",
      title: "Present so that clients decide",
      video: true,
      durationSeconds: 243,
      freePreview: false,
      keyPoints: [
        "Begin with the sentence they approved",
        "Show the street before the logo",
        "Say what each direction costs them",
        "Ask for a decision, with a date",
      ],
      contentMarkdown: `A presentation isn't a reveal. It is a **meeting that ends in a decision**, and you chair it.

## The order

1. The one line they approved. Wait for the nod.
2. The street, the shelf and the phone: where the brand has to win.
3. Direction by direction, **in use first**, the mark last.
4. What each direction gives, and what it costs.
5. Your recommendation. You are the expert; say it.

## Answers you will need

- *"Can we combine A and C?"* "Which part of A would you give up for it?"
- *"I'll show it to my partner."* "Let's call them in now; it takes ten minutes."
- *"Could you try blue?"* "Which job should blue do?"

## Your task

Rehearse out loud once. Cut a third.`,
    },
    {
      slug: "guidelines-people-open",
      title: "Write guidelines people open",
      video: false,
      durationSeconds: 210,
      freePreview: false,
      dripDays: 7,
      keyPoints: [],
      contentMarkdown: `Nobody opens eighty pages. Write **eight**, and put the files on the first one.

## The eight pages

1. Downloads, and whom to ask
2. The line, and what it rules out
3. The mark: three versions, one minimum size
4. Colour: jobs, shares, values
5. Type: two sizes of everything
6. Pictures: five that are right, two that are wrong
7. Words: how we say hello, sorry and no
8. One page of real things, all together

## Make it useful on Monday

Name the files so that a printer understands them: \`halden-mark-black-print.pdf\`, not \`final_v7_new.pdf\`. Test the document on the person who makes the flyers. Watch where they stop.

## Your task

Write page 7 first. It is the one that nobody else will write for them.`,
    },
    {
      slug: "hand-over-and-referral",
      title: "Hand over and ask for the referral",
      video: true,
      durationSeconds: 187,
      freePreview: false,
      keyPoints: [
        "Last invoice before the last file",
        "A thirty-minute call, one week after launch",
        "Ask for one name, not for a favour",
      ],
      contentMarkdown: `The end of a project is when the next one begins, or doesn't.

## Hand over

- Final invoice is paid, **then** the working files go out. Your agreement says so; nobody is surprised.
- One archive, one read-me, one hour of questions included.
- Book a call for a week after launch, while you are still in the room.

## The referral

On that call, ask what has changed so far. When they tell you something good, say:

> "I'd like to do this for one more company like yours this year. Who comes to mind?"

One name. Then ask whether you may mention them. That sentence has brought me more work than my portfolio.

## Your task

Put the call into your calendar **before** you start the project. Congratulations, you are done.`,
    },
  ],
};
