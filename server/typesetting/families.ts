import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where a part of a family's characters is kept. */
export type FontFile = {
  /** Unique among all files. */
  name: string;
  path: (weight: number) => string;
  /** A variable font has all weights in one file. */
  isVariable: boolean;
};

/** `filesWith` answers the files that are said to have a character. The font itself may know better. */
export type Family = { filesWith(codePoint: number): readonly FontFile[] };

/** The families of our own words, in which a text is set as far as they go. */
export type OwnFamily = "noto-sans" | "inter";

/** Noto Sans as a whole: Fontsource's parts of it lack six hundred signs and combining marks. */
const wholeNotoSans: FontFile = {
  name: "noto-sans",
  path: (weight) => fileURLToPath(weight < 600 ? notoSansRegular : notoSansBold),
  isVariable: false,
};
const notoSansRegular = import.meta
  .resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf");
const notoSansBold = import.meta.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf");
const notoSans: Family = { filesWith: () => [wholeNotoSans] };

/** Where each package of Fontsource says which of its files has which characters. */
const packages = {
  inter: () => import.meta.resolve("@fontsource-variable/inter/unicode.json"),
  "noto-emoji": () => import.meta.resolve("@fontsource-variable/noto-emoji/unicode.json"),
  "noto-sans-arabic": () => import.meta.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  "noto-sans-armenian": () => import.meta.resolve("@fontsource-variable/noto-sans-armenian/unicode.json"),
  "noto-sans-bengali": () => import.meta.resolve("@fontsource-variable/noto-sans-bengali/unicode.json"),
  "noto-sans-ethiopic": () => import.meta.resolve("@fontsource-variable/noto-sans-ethiopic/unicode.json"),
  "noto-sans-georgian": () => import.meta.resolve("@fontsource-variable/noto-sans-georgian/unicode.json"),
  "noto-sans-gujarati": () => import.meta.resolve("@fontsource-variable/noto-sans-gujarati/unicode.json"),
  "noto-sans-gurmukhi": () => import.meta.resolve("@fontsource-variable/noto-sans-gurmukhi/unicode.json"),
  "noto-sans-hebrew": () => import.meta.resolve("@fontsource-variable/noto-sans-hebrew/unicode.json"),
  "noto-sans-jp": () => import.meta.resolve("@fontsource-variable/noto-sans-jp/unicode.json"),
  "noto-sans-kannada": () => import.meta.resolve("@fontsource-variable/noto-sans-kannada/unicode.json"),
  "noto-sans-khmer": () => import.meta.resolve("@fontsource-variable/noto-sans-khmer/unicode.json"),
  "noto-sans-kr": () => import.meta.resolve("@fontsource-variable/noto-sans-kr/unicode.json"),
  "noto-sans-lao": () => import.meta.resolve("@fontsource-variable/noto-sans-lao/unicode.json"),
  "noto-sans-malayalam": () => import.meta.resolve("@fontsource-variable/noto-sans-malayalam/unicode.json"),
  "noto-sans-myanmar": () => import.meta.resolve("@fontsource-variable/noto-sans-myanmar/unicode.json"),
  "noto-sans-oriya": () => import.meta.resolve("@fontsource-variable/noto-sans-oriya/unicode.json"),
  "noto-sans-sc": () => import.meta.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
  "noto-sans-sinhala": () => import.meta.resolve("@fontsource-variable/noto-sans-sinhala/unicode.json"),
  "noto-sans-symbols": () => import.meta.resolve("@fontsource-variable/noto-sans-symbols/unicode.json"),
  "noto-sans-tamil": () => import.meta.resolve("@fontsource-variable/noto-sans-tamil/unicode.json"),
  "noto-sans-tc": () => import.meta.resolve("@fontsource-variable/noto-sans-tc/unicode.json"),
  "noto-sans-telugu": () => import.meta.resolve("@fontsource-variable/noto-sans-telugu/unicode.json"),
  "noto-sans-thai": () => import.meta.resolve("@fontsource-variable/noto-sans-thai/unicode.json"),
};

type FamilyName = keyof typeof packages;

/** By script, what has the characters that Noto Sans lacks. A script that is not listed is drawn as boxes. */
const scripts: readonly [RegExp, FamilyName][] = [
  [/\p{scx=Hebrew}/u, "noto-sans-hebrew"],
  [/\p{scx=Arabic}/u, "noto-sans-arabic"],
  [/\p{scx=Thai}/u, "noto-sans-thai"],
  [/\p{scx=Georgian}/u, "noto-sans-georgian"],
  [/\p{scx=Armenian}/u, "noto-sans-armenian"],
  [/\p{scx=Bengali}/u, "noto-sans-bengali"],
  [/\p{scx=Gurmukhi}/u, "noto-sans-gurmukhi"],
  [/\p{scx=Gujarati}/u, "noto-sans-gujarati"],
  [/\p{scx=Oriya}/u, "noto-sans-oriya"],
  [/\p{scx=Tamil}/u, "noto-sans-tamil"],
  [/\p{scx=Telugu}/u, "noto-sans-telugu"],
  [/\p{scx=Kannada}/u, "noto-sans-kannada"],
  [/\p{scx=Malayalam}/u, "noto-sans-malayalam"],
  [/\p{scx=Sinhala}/u, "noto-sans-sinhala"],
  [/\p{scx=Myanmar}/u, "noto-sans-myanmar"],
  [/\p{scx=Khmer}/u, "noto-sans-khmer"],
  [/\p{scx=Lao}/u, "noto-sans-lao"],
  [/\p{scx=Ethiopic}/u, "noto-sans-ethiopic"],
];

const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\uff00-\uffef]/u;
const drawnAsEmoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/**
 * Returns, for a text, how to order families for each of its graphemes: ours first, then those of its script. Emoji come
 * from the emoji family, in one color.
 */
export function familyOrder(text: string, own: OwnFamily): (grapheme: string) => Iterable<Family> {
  const first = [ownFamily(own), notoSans];
  let han: Iterable<Family> | undefined;
  const east = () => (han ??= hanFamilies(text));
  return function* (grapheme) {
    if (drawnAsEmoji.test(grapheme)) yield fontsource("noto-emoji");
    yield* first;
    for (const [script, family] of scripts) if (script.test(grapheme)) yield fontsource(family);
    if (eastAsian.test(grapheme)) yield* east();
    yield fontsource("noto-sans-symbols");
    yield fontsource("noto-emoji");
    yield* east();
  };
}

export const ownFamily = (own: OwnFamily): Family => (own === "inter" ? fontsource("inter") : notoSans);

/**
 * Chinese, Japanese and Korean share code points that each draws in its own way. Kana and Hangul say which is meant;
 * otherwise it is the family that lacks the fewest characters, so that no name is set in two.
 */
function hanFamilies(text: string): Iterable<Family> {
  if (/\p{Script=Hangul}/u.test(text)) return regions("kr", "jp", "sc", "tc");
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return regions("jp", "sc", "tc", "kr");
  if (/\p{Script=Bopomofo}/u.test(text)) return regions("tc", "sc", "jp", "kr");
  const han = Array.from(text.matchAll(/\p{Script=Han}/gu), ([character]) => character.codePointAt(0) ?? 0);
  const lacks = (family: Family) => han.filter((code) => family.filesWith(code).length === 0).length;
  return Array.from(regions("sc", "tc", "jp", "kr"), (family) => ({ family, lacking: lacks(family) }))
    .toSorted((a, b) => a.lacking - b.lacking)
    .map(({ family }) => family);
}

/** Opened as they are asked for: each has some hundred files. */
const regions = (...names: readonly ("jp" | "kr" | "sc" | "tc")[]): Iterable<Family> => ({
  *[Symbol.iterator]() {
    for (const name of names) yield fontsource(`noto-sans-${name}`);
  },
});

const opened = new Map<string, Family>();

/** A variable family of Fontsource: WOFF2 files, each with the characters that its unicode.json names. */
function fontsource(name: FamilyName): Family {
  const known = opened.get(name);
  if (known) return known;
  const index = packages[name]();
  const parts = JSON.parse(readFileSync(fileURLToPath(index), "utf8")) as Record<string, string>;
  const ranges = new Map<number, Range[]>();
  for (const [key, text] of Object.entries(parts)) {
    const part = key.replaceAll(/[[\]]/g, "");
    // The Latin letters of a family for another script are those of Noto Sans.
    if (name !== "inter" && !/^\d+$/.test(part) && !name.endsWith(part)) continue;
    const file: FontFile = {
      name: `${name}-${part}`,
      path: () => fileURLToPath(new URL(`files/${name}-${part}-wght-normal.woff2`, index)),
      isVariable: true,
    };
    for (const range of rangesOf(text, file))
      for (let row = range.first >> 8; row <= range.last >> 8; row++)
        if (!ranges.get(row)?.push(range)) ranges.set(row, [range]);
  }
  const family: Family = {
    filesWith: (code) =>
      (ranges.get(code >> 8) ?? [])
        .filter(({ first, last }) => code >= first && code <= last)
        .map(({ file }) => file),
  };
  opened.set(name, family);
  return family;
}

type Range = { first: number; last: number; file: FontFile };

/** "U+20-7e,U+a9" as numbers. */
const rangesOf = (text: string, file: FontFile): Range[] =>
  Array.from(text.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi), ([, first = "", last = first]) => ({
    first: parseInt(first, 16),
    last: parseInt(last, 16),
    file,
  }));
