import LineBreaker from "linebreak";
import { settableText } from "./settable-text.ts";
import {
  type BaseDirection,
  type ItemizedText,
  itemizeText,
  type Run,
  shapeLine,
  type TextStyle,
} from "./shape-text.ts";

export type Line = {
  /** From left to right. */
  runs: readonly Run[];
  /** In ems, as the rest. */
  width: number;
  /** Of our own family, or more where something in the line is drawn beyond it; both positive. */
  ascent: number;
  descent: number;
};

type Layout = {
  style: TextStyle;
  /** In ems. */
  width: number;
  /** Characters that are read at all. */
  most: number;
  direction: BaseDirection;
  /** What does not fit ends in an ellipsis. */
  mostLines?: number;
};

/**
 * Sets a text in lines: typefaces by script, letters shaped, lines broken by the rules of Unicode and of languages without
 * spaces, each line in the order in which it is seen. Any text gives lines; an empty one gives none.
 */
export async function layOutText(
  words: string,
  { style, width, most, direction, mostLines = Infinity }: Layout,
): Promise<Line[]> {
  const itemized = await itemizeText(settableText(words, most).trim(), style, direction);
  const whole = lineBetween(itemized, 0, itemized.text.length);
  if (itemized.text === "") return [];
  if (whole.width <= width) return [whole];
  const advances = advancesOf(whole.runs, itemized.text.length);
  const ends = lineEnds(itemized, advances, width);
  if (ends.length <= mostLines)
    return ends.map((end, index) => lineBetween(itemized, ends[index - 1] ?? 0, end));
  const shown = ends.slice(0, mostLines - 1);
  const start = shown.at(-1) ?? 0;
  const last = await shortened(itemized.text.slice(start), { style, width, most, direction });
  return [...shown.map((end, index) => lineBetween(itemized, ends[index - 1] ?? 0, end)), last];
}

/** As much of a text as fits into one line with an ellipsis. */
async function shortened(text: string, { style, width, direction }: Layout): Promise<Line> {
  const itemized = await itemizeText(text, style, direction);
  const advances = advancesOf(shapeLine(itemized, 0, text.length), text.length);
  let end = 0;
  let used = 1;
  for (const [index, start] of itemized.graphemes.entries()) {
    const next = itemized.graphemes[index + 1] ?? text.length;
    used += sum(advances, start, next);
    if (used > width) break;
    end = next;
  }
  const shown = await itemizeText(`${text.slice(0, end).trimEnd()}…`, style, direction);
  return lineBetween(shown, 0, shown.text.length);
}

function lineBetween(itemized: ItemizedText, start: number, end: number): Line {
  // Spaces at the end of a line are not seen, and would stand at the left of one that is read from the right.
  const seen = itemized.text.slice(start, end).trimEnd();
  const runs = shapeLine(itemized, start, start + seen.length);
  let { ascent, descent } = itemized.own;
  let width = 0;
  for (const { typeface, clusters } of runs)
    for (const { advance, glyphs } of clusters) {
      width += advance;
      for (const { id, dy } of glyphs) {
        const ink = typeface === itemized.own && dy === 0 ? undefined : typeface.font.glyphExtents(id);
        if (!ink) continue;
        ascent = Math.max(ascent, ink.yBearing / typeface.unitsPerEm + dy);
        descent = Math.max(descent, -(ink.yBearing + ink.height) / typeface.unitsPerEm - dy);
      }
    }
  return { runs, width, ascent, descent };
}

/** By character, the width of the cluster that begins there. */
function advancesOf(runs: readonly Run[], length: number): Float64Array {
  const advances = new Float64Array(length);
  for (const { clusters } of runs) for (const { start, advance } of clusters) advances[start] = advance;
  return advances;
}

/** Where each line ends: at the last opportunity that fits, or within a word that is wider than a line. */
function lineEnds({ text, graphemes }: ItemizedText, advances: Float64Array, width: number): number[] {
  const ends: number[] = [];
  let used = 0;
  let from = 0;
  for (const to of opportunities(text)) {
    const seen = sum(advances, from, from + text.slice(from, to).trimEnd().length);
    if (used > 0 && used + seen > width) {
      ends.push(from);
      used = 0;
    }
    if (seen > width) {
      for (const [index, start] of graphemes.entries()) {
        if (start < from || start >= to) continue;
        const one = sum(advances, start, graphemes[index + 1] ?? text.length);
        if (used > 0 && used + one > width) {
          ends.push(start);
          used = 0;
        }
        used += one;
      }
    } else used += sum(advances, from, to);
    from = to;
  }
  return [...ends, text.length];
}

/** Scripts that write no spaces between words, of which only a dictionary knows where a line may end. */
const withoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = new Intl.Segmenter("th", { granularity: "word" });

function opportunities(text: string): number[] {
  const found = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.add(next.position);
  for (const { 0: part, index } of text.matchAll(withoutSpaces))
    for (const word of words.segment(part)) if (word.index > 0) found.add(index + word.index);
  return [...found.add(text.length)].toSorted((a, b) => a - b);
}

function sum(advances: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index++) total += advances[index] ?? 0;
  return total;
}
