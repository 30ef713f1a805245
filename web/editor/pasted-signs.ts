/** Signs that people and programs type before a list item. `-` and `*` alone may be prose, so they need a neighbor. */
const bullet = /^\s*([●•○◦▪■□▫‣⁃∙·➢►▶❖\u{F0B7}\u{F0A7}\u{F0D8}*-])\s+(?=\S)/u;
const box = /^\s*[☐☑☒]\s+(?=\S)/u;
const number = /^\s*(\d{1,3})([.)])\s+(?=\S)/u;

/** A list item's sign: `kind` is the same for the items of one list, `length` is how much of the text it takes up. */
export type Sign = { kind: string; length: number; number?: number; needsNeighbor: boolean };

export function signOf(text: string): Sign | undefined {
  const [bulleted, sign] = bullet.exec(text) ?? [];
  if (bulleted && sign) return { kind: sign, length: bulleted.length, needsNeighbor: /[*-]/.test(sign) };
  // The box stays in the text: it says whether the task is done.
  if (box.test(text)) return { kind: "box", length: 0, needsNeighbor: false };
  const [numbered, digits, mark] = number.exec(text) ?? [];
  if (numbered && mark)
    return { kind: mark, length: numbered.length, number: Number(digits), needsNeighbor: true };
  return undefined;
}

/** Whether a line begins like a list item. The sign may be in an element of its own, with the words in the next. */
export const startsItem = (text: string): boolean => signOf(`${text} x`) !== undefined;
