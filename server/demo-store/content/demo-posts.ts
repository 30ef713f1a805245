export type DemoPost = {
  title: string;
  /** Markdown. */
  content: string;
  /** Days before the seeding; null is a draft. */
  daysAgo: number | null;
  /** The product whose cover is its image. */
  imageOf?: string;
  attachment?: { fileName: string; text: string };
};

/** What Maya writes for The Studio Circle, the oldest first. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    title: "Welcome to the circle. Start here",
    daysAgo: 84,
    content: `I am glad you are in. Three things make this place useful, and none of them takes long.

1. **Show something unfinished.** The rougher it is, the better the critique. Finished work only gets compliments.
2. **Say a number.** Every month we share one price that we quoted, and what came of it.
3. **Come once, even if you say nothing.** The second time is easier.

The live critique is on the first Thursday of each month. Reply to any mail of mine if the time does not work where you live.`,
  },
  {
    title: "This month's template: the brand board",
    daysAgo: 31,
    imageOf: "brand-board-kit",
    content: `I redrew the board that I send after every first presentation. It now fits on one page, which is the whole point of it.

## How I use it

- One mark, two colours, one typeface. If it needs more, the idea is not there yet.
- Next to each choice stands **the sentence from the brief** that it answers.
- It goes out on the evening of the presentation, while they still remember the room.

> "It was the first time that a designer showed us why, and not only what."

That sentence came from a bakery in Malmö. They signed the next morning.`,
  },
  {
    title: "Twelve questions for a better critique",
    daysAgo: 9,
    attachment: {
      fileName: "twelve-critique-questions.txt",
      text: `TWELVE QUESTIONS FOR A BETTER CRITIQUE
The Studio Circle, Maya Lindqvist

Before you look
 1. What was the brief, in one sentence?
 2. Who has to say yes to this?
 3. What are you unsure about?

While you look
 4. What do you see first? And second?
 5. What could go, and nobody would miss it?
 6. Where does it look like somebody else's work?
 7. What happens to it in one colour, and at 16 pixels?
 8. Which choice can you not explain?

Afterwards
 9. What will you try before you sleep?
10. What stays as it is, whatever we said?
11. Who else should see it before the client does?
12. What would you charge for this if it were the third time you made it?
`,
    },
    content: `Last Thursday we looked at five projects in ninety minutes, and the best moments came from questions rather than from opinions. So I wrote the questions down.

Print the page, put it next to your screen, and ask **three of them** before you send anything to a client. Number five has saved me more evenings than any tool I own.

The file is attached. Pass it on if you like, with its first two lines left in.`,
  },
  {
    title: "Next guest (not announced yet)",
    daysAgo: null,
    content: `Draft: ask Jonas whether the 14th works, then write two lines on how he prices packaging.`,
  },
];
