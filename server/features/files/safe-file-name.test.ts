import { parse } from "content-disposition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentHeader, safeFileName, zipEntryName } from "./safe-file-name.ts";

const names = {
  Persian: "می‌خواهم نامه‌ها.pdf",
  "Hindi with a half form": "क्‍षमा.pdf",
  "Bengali that shows its virama": "উদ্‌যাপন.pdf",
  Sinhala: "ශ්‍රී ලංකාව.pdf",
  Malayalam: "അവന്‍മാര്‍ക്ക്.pdf",
  "a family": "👩‍👩‍👧‍👦.pdf",
  "a flag": "🏳️‍🌈 pride.pdf",
  "a profession with a skin tone": "👩🏽‍🎨.png",
  Hebrew: "מדריך צילום.pdf",
  "double quotes": 'The "best" guide.pdf',
  percent: "100% of it %22.pdf",
};

test.each(Object.entries(names))("keeps a name in %s as it is", (_, name) => {
  expect(safeFileName(name)).toBe(name);
});

test.each([
  ["between Latin letters", "pa\u200cy\u200dpal.pdf", "paypal.pdf"],
  ["before the extension", "guide\u200d.pdf", "guide.pdf"],
  ["in a row", "می\u200c\u200cخواهم.pdf", "میخواهم.pdf"],
  ["between a letter and an emoji", "a\u200d👩.pdf", "a👩.pdf"],
  ["at the beginning", "\u200cنامه.pdf", "نامه.pdf"],
])("removes a joiner %s", (_, given, name) => {
  expect(safeFileName(given)).toBe(name);
});

test.each([
  [names.Persian, "file.pdf"],
  ["Größe.pdf", "Gro_e.pdf"],
  [names["double quotes"], "The _best_ guide.pdf"],
  ["a\\b.pdf", "a_b.pdf"],
  [names.percent, "100_ of it _22.pdf"],
  ["guide.pdf", "guide.pdf"],
])("sends the name %j by RFC 8187, with %j for programs that know no more", (name, ascii) => {
  const header = attachmentHeader(name);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(parse(header).parameters["filename"]).toBe(name);
  expect(parse(header, { extended: false }).parameters["filename"]).toBe(ascii);
});

test("a header carries every safe name exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), (given) => {
      const name = safeFileName(given);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
      expect(safeFileName(name)).toBe(name);
      const header = attachmentHeader(name);
      expect(header).toMatch(/^attachment; [\x20-\x7e]+$/);
      expect(parse(header).parameters["filename"]).toBe(name);
    }),
  );
});

test.each([
  ["Persian", "می‌خواهم "],
  ["emoji", "👩‍👩‍👧‍👦"],
  ["Sinhala", "ශ්‍රී"],
])("cuts a long name in %s between characters, at 240 bytes with its extension", (_, piece) => {
  const name = safeFileName(`${piece.repeat(100)}.pdf`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
  expect(name.endsWith(".pdf")).toBe(true);
  const graphemes = (text: string) =>
    Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  const whole = new Set(graphemes(piece.repeat(2)));
  expect(graphemes(name.slice(0, -4)).filter((segment) => !whole.has(segment))).toEqual([]);
});

test("a name in a ZIP has no character that Windows refuses", () => {
  expect(zipEntryName('The "best" guide?.pdf')).toBe("The 'best' guide_.pdf");
  expect(zipEntryName(names.Persian)).toBe(names.Persian);
});
