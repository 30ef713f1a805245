/** Words that stand in every message and say nothing of what is wanted. */
const common = new Set(
  `the and you your yours for are this that with have has had was were will would can could how what when where who why which
   please pls thanks thank thx hey hello hiya love loved like just want wanna need get got know tell about there here from they
   them then than some any all one out not but yes yeah okay does did doing been being into more much very really good great nice
   she him her his its our ours also too now see let`.split(/\s+/),
);
const longest = 30;
const shortest = 3;

/**
 * The word that stands in most of the texts, each of which counts once; null where no word stands in a tenth of them, and in
 * three. The texts are folded (`foldText`).
 */
export function wordSaidMost(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.split(" ")))
      if (word.length >= shortest && word.length <= longest && !common.has(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most && most[1] >= Math.max(3, texts.length / 10) ? most[0] : null;
}
