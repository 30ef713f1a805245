import type { Inline, RichDocument } from "./document.ts";

/** Plain text as a document: an empty line begins a paragraph, any other a line. `documentText` gives the text back. */
export function documentOfText(text: string): RichDocument {
  const paragraphs = text
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/);
  return {
    type: "doc",
    content: paragraphs.map((lines) => ({ type: "paragraph", content: linesOf(lines) })),
  };
}

function linesOf(text: string): Inline[] {
  return text
    .split("\n")
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ type: "hardBreak" as const }] : []),
      ...(line === "" ? [] : [{ type: "text" as const, text: line }]),
    ]);
}
