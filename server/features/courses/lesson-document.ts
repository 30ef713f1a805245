import type { RichDocument } from "#contract/document/document.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";

/** A lesson's text as its row has it: a document, or Markdown of before there were any. */
export type StoredText = { content: string | null; contentDocument: RichDocument | null };

/** A lesson's text; null where it has none. The one place that knows of both ways in which it may be stored. */
export function lessonDocument({ content, contentDocument }: StoredText): RichDocument | null {
  const document = contentDocument ?? (content?.trim() ? documentOfMarkdown(content) : null);
  return document && !isBlank(document) ? document : null;
}

/** What is stored of a text that was written: nothing of Markdown is left. */
export const storedText = (document: RichDocument): StoredText => ({
  content: null,
  contentDocument: isBlank(document) ? null : document,
});

export const emptyDocument: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };
