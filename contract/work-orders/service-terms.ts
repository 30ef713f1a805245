import { z } from "zod";
import { oneLine } from "#contract/values.ts";
import { briefQuestionKinds, mostBriefQuestions, mostChoices } from "./brief-limits.ts";

/** Names a question among those of its brief. */
export const QuestionId = z.string().regex(/^[a-z0-9]{1,20}$/, "Use 1 to 20 letters or digits");

/** What a service's creator asks before they begin. Plain text. */
export const BriefQuestion = z
  .object({
    id: QuestionId,
    kind: z.enum(briefQuestionKinds),
    label: oneLine(200, "Write the question"),
    required: z.boolean(),
    /** Of a choice: what there is to choose from; of the others none. */
    choices: z
      .array(oneLine(100, "A choice is not empty"))
      .max(mostChoices, `At most ${mostChoices} choices`),
  })
  .refine(({ kind, choices }) => kind !== "CHOICE" || choices.length > 1, {
    path: ["choices"],
    message: "Write at least two choices",
  })
  .refine(({ choices }) => new Set(choices).size === choices.length, {
    path: ["choices"],
    message: "A choice stands here twice",
  })
  .refine(({ kind, choices }) => kind === "CHOICE" || choices.length === 0, {
    path: ["choices"],
    message: "Only a choice has choices",
  });
export type BriefQuestion = z.infer<typeof BriefQuestion>;

/** How a service is done: what its buyers are asked once they have paid, and when it is delivered. */
export const ServiceTerms = z.object({
  /** In so many days after the brief is sent; null: nothing is promised. */
  deliveryDays: z.int().min(1, "Between 1 and 365 days").max(365, "Between 1 and 365 days").nullable(),
  questions: z
    .array(BriefQuestion)
    .max(mostBriefQuestions, `At most ${mostBriefQuestions} questions`)
    .refine(
      (questions) => new Set(questions.map(({ id }) => id)).size === questions.length,
      "Two questions have one id",
    ),
});
export type ServiceTerms = z.infer<typeof ServiceTerms>;
