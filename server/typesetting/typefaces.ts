import { readFile } from "node:fs/promises";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import decompress from "wawoff2/decompress.js";
import type { FontFile } from "./families.ts";

/** A font at one weight, ready to shape with. */
export type Typeface = {
  /** Unique among files and weights. */
  name: string;
  font: Font;
  /** As TrueType, for embedding. */
  data: Uint8Array;
  /** What a variable font's weight axis is set to. */
  weight: number | undefined;
  unitsPerEm: number;
  /** Above and below the baseline, in ems; both positive. */
  ascent: number;
  descent: number;
};

type OpenedFile = { data: Uint8Array; face: Face };

const files = new Map<string, Promise<OpenedFile>>();
const typefaces = new Map<string, Typeface>();

/** The typeface of a file at a weight. Each is read once, and kept: all of them together take some 100 MB. */
export async function openTypeface(file: FontFile, weight: number): Promise<Typeface> {
  const name = `${file.name}-${weight}`;
  const known = typefaces.get(name);
  if (known) return known;
  const path = file.path(weight);
  let opening = files.get(path);
  if (!opening) files.set(path, (opening = openFile(path)));
  const { data, face } = await opening;
  const font = new Font(face);
  const axis = file.isVariable ? face.getAxisInfos()["wght"] : undefined;
  const pinned = axis && Math.min(Math.max(weight, axis.min), axis.max);
  if (pinned !== undefined) font.setVariations([new Variation("wght", pinned)]);
  const unitsPerEm = face.upem;
  const { ascender, descender } = font.hExtents();
  const typeface: Typeface = {
    name,
    font,
    data,
    weight: pinned,
    unitsPerEm,
    ascent: ascender / unitsPerEm,
    descent: -descender / unitsPerEm,
  };
  typefaces.set(name, typeface);
  return typeface;
}

async function openFile(path: string): Promise<OpenedFile> {
  const bytes = await readFile(path);
  // The decompressor's answer is a view of its own memory, which the next call overwrites.
  const data = path.endsWith(".woff2") ? Uint8Array.from(await decompress(bytes)) : bytes;
  return { data, face: new Face(new Blob(data)) };
}
