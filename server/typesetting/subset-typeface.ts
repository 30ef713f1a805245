import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Typeface } from "./typefaces.ts";

/** What of hb-subset is called here. Pointers are numbers; see hb-subset.h of HarfBuzz. */
type HbSubset = {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_or_fail(face: number, input: number): number;
};

const writable = 2;
const dropTables = 3;
const withoutHints = 0x1;
const keepGlyphIds = 0x2;
/** A PDF names glyphs by their ids, and shapes nothing. */
const unusedTables = ["GSUB", "GPOS", "GDEF", "BASE", "STAT", "name", "cmap", "post", "OS/2", "vhea", "vmtx"];

/** A TrueType font with the outlines of these glyphs alone, at the typeface's weight. Ids stay as they are. */
export async function subsetTypeface({ data, weight }: Typeface, glyphs: Iterable<number>): Promise<Buffer> {
  const hb = await (subsetter ??= loadSubsetter());
  const copy = hb.malloc(data.length);
  new Uint8Array(hb.memory.buffer).set(data, copy);
  const source = hb.hb_blob_create(copy, data.length, writable, 0, 0);
  const face = hb.hb_face_create(source, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const dropped = hb.hb_subset_input_set(input, dropTables);
  for (const table of unusedTables) hb.hb_set_add(dropped, tag(table));
  hb.hb_subset_input_set_flags(input, withoutHints | keepGlyphIds);
  if (weight !== undefined) {
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    hb.hb_subset_input_pin_axis_location(input, face, tag("wght"), weight);
  }
  const subset = hb.hb_subset_or_fail(face, input);
  try {
    if (subset === 0) throw new Error("HarfBuzz could not make a subset");
    const blob = hb.hb_face_reference_blob(subset);
    const begin = hb.hb_blob_get_data(blob, 0);
    const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, begin, hb.hb_blob_get_length(blob)));
    hb.hb_blob_destroy(blob);
    return bytes;
  } finally {
    hb.hb_face_destroy(subset);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(source);
    hb.free(copy);
  }
}

let subsetter: Promise<HbSubset> | undefined;

async function loadSubsetter(): Promise<HbSubset> {
  const path = fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
  const { instance } = await WebAssembly.instantiate(await readFile(path));
  const hb = instance.exports as HbSubset;
  // oxlint-disable-next-line no-underscore-dangle -- its name in WASI
  hb._initialize();
  return hb;
}

const tag = (name: string): number =>
  name.split("").reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
