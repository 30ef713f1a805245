/** A text and what of it is selected: `start` to `end`, the same where it is only the cursor. */
export type Selected = { text: string; start: number; end: number };

/** Replaces `from` to `to` by `insert`, and selects `start` to `end` of what comes out. */
export type MarkdownEdit = { from: number; to: number; insert: string; start: number; end: number };

export type InlineMark = "**" | "_" | "`";
export type LineMark = "heading" | "subheading" | "bullets" | "numbers" | "quote";

/** Puts a mark around the selection, or takes it away where it is there already. */
export function toggleInline({ text, start, end }: Selected, mark: InlineMark): MarkdownEdit {
  const size = mark.length;
  const chosen = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return { from: start - size, to: end + size, insert: chosen, start: start - size, end: end - size };
  if (chosen.length >= 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark))
    return { from: start, to: end, insert: chosen.slice(size, -size), start, end: end - 2 * size };
  // A mark beside a space marks nothing.
  const [, before = "", core = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(chosen) ?? [];
  const from = start + before.length;
  return {
    from: start,
    to: end,
    insert: `${before}${mark}${core}${mark}${after}`,
    start: from + size,
    end: from + size + core.length,
  };
}

/** Makes every selected line a heading, an item or a quote, or plain again where all of them are that already. */
export function toggleLines(selected: Selected, mark: LineMark): MarkdownEdit {
  const { from, to, lines } = linesOf(selected);
  const { is, prefix } = lineMarks[mark];
  const written = lines.filter((line) => line.trim() !== "");
  const isOn = written.length > 0 && written.every((line) => is.test(line));
  let number = 0;
  const changed = lines.map((line) => {
    if (isOn) return line.replace(is, "");
    if (line.trim() === "" && lines.length > 1) return line;
    return prefix(number++) + (mark === "quote" ? line : line.replace(anyLineMark, ""));
  });
  return selectedWhole(from, to, changed.join("\n"), selected);
}

/** A link of the selected words with the address selected, to be typed over; a selected address becomes the link's own. */
export function makeLink({ text, start, end }: Selected): MarkdownEdit {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const words = isAddress ? "text" : chosen || "text";
  const address = isAddress ? chosen : "https://";
  const insert = `[${words}](${address})`;
  const at = isAddress || !chosen ? start + 1 : start + words.length + 3;
  return {
    from: start,
    to: end,
    insert,
    start: at,
    end: at + (isAddress || !chosen ? words : address).length,
  };
}

/** Puts the selected lines between two fences, or takes the fences away. */
export function toggleCodeBlock(selected: Selected): MarkdownEdit {
  const { from, to, lines } = linesOf(selected);
  const isOn =
    lines.length > 1 && lines[0]?.startsWith("```") === true && /^```\s*$/.test(lines.at(-1) ?? "");
  const code = isOn ? lines.slice(1, -1).join("\n") : lines.join("\n");
  if (isOn) return selectedWhole(from, to, code, selected);
  return { from, to, insert: `\`\`\`\n${code}\n\`\`\``, start: from + 4, end: from + 4 + code.length };
}

/** What Enter does at the end of a list's item or a quote: the next one begins, or an empty one ends the list. */
export function continueLine({ text, start, end }: Selected): MarkdownEdit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const [mark, indent = "", bullet = "", number = "", point = ""] =
    /^(\s*)(?:([-*+>])|(\d{1,9})([.)]))\s+/.exec(line) ?? [];
  if (!mark) return undefined;
  if (mark.length === line.length) return { from, to: start, insert: "", start: from, end: from };
  const insert = `\n${indent}${number ? `${Number(number) + 1}${point}` : bullet} `;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}

const anyLineMark = /^(#{1,6}\s+|[-*+]\s+|\d{1,9}[.)]\s+)/;
const lineMarks: Record<LineMark, { is: RegExp; prefix: (index: number) => string }> = {
  heading: { is: /^##?\s+/, prefix: () => "## " },
  subheading: { is: /^###+\s+/, prefix: () => "### " },
  bullets: { is: /^[-*+]\s+/, prefix: () => "- " },
  numbers: { is: /^\d{1,9}[.)]\s+/, prefix: (index) => `${index + 1}. ` },
  quote: { is: /^>\s?/, prefix: () => "> " },
};

/** The whole lines that the selection touches. */
function linesOf({ text, start, end }: Selected) {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends behind a line's break does not touch the next line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next < 0 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Keeps the cursor at its distance from the line's end, or selects all that was changed. */
function selectedWhole(from: number, to: number, insert: string, { start, end }: Selected): MarkdownEdit {
  const whole = from + insert.length;
  if (start !== end) return { from, to, insert, start: from, end: whole };
  const cursor = Math.max(from, whole - (to - end));
  return { from, to, insert, start: cursor, end: cursor };
}
