/** Says that a program writes, and how to end it: the first automatic message of a conversation ends with it. */
export const disclosure = "Automated reply. Write STOP to end.";

/** Longest title of a message's button, in characters. */
export const longestButtonTitle = 20;
