/** Letters as CSS names them: "U+20-7E, U+A9". */
export type Letters = readonly (readonly [first: number, last: number])[];

/** What most Western texts are written with: Latin-1 and typographic signs. */
export const latin: Letters = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];

/** What Polish, Czech, Turkish, Romanian and others need besides. */
export const furtherLatin: Letters = [
  [0x100, 0x130],
  [0x132, 0x151],
  [0x154, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
];

export const textOf = (letters: Letters): string =>
  letters
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join("");

export const rangeOf = (letters: Letters): string =>
  letters.map(([first, last]) => `U+${hex(first)}${first === last ? "" : `-${hex(last)}`}`).join(",");

const hex = (code: number) => code.toString(16);
