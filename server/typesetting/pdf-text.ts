import { type Line, layOutText } from "./lay-out-text.ts";
import type { BaseDirection, Cluster, Run } from "./shape-text.ts";
import { subsetTypeface } from "./subset-typeface.ts";
import type { Typeface } from "./typefaces.ts";

export type PdfTextOptions = {
  weight: 400 | 700;
  /** In points. */
  size: number;
  color: string;
  left: number;
  width: number;
  align?: "right";
  direction: BaseDirection;
  /** Characters that are read at all. */
  most: number;
};

export type PdfText = {
  /** Draws a text at the document's `y` and leaves that below it, on further pages where it must. */
  draw(text: string, options: PdfTextOptions): Promise<void>;
  /** Embeds what was used of each typeface; before the document's end. */
  embedTypefaces(): Promise<void>;
};

type EmbeddedTypeface = {
  typeface: Typeface;
  name: string;
  reference: PDFKit.PDFKitReference;
  /** By glyph, the characters it was first used for. */
  texts: Map<number, string>;
};

/** Text in every script for a document of PDFKit, which shapes and orders none by itself. */
export function createPdfText(pdf: PDFKit.PDFDocument): PdfText {
  const embedded = new Map<Typeface, EmbeddedTypeface>();

  async function draw(text: string, options: PdfTextOptions) {
    const { weight, size, width, direction, most } = options;
    const lines = await layOutText(text, {
      style: { family: "noto-sans", weight },
      width: width / size,
      most,
      direction,
    });
    pdf.fillColor(options.color);
    for (const line of lines) drawLine(line, options);
  }

  function drawLine(line: Line, { size, left, width, align }: PdfTextOptions) {
    const height = (line.ascent + line.descent) * size;
    if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
    const baseline = pdf.y + line.ascent * size;
    let x = align === "right" ? left + width - line.width * size : left;
    for (const run of line.runs) x = drawRun(run, x, baseline, size);
    pdf.y += height;
  }

  function drawRun({ typeface, clusters }: Run, left: number, baseline: number, size: number): number {
    const font = embed(typeface);
    pdf.page.fonts[font.name] = font.reference;
    pdf.addContent(`BT /${font.name} ${number(size)} Tf`);
    let x = left;
    let open: Open | undefined;
    for (const cluster of clusters) {
      const isPlain = record(font, cluster);
      if (!isPlain)
        pdf.addContent(flush(open)).addContent(`/Span <</ActualText <${utf16(cluster.text)}>>> BDC`);
      if (!isPlain) open = undefined;
      let at = x;
      for (const { id, advance, dx, dy } of cluster.glyphs) {
        open = placed(open, id, at + dx * size, baseline - dy * size, font.typeface, size);
        at += advance * size;
      }
      x += cluster.advance * size;
      if (!isPlain) {
        pdf.addContent(flush(open)).addContent("EMC");
        open = undefined;
      }
    }
    pdf.addContent(flush(open)).addContent("ET");
    return x;
  }

  /** Glyphs on one baseline: one operator, with the differences to the advances that the font states. */
  function placed(
    open: Open | undefined,
    id: number,
    x: number,
    y: number,
    typeface: Typeface,
    size: number,
  ): Open {
    let run = open;
    if (!run || Math.abs(run.y - y) > 0.001) {
      pdf.addContent(flush(run));
      run = { x, y, end: x, parts: "" };
    }
    const gap = Math.round(((run.end - x) * 1_000) / size);
    if (gap !== 0) {
      run.parts += `> ${gap} <`;
      run.end -= (gap * size) / 1_000;
    }
    run.parts += hex(id);
    run.end += (typeface.font.glyphHAdvance(id) / typeface.unitsPerEm) * size;
    return run;
  }

  function embed(typeface: Typeface): EmbeddedTypeface {
    let known = embedded.get(typeface);
    if (!known) {
      known = { typeface, name: `T${embedded.size + 1}`, reference: pdf.ref({}), texts: new Map() };
      embedded.set(typeface, known);
    }
    return known;
  }

  async function embedTypefaces() {
    for (const [index, { typeface, reference, texts }] of [...embedded.values()].entries()) {
      const { font, ascent, descent, unitsPerEm } = typeface;
      const program = await subsetTypeface(typeface, texts.keys());
      const file = pdf.ref({ Length1: program.length });
      file.end(program);
      const thousandths = (units: number) => Math.round((units * 1_000) / unitsPerEm);
      const baseName = `${subsetTag(index)}+${typeface.name}`;
      const descriptor = pdf.ref({
        Type: "FontDescriptor",
        FontName: baseName,
        Flags: 4,
        FontBBox: [-1_000, -1_000, 3_000, 2_000],
        ItalicAngle: 0,
        Ascent: Math.round(ascent * 1_000),
        Descent: -Math.round(descent * 1_000),
        CapHeight: 714,
        StemV: 80,
        FontFile2: file,
      });
      descriptor.end(undefined);
      const descendant = pdf.ref({
        Type: "Font",
        Subtype: "CIDFontType2",
        BaseFont: baseName,
        CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String("Identity"), Supplement: 0 },
        FontDescriptor: descriptor,
        CIDToGIDMap: "Identity",
        // A list that goes on over a few unused glyphs is shorter than two lists.
        W: inSequences([...texts.keys()], (id, last) => id <= last + 4).flatMap(
          (ids): (number | number[])[] => {
            const [first = 0] = ids;
            const widths = Array.from({ length: (ids.at(-1) ?? first) - first + 1 }, (_, index) =>
              texts.has(first + index) ? thousandths(font.glyphHAdvance(first + index)) : 0,
            );
            return [first, widths];
          },
        ),
      });
      descendant.end(undefined);
      const toUnicode = pdf.ref({});
      toUnicode.end(Buffer.from(unicodeMap(texts)));
      Object.assign(reference.data, {
        Type: "Font",
        Subtype: "Type0",
        BaseFont: baseName,
        Encoding: "Identity-H",
        DescendantFonts: [descendant],
        ToUnicode: toUnicode,
      });
      reference.end(undefined);
    }
  }

  return { draw, embedTypefaces };
}

type Open = { x: number; y: number; end: number; parts: string };

/** The document's y grows downwards: letters are turned back. */
const flush = (run: Open | undefined): string =>
  run ? `1 0 0 -1 ${number(run.x)} ${number(run.y)} Tm [<${run.parts}>] TJ` : "";

/** Whether the font's own map gives the cluster's characters back. */
function record({ texts }: EmbeddedTypeface, { text, glyphs }: Cluster): boolean {
  const [first] = glyphs;
  if (first && glyphs.length === 1) {
    if (!texts.has(first.id)) texts.set(first.id, text);
    return texts.get(first.id) === text;
  }
  for (const { id } of glyphs) if (!texts.has(id)) texts.set(id, "");
  return false;
}

function unicodeMap(texts: ReadonlyMap<number, string>): string {
  const ids = Array.from(texts.keys()).filter((id) => texts.get(id));
  const textOf = (id: number) => texts.get(id) ?? "";
  // A range may not pass the end of a row of 256 codes or characters.
  const follows = (id: number, last: number) =>
    id === last + 1 &&
    id % 256 !== 0 &&
    textOf(id).length === 1 &&
    textOf(last).length === 1 &&
    textOf(id).charCodeAt(0) === textOf(last).charCodeAt(0) + 1 &&
    textOf(id).charCodeAt(0) % 256 !== 0;
  const ranges = inSequences(ids, follows).map(
    (range) => `<${hex(range[0])}> <${hex(range.at(-1))}> <${utf16Units(textOf(range[0] ?? 0))}>`,
  );
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...Array.from({ length: Math.ceil(ranges.length / 100) }, (_, part) => {
      const some = ranges.slice(part * 100, (part + 1) * 100);
      return `${some.length} beginbfrange\n${some.join("\n")}\nendbfrange`;
    }),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** Numbers in ascending order, a new list wherever one does not follow the last. */
function inSequences(values: number[], follows: (value: number, last: number) => boolean): number[][] {
  const sequences: number[][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const current = sequences.at(-1);
    const last = current?.at(-1);
    if (current && last !== undefined && follows(value, last)) current.push(value);
    else sequences.push([value]);
  }
  return sequences;
}

const hex = (id = 0): string => id.toString(16).padStart(4, "0");

/** Six letters, as a subset's name has to begin. */
const subsetTag = (index: number): string =>
  Array.from({ length: 6 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(index / 26 ** (5 - place)) % 26)),
  ).join("");

const utf16 = (text: string): string => `feff${utf16Units(text)}`;
const utf16Units = (text: string): string =>
  Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, "0"),
  ).join("");

const number = (value: number): string => String(Math.round(value * 1_000) / 1_000);
