import type { RichDocument } from "#contract/document/document.ts";
import { isBlank } from "#contract/document/is-blank.ts";
import { documentOfMarkdown } from "./document-of-markdown.ts";

/** The text of a lesson or a post as its row has it: a document, or Markdown of before there were any. */
export type StoredText = { content: string | null; contentDocument: RichDocument | null };

/** The text; null where there is none. The one place that knows of both ways in which it may be stored. */
export function storedDocument({ content, contentDocument }: StoredText): RichDocument | null {
  const document = contentDocument ?? (content?.trim() ? documentOfMarkdown(content) : null);
  return document && !isBlank(document) ? document : null;
}

/** What an assignment asks for, as its row has it: a document, or Markdown of before; null where it is blank. */
export const storedTask = (task: RichDocument | string | null): RichDocument | null =>
  storedDocument(
    typeof task === "string"
      ? { content: task, contentDocument: null }
      : { content: null, contentDocument: task },
  );

/** What is stored of a text that was written: nothing of Markdown is left. */
export const storedText = (document: RichDocument) => ({
  content: null,
  contentDocument: isBlank(document) ? null : document,
});

export const emptyDocument: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };
