/** What a text repeats that is meant to cost whoever reads it more than its length. */
const runs: Record<string, string> = {
  spaces: " ",
  slashes: "/",
  backslashes: "\\",
  commas: ",",
  semicolons: ";",
  "equals signs": "=",
  dots: ".",
  colons: ":",
  dashes: "-",
  underscores: "_",
  quotes: '"',
  apostrophes: "'",
  digits: "1",
  letters: "a",
  "at signs": "@",
  words: "a ",
  "address parts": "a@a.",
  "host names": "a-",
  "path steps": "../",
  "encoded percent signs": "%25",
  "encoded slashes": "%2F",
  pairs: "a=b&",
  items: 'W/"a", ',
};

/** Further ones for what reads marked-up text or any script. Not for headers and addresses. */
const markupRuns: Record<string, string> = {
  "line ends": "\n",
  brackets: "[",
  links: "[a](",
  images: "![",
  braces: "{",
  "placeholders that do not end": "{a ",
  tags: "<",
  "open tags": "<a ",
  backticks: "`",
  stars: "*a **",
  "underscores between words": "_a __",
  quotations: "> ",
  lists: "- ",
  tables: "|",
  references: "[a]: ",
  tildes: "~",
  "entities that do not end": "&a",
  "letters with marks": "e\u0301",
  marks: "\u0301",
  "letters of many": "\ufdfa",
  "full-width signs": "＝ ",
  emoji: "👩‍👩‍👧‍👦",
  "unspaced letters": "漢",
  "narrow spaces": "\u2009",
};

const ends = "x";

/**
 * Texts of exactly `length` characters, by what they repeat: after `beginning`, which a reader may ask for, and before an
 * end that most patterns refuse. `nested` is encoded once for each further step.
 */
export function hostileTexts(
  length: number,
  beginning = "",
  isAscii = false,
): [name: string, text: string][] {
  const room = Math.max(length - beginning.length - ends.length, 0);
  const filled = (piece: string, size = room) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const text = (inside: string) => (beginning + inside).slice(0, length - ends.length) + ends;
  const halves = (piece: string) => `${filled(piece, Math.floor(room / 2))}-${filled(piece)}`;
  const pieces = Object.entries(isAscii ? runs : { ...runs, ...markupRuns });
  return [
    ...pieces.map(([name, piece]): [string, string] => [name, text(filled(piece))]),
    ["spaces on both sides", text(halves(" "))],
    ["digits on both sides", text(halves("1"))],
    ["nested encoding", text(`%${filled("25")}`)],
    ["a mixture", text(filled(Object.values(runs).join("")))],
  ];
}

/** In which nothing is repeated: as long as the others. */
export const calmText = (length: number): string =>
  Array.from({ length: Math.ceil(length / 5) }, (_, at) => (at * 7_919).toString(36).padStart(4, "k"))
    .join("-")
    .slice(0, length);
