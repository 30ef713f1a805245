import type { Inline, Mark } from "#contract/document/document.ts";

/** How the words of a line are written: their text, which has to be escaped, and what a link is made of. */
export type InlineWay = {
  /** `next` is the text that follows on the line. */
  text(text: string, next?: string): string;
  link(href: string, inside: string): string;
  /** Opens an element of code. */
  code?: string;
};

/** Neighbours that share a mark stand in one element: a link of which one word is bold is one link. */
export function inlineHtml(content: readonly Inline[], way: InlineWay, level = 0, after?: Inline): string {
  let html = "";
  for (let index = 0; index < content.length;) {
    const mark = markAt(content[index], level);
    const end = mark ? endOfRun(content, index, level, JSON.stringify(mark)) : index + 1;
    const run = content.slice(index, end);
    const next = content[end] ?? after;
    html += mark
      ? markHtml(mark, inlineHtml(run, way, level + 1, next), way)
      : run.map((node) => (node.type === "text" ? way.text(node.text, textOf(next)) : "<br>")).join("");
    index = end;
  }
  return html;
}

const textOf = (node: Inline | undefined): string | undefined =>
  node?.type === "text" ? node.text : undefined;

const markAt = (node: Inline | undefined, level: number): Mark | undefined =>
  node?.type === "text" ? node.marks?.[level] : undefined;

function endOfRun(content: readonly Inline[], start: number, level: number, mark: string): number {
  let end = start + 1;
  while (end < content.length && JSON.stringify(markAt(content[end], level)) === mark) end++;
  return end;
}

function markHtml(mark: Mark, inside: string, way: InlineWay): string {
  switch (mark.type) {
    case "bold":
      return `<strong>${inside}</strong>`;
    case "italic":
      return `<em>${inside}</em>`;
    case "strike":
      return `<s>${inside}</s>`;
    case "code":
      return `${way.code ?? "<code>"}${inside}</code>`;
    case "link":
      return way.link(mark.attrs.href, inside);
    default:
      return mark satisfies never;
  }
}
