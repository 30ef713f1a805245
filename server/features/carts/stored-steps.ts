import type { CartStep } from "#contract/carts/sequences.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import type { RichDocument } from "#contract/document/document.ts";
import type { StoredCartStep } from "#server/database/schema/carts.ts";

/** A text as it is stored: a document, or plain text of before there were any. The one place that knows of both. */
export const storedContent = ({
  content,
  body,
}: {
  content?: RichDocument | null;
  body?: string | null;
}): RichDocument => content ?? documentOfText(body ?? "");

/** A mail of a sequence, however its text is stored. */
export const stepOf = ({ delayMinutes, subject, couponPercent, ...text }: StoredCartStep): CartStep => ({
  delayMinutes,
  subject,
  content: storedContent(text),
  couponPercent,
});
