import type { AssignmentTask } from "#contract/courses/assignment.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";

/** The assignment of the lesson about marks in real places. */
export const WILD_ASSIGNMENT: AssignmentTask = {
  task: documentOfMarkdown(`Take **five photos** within a kilometre of a client's door, and put one of your directions into each.

Hand in:

- the photos, as one PDF or as pictures
- a sentence for each: what does the place ask of the mark?`),
  takesFiles: true,
  needsAnswer: true,
};

type Work = { text: string; answer: string };

/** What learners of the demo wrote, and what they were answered. */
export const DEMO_WORK: readonly [Work, ...Work[]] = [
  {
    text: "A bakery in the station. At 6 m the thin serif is gone, so direction B needs a heavier cut. On the paper bag it is the best of the three.",
    answer: "You saw it before the client did. Keep the heavier cut for everything under 20 mm.",
  },
  {
    text: "Five shop fronts on our street. Between the two pharmacies only the round version holds its own; the wordmark reads as a price tag.",
    answer: "Good eye. Show them the pharmacy picture first: it makes the decision for you.",
  },
  {
    text: "A tram stop, a van, a menu, a cap and a door. The one-colour version works in all five. The gradient does not survive the cap.",
    answer: "Then the gradient goes. One line in the guidelines is enough: one colour, always.",
  },
];
