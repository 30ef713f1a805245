/** More marks on one letter than any orthography uses would be drawn over the lines around it. */
const mostMarks = 6;

const flagOfRegion = "\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}";
const tagCharacters = new RegExp(`(${flagOfRegion})|[\\u{E0000}-\\u{E007F}]`, "gu");

/**
 * Text as it can be set: well formed and composed, on one line, without control characters. Joiners and the isolates of
 * `isolated` stay. What is longer than `most` characters is cut.
 */
export function settableText(text: string, most: number): string {
  return Array.from(
    // A character has up to two units, and up to six marks.
    text
      .slice(0, most * 16)
      .toWellFormed()
      .normalize("NFC")
      .replaceAll(tagCharacters, "$1")
      .replaceAll(/[\p{Cc}\p{Co}\p{Cn}\p{Z}]+/gu, (spaces) => (spaces === "\u00a0" ? spaces : " "))
      .replaceAll(/(?!\u200c|\u200d|\u2068|\u2069|[\u{E0030}-\u{E007F}])\p{Cf}/gu, "")
      .replaceAll(/([\u200c\u200d])[\u200c\u200d]+/gu, "$1")
      .replaceAll(new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, "gu"), "$1"),
  )
    .slice(0, most)
    .join("");
}
