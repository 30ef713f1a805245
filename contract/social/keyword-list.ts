/** Whether a text can be looked for: it has a letter, a digit or an emoji. */
export const canBeKeyword = (text: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]|\p{RI}\p{RI}/u.test(text);

/** Keywords of a list as people type it: with the commas and semicolons of any script, or one a line. */
export const keywordsOf = (list: string): string[] =>
  list
    .split(/[,،，﹐､、;；؛\n\r]/u)
    .map((word) => word.trim())
    .filter(Boolean);
