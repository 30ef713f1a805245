import { randomUUID } from "node:crypto";
import type { Quiz } from "#contract/courses/quiz.ts";

type Choices = readonly (readonly [text: string, correct?: true])[];

/** The quiz of the lesson about colours in print. */
export const PALETTE_QUIZ: Quiz = {
  neededPercent: 70,
  questions: [
    asked(
      "Which colours can a palette lose first when it is printed on uncoated paper?",
      [["The darkest ones"], ["The brightest, most saturated ones", true], ["Greys"], ["None of them"]],
      "Uncoated paper drinks the ink: saturated screen colours have no match in CMYK and go dull first.",
    ),
    asked(
      "What do you check before you promise a colour to a client?",
      [
        ["A proof on the paper that will be used", true],
        ["Its value in CMYK or as a spot colour", true],
        ["How it looks on your own phone alone"],
        ["Its contrast with the text that stands on it", true],
      ],
      "Paper, ink and contrast decide. Your phone shows you one screen of many.",
    ),
    asked(
      "How many colours does the palette of a small brand need?",
      [["As many as the designer likes"], ["One for each product"], ["A few with a job each", true]],
      "A colour without a job is used at random, and the brand looks different on every page.",
    ),
  ],
};

function asked(text: string, choices: Choices, explanation: string): Quiz["questions"][number] {
  return {
    id: randomUUID(),
    kind: choices.filter(([, correct]) => correct).length > 1 ? "MULTIPLE" : "SINGLE",
    text,
    explanation,
    choices: choices.map(([choice, correct = false]) => ({ id: randomUUID(), text: choice, correct })),
  };
}
