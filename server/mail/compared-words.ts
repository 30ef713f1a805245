/** Characters that look like another. `i`, `l` and `1` count as one letter on both sides of every comparison. */
const lookalikes: Record<string, string> = Object.fromEntries(
  "аa еe оo рp сc уy хx іi јj ѕs ԁd һh кk мm тt вb нh αa βb εe ηn ιi κk νv οo ρp τt υu χx ɡg ɑa ıi łl øo đd ħh 0o 1l 3e 4a 5s 7t 8b $s |l !l il"
    .split(" ")
    .map(([from = "", to = ""]) => [from, to === "i" ? "l" : to]),
);

/** Returns the text in plain letters for comparison, without accents, invisible characters or twins from other alphabets. */
const skeleton = (text: string): string =>
  Array.from(
    text
      .normalize("NFKD")
      .replaceAll(/[\p{M}\p{Cf}]/gu, "")
      .toLowerCase(),
    (character) => lookalikes[character] ?? character,
  )
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

const possessive = /['’]s(?!\p{L})/giu;
/** Numbers alone, or behind a word to make it unique: `paypal_support2024`, but not in `Office 365`. */
const numbers = /(?<!office[\s_-]{0,3})(?:(?<=\p{L}{3})\d{2,}|(?<![\p{L}\d])\d+)(?![\p{L}\d])/giu;

/** The words of a text, as they are compared. */
export function wordsOf(text: string): string[] {
  return skeleton(text.replaceAll(possessive, "").replaceAll(numbers, " ").replaceAll(/[&＆]/gu, " and "))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Joins letters that stand alone: `P a y P a l`. */
export function joinSingles(words: string[]): string[] {
  const joined: string[] = [];
  let run: string[] = [];
  const close = () => {
    if (run.length > 2) joined.push(run.join(""));
    else joined.push(...run);
    run = [];
  };
  for (const word of words) {
    if (Array.from(word).length === 1) run.push(word);
    else {
      close();
      joined.push(word);
    }
  }
  close();
  return joined;
}
