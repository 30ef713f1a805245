/** Drops any of `characters` from the end. A pattern such as `/=+$/` begins anew at each of a long run's characters. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Drops any of `characters` from both ends. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndCharacters(text.slice(start), characters);
}
