const maxWords = 10;

/** The words of a search, in lower case. */
export const wordsOf = (q: string | undefined): string[] =>
  (q ?? "").toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);

/** A word as a pattern that finds it anywhere. */
export const anywhere = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
