import { z } from "zod";
import type { RichDocument } from "./document.ts";
import { mailPlaceholderProblem } from "./mail-placeholders.ts";
import {
  bioLimits,
  blockLimits,
  descriptionLimits,
  type DocumentLimits,
  longTextLimits,
  mailLimits,
  postLimits,
  readDocument,
  taskLimits,
} from "./read-document.ts";

/** A document of rich text in a call: read by the table of nodes, so that what handlers get holds nothing else. */
export const richText = (limits: DocumentLimits) =>
  z
    .custom<object>((value) => typeof value === "object")
    .transform((value, context): RichDocument => {
      const read = readDocument(value, limits);
      if ("document" in read) return read.document;
      context.addIssue({ code: "custom", message: read.problem });
      return z.NEVER;
    });

export const RichText = richText(descriptionLimits);
export const BioRichText = richText(bioLimits);
export const LongRichText = richText(longTextLimits);
export const BlockRichText = richText(blockLimits);
export const PostRichText = richText(postLimits);
export const TaskRichText = richText(taskLimits);
/** A mail's text; placeholders that nobody would fill in are refused. */
export const MailRichText = richText(mailLimits).superRefine((document, context) => {
  const problem = mailPlaceholderProblem(document);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});
