const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What somebody typed, for the middle of an English sentence that is plain text: an email's subject, a toast, an option. Hebrew
 * or Arabic is put between the marks FSI and PDI, so that it keeps its order and the sentence its own; other text stays as it
 * is. Markup has `<bdi>` instead; CSV files, file names and what is stored have neither.
 */
export const isolated = (typed: string): string =>
  rightToLeft.test(typed) ? `\u2068${typed.replaceAll(directionMarks, "")}\u2069` : typed;

/** Embeddings, overrides and isolates: one that is left open would reach past the end of the text. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** Whether the first letter of a text is one of Hebrew, Arabic or another script that runs from right to left. */
export const beginsRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? "");

/**
 * The `dir` of a sentence that may have isolated text in it. By `auto` alone a browser goes by the first letter even inside the
 * marks, so an English sentence that begins with an Arabic title would run from right to left.
 */
export function directionOf(...parts: unknown[]): "auto" | "ltr" | "rtl" {
  const text = parts.filter((part) => typeof part === "string").join("");
  const own = text.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, "");
  if (own === text || !/\p{L}/u.test(own)) return "auto";
  return beginsRightToLeft(own) ? "rtl" : "ltr";
}
