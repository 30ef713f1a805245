/**
 * A text as keywords are compared with: its words, case-folded, one space between them. Punctuation, emoji and what cannot
 * be seen are gone, so the result is empty where there is no letter or digit. Takes time linear in the text.
 *
 * Two texts that a reader would call the same fold to the same: full-width and composed letters, capitals in any language
 * (ß and SS, both sigmas; i, ı, I and İ are one letter, as a Turkish and an English keyboard write the same word
 * differently). Accents stay: año is not ano.
 */
export function foldText(text: string): string {
  // Before compatibility letters are resolved: ℹ and Ⓜ are emoji, and would become letters.
  const seen = text.replace(emoji, " ").replace(invisible, "");
  return (lowerCase(seen.normalize("NFKC")).match(words) ?? []).join(" ");
}

const emoji = /\p{Extended_Pictographic}/gu;

/** Zero-width characters, variation selectors, direction marks, and the box of a keycap digit. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** Scripts that put no space between words: there every letter is taken for a word of its own. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const words = new RegExp(
  String.raw`(?=[${unspaced}])[\p{L}\p{N}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}]\p{M}*)+`,
  "gu",
);

/** Full case folding: by way of capitals, which is what makes ß into ss. */
function lowerCase(text: string): string {
  const folded = text.toLowerCase().toUpperCase().toLowerCase();
  return folded
    .replaceAll("ς", "σ")
    .replace(/i\u0307+/g, "i")
    .normalize("NFKC");
}
