/** Longest title of a message's button, in characters. */
export const longestButtonTitle = 20;
