import { z } from "zod";
import { placeholderProblem } from "#contract/social/placeholders.ts";
import { linesOf } from "./lines-of.ts";

/** Public replies as they are typed, one a line. */
export const publicRepliesText = z
  .string()
  .trim()
  .refine((text) => linesOf(text).length <= 10, "Use at most 10 texts")
  .refine(
    (text) => linesOf(text).every((line) => line.length <= 300),
    "Use at most 300 characters for each text",
  )
  .refine((text) => placeholderProblem(text) === undefined, {
    error: ({ input }) => placeholderProblem(String(input)),
  });
