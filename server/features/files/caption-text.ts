/**
 * A cue's lines as plain text: tags and SubRip's `{\an8}` go, who speaks (`<v Robin>`) stands before the words, and what
 * is no markup ("a < b") stays.
 */
export function captionText(lines: string[]): string {
  return lines
    .map((line) => plain(line).trim())
    .filter((line) => line !== "")
    .join("\n");
}

const plain = (line: string): string =>
  line
    .replace(/\{\\[^{}]*\}/g, "")
    // The name begins with no space: there is one way to read any number of them, and long lines take no time.
    .replace(/<v(?:\.[^<>\s]*)?[ \t]+([^<> \t][^<>]*)>/g, "$1: ")
    // Any tag, and the times within a cue; "a < b" is neither.
    .replace(/<\/?[a-z][^<>]*>|<[\d:.]+>|<\/>/gi, "")
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f",
};
