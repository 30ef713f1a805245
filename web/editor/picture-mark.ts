/** Placeholder for a picture until it is uploaded: a private-use character that no text contains. */
export const pictureMark = "\u{E0FF}";
