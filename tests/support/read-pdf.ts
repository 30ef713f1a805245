import { inflateSync } from "node:zlib";

/** What a PDF draws: each text as it is drawn from left to right, and each glyph's id. */
export type DrawnPdf = { texts: string[]; glyphs: { font: string; id: number }[]; fonts: string[] };

/** Reads a PDF of PDFKit as a program does that copies its text: by each font's own map, or by what is stated instead. */
export function readPdf(pdf: Buffer): DrawnPdf {
  const objects = objectsOf(pdf);
  const maps = new Map<string, Map<number, string>>();
  const fonts: string[] = [];
  for (const { text } of objects.values())
    for (const [, entries = ""] of text.matchAll(/\/Font <<\s*([^>]*)>>/g))
      for (const [, name = "", object = ""] of entries.matchAll(/\/(\w+) (\d+) 0 R/g)) {
        if (maps.has(name)) continue;
        const font = objects.get(object)?.text ?? "";
        const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? "")?.stream ?? "";
        fonts.push(/\/BaseFont \/(\S+)/.exec(font)?.[1] ?? "");
        maps.set(name, unicodeOf(map));
      }
  const drawn: DrawnPdf = { texts: [], glyphs: [], fonts };
  for (const { stream } of objects.values()) if (/\bTf\b/.test(stream)) readPage(stream, maps, drawn);
  return drawn;
}

function readPage(page: string, maps: Map<string, Map<number, string>>, drawn: DrawnPdf) {
  const token = /\/(\w+) [\d.]+ Tf|ActualText <([\da-f]+)>|\bEMC\b|\[([^\]]*)\] TJ|[-\d.]+ ([-\d.]+) Tm/g;
  let font = "";
  let stated: string | undefined;
  let height = "";
  for (const [whole, name, actual, glyphs, y] of page.matchAll(token)) {
    if (name !== undefined) font = name;
    else if (actual !== undefined) {
      stated = utf16Of(actual).replace("\ufeff", "");
      add(stated);
    } else if (whole === "EMC") stated = undefined;
    else if (y !== undefined) {
      if (y !== height && stated === undefined) drawn.texts.push("");
      height = y;
    } else
      for (const [, codes = ""] of (glyphs ?? "").matchAll(/<([\da-f]*)>/g))
        for (const [code] of codes.matchAll(/.{4}/g)) {
          const id = parseInt(code, 16);
          drawn.glyphs.push({ font, id });
          if (stated === undefined) add(maps.get(font)?.get(id) ?? "\ufffd");
        }
  }

  function add(text: string) {
    if (drawn.texts.length === 0) drawn.texts.push("");
    drawn.texts[drawn.texts.length - 1] += text;
  }
}

function objectsOf(pdf: Buffer): Map<string, { text: string; stream: string }> {
  const found = new Map<string, { text: string; stream: string }>();
  for (const { 0: whole, 1: id = "", index } of pdf
    .toString("latin1")
    .matchAll(/(\d+) 0 obj\n[^]*?endobj/g)) {
    const begin = whole.indexOf("stream\n");
    const text = begin === -1 ? whole : whole.slice(0, begin);
    const length = Number(/\/Length (\d+)/.exec(text)?.[1] ?? 0);
    const at = index + begin + "stream\n".length;
    const bytes = begin === -1 ? Buffer.alloc(0) : pdf.subarray(at, at + length);
    const stream = text.includes("FlateDecode") && begin !== -1 ? inflateSync(bytes) : bytes;
    found.set(id, { text, stream: stream.toString("latin1") });
  }
  return found;
}

/** A font's map from glyphs to characters. */
function unicodeOf(map: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, first = "", last = "", text = ""] of map.matchAll(
    /<([\da-f]{4})> <([\da-f]{4})> <([\da-f]+)>/g,
  )) {
    const start = utf16Of(text);
    for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) {
      const unit = start.charCodeAt(start.length - 1) + code - parseInt(first, 16);
      characters.set(code, start.slice(0, -1) + String.fromCharCode(unit));
    }
  }
  for (const [, first = "", texts = ""] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g))
    for (const [index, [, text = ""]] of [...texts.matchAll(/<([^>]*)>/g)].entries())
      characters.set(parseInt(first, 16) + index, utf16Of(text.replaceAll(" ", "")));
  return characters;
}

const utf16Of = (hex: string): string =>
  String.fromCharCode(...Array.from(hex.matchAll(/.{4}/g), ([unit]) => parseInt(unit, 16)));
