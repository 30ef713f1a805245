import { Buffer, BufferFlag, Direction, shape } from "harfbuzzjs";
import bidiFactory, { type Bidi } from "bidi-js";
import { type Family, familyOrder, ownFamily, type OwnFamily } from "./families.ts";
import { openTypeface, type Typeface } from "./typefaces.ts";

export type TextStyle = {
  family: OwnFamily;
  weight: number;
  /** Between letters of the own family, in ems. */
  tracking?: number;
};

/** `auto`: that of the first letter that has one. */
export type BaseDirection = "ltr" | "auto";

/** Glyphs that draw some characters together: most often one for one. All lengths are in ems. */
export type Cluster = {
  text: string;
  /** Where the text begins, in the whole of it. */
  start: number;
  advance: number;
  glyphs: readonly { id: number; advance: number; dx: number; dy: number }[];
};

/** Clusters of one typeface and direction, from left to right. */
export type Run = { typeface: Typeface; clusters: readonly Cluster[] };

/** A text whose typefaces and directions are known, in the order of its characters. */
export type ItemizedText = {
  text: string;
  items: readonly Item[];
  /** The family of our own words, which states how high a line is. */
  own: Typeface;
  /** Where one could divide it in need: the beginnings of graphemes. */
  graphemes: readonly number[];
};

type Item = {
  start: number;
  end: number;
  level: number;
  typeface: Typeface;
  script: string | undefined;
  tracking: number;
};

/** Its types describe the ES module; Node loads the CommonJS one. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Joiners and variation selectors: a font need not know them. */
const ignorable = /\u034f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{E0100}-\u{E01EF}]/u;
const isolate = /[\u2066-\u2069]/;
/** Those that Noto Sans has together: each is shaped by rules of its own. */
const scriptsOfOneFont = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Deva: /\p{Script=Devanagari}/u,
};

/** Finds a typeface for each grapheme, and in which direction it is read. Characters that no font has get `.notdef`. */
export async function itemizeText(
  text: string,
  style: TextStyle,
  direction: BaseDirection,
): Promise<ItemizedText> {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const order = familyOrder(text, style.family);
  const [ownFile] = ownFamily(style.family).filesWith(0x41);
  if (!ownFile) throw new Error(`${style.family} has no letters`);
  const own = await openTypeface(ownFile, style.weight);
  const items: Item[] = [];
  const graphemes: number[] = [];
  for (const { segment, index, isCut } of graphemesOf(text)) {
    graphemes.push(index);
    if (isolate.test(segment)) continue;
    const whole = await findTypeface(segment, order(segment), style.weight);
    if (whole) add(segment, index, whole, isCut);
    else await addParts(segment, index);
  }
  return { text, items, graphemes, own };

  /** A grapheme that no font has as a whole, by its characters. */
  async function addParts(segment: string, index: number) {
    let start = index;
    for (const character of segment) {
      if (!ignorable.test(character))
        add(character, start, (await findTypeface(character, order(character), style.weight)) ?? own);
      start += character.length;
    }
  }

  function add(segment: string, start: number, typeface: Typeface, isCut = false) {
    const end = start + segment.length;
    const level = levels[start] ?? 0;
    const script = scriptOf(segment);
    const last = items.at(-1);
    const joins = !isCut && last?.end === start && last.typeface === typeface && last.level === level;
    if (joins && (!script || !last.script || script === last.script)) {
      last.end = end;
      last.script ??= script;
    } else items.push({ start, end, level, typeface, script, tracking: trackingOf(typeface, style) });
  }
}

/** No emoji has more characters. A grapheme may have as many as a text, and is cut so that lines can end in it. */
const longestGrapheme = 16;

function* graphemesOf(text: string): Iterable<{ segment: string; index: number; isCut: boolean }> {
  for (const { segment, index } of segmenter.segment(text)) {
    const characters = segment.length > longestGrapheme ? Array.from(segment) : [segment];
    let start = index;
    for (let from = 0; from < characters.length; from += longestGrapheme) {
      const part = characters.slice(from, from + longestGrapheme).join("");
      yield { segment: part, index: start, isCut: from > 0 };
      start += part.length;
    }
  }
}

const scriptOf = (segment: string): string | undefined =>
  Object.entries(scriptsOfOneFont).find(([, script]) => script.test(segment))?.[0];

/** Shapes what of a text lies between two of its characters, and puts it in the order in which it is seen. */
export function shapeLine({ text, items }: ItemizedText, start: number, end: number): Run[] {
  const shaped = items
    .filter((item) => item.start < end && item.end > start)
    .map((item) => ({
      level: item.level,
      run: shapeItem(text, { ...item, start: Math.max(item.start, start), end: Math.min(item.end, end) }),
    }));
  return inVisualOrder(shaped);
}

const buffer = new Buffer();

function shapeItem(text: string, { start, end, level, typeface, script, tracking }: Item): Run {
  buffer.reset();
  // With the text around it: letters join across a change of typeface.
  buffer.addText(text, start, end - start);
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES | BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  if (script) buffer.setScript(script);
  buffer.guessSegmentProperties();
  shape(typeface.font, buffer);
  const positions = buffer.getGlyphPositions();
  const clusters: (Cluster & { glyphs: Cluster["glyphs"][number][] })[] = [];
  const em = typeface.unitsPerEm;
  for (const [index, { codepoint: id, cluster: first }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const glyph = { id, advance: xAdvance / em, dx: xOffset / em, dy: yOffset / em };
    const last = clusters.at(-1);
    if (last?.start === first) {
      last.glyphs.push(glyph);
      last.advance += glyph.advance;
    } else clusters.push({ text: "", start: first, advance: glyph.advance + tracking, glyphs: [glyph] });
  }
  const starts = [...clusters.map((cluster) => cluster.start), end].toSorted((a, b) => a - b);
  for (const cluster of clusters)
    cluster.text = text.slice(cluster.start, starts.find((one) => one > cluster.start) ?? end);
  return { typeface, clusters };
}

/** Rule L2 of the Unicode Bidirectional Algorithm. */
function inVisualOrder(shaped: readonly { level: number; run: Run }[]): Run[] {
  let ordered = [...shaped];
  for (let level = Math.max(0, ...shaped.map((one) => one.level)); level > 0; level--) {
    const turned: typeof ordered = [];
    let part: typeof ordered = [];
    for (const one of ordered) {
      if (one.level >= level) part.unshift(one);
      else {
        turned.push(...part, one);
        part = [];
      }
    }
    ordered = [...turned, ...part];
  }
  return ordered.map(({ run }) => run);
}

/** The first typeface that has all characters of a grapheme. */
async function findTypeface(
  grapheme: string,
  families: Iterable<Family>,
  weight: number,
): Promise<Typeface | undefined> {
  const codes = Array.from(grapheme)
    .filter((character) => !ignorable.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  const [first = 0x20] = codes;
  for (const family of families)
    for (const file of family.filesWith(first)) {
      if (!codes.every((code) => family.filesWith(code).includes(file))) continue;
      const typeface = await openTypeface(file, weight);
      if (codes.every((code) => typeface.font.nominalGlyph(code))) return typeface;
    }
  return undefined;
}

const trackingOf = (typeface: Typeface, { family, tracking = 0 }: TextStyle): number =>
  typeface.name.startsWith(`${family}-`) ? tracking : 0;
