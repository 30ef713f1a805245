import { z } from "zod";
import { multiLine, oneLine } from "#contract/values.ts";

export const mostQuestions = 20;

/** What buyers ask before they buy, and what they are answered. Plain text. */
export const ProductQuestion = z.object({
  question: oneLine(200, "Write the question"),
  answer: multiLine(2_000, "Write the answer"),
});
export type ProductQuestion = z.infer<typeof ProductQuestion>;
