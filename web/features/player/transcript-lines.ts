/** What is said from a second of the video on. */
export type TranscriptLine = { seconds: number; text: string };

const time = /^(\d{2,3}):(\d{2}):(\d{2})\.(\d{3}) --> /;

/** The lines of captions as our server writes them: cues in order, apart by empty lines, plain text with three escapes. */
export function transcriptLines(captions: string): TranscriptLine[] {
  return captions.split("\n\n").flatMap((block) => {
    const [times = "", ...lines] = block.trim().split("\n");
    const [, hours, minutes, seconds, thousandths] = time.exec(times) ?? [];
    if (hours === undefined) return [];
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
    return [
      {
        seconds: start,
        text: lines.join(" ").replace(/&(amp|lt|gt);/g, (_, name: string) => signs[name] ?? ""),
      },
    ];
  });
}

const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

/** The line that is said at this second, or was last; -1 before the first. */
export function lineAt(lines: readonly TranscriptLine[], seconds: number | undefined): number {
  if (seconds === undefined) return -1;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.seconds ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Which lines hold these words, whatever their capitals and accents; all of them for none. */
export function linesWith(lines: readonly TranscriptLine[], words: string): number[] {
  const sought = bare(words.trim());
  return lines.flatMap(({ text }, index) => (sought === "" || bare(text).includes(sought) ? [index] : []));
}

const bare = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();
