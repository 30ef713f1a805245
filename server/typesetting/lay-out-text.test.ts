import { expect, test } from "vitest";
import { namesByScript } from "#tests/support/names-by-script.ts";
import { layOutText, type Line } from "./lay-out-text.ts";

const names = Object.values(namesByScript).flat();
const layOut = (text: string, options: Partial<Parameters<typeof layOutText>[1]> = {}) =>
  layOutText(text, {
    style: { family: "noto-sans", weight: 400 },
    width: 60,
    most: 300,
    direction: "auto",
    ...options,
  });
const clustersOf = (lines: readonly Line[]) =>
  lines.flatMap(({ runs }) => runs.flatMap((run) => run.clusters));
/** The characters from left to right. */
const seen = (lines: readonly Line[]) =>
  clustersOf(lines)
    .map(({ text }) => text)
    .join("");
const glyphsOf = (lines: readonly Line[]) => clustersOf(lines).flatMap(({ glyphs }) => glyphs);
const idsOf = (lines: readonly Line[]) => glyphsOf(lines).map(({ id }) => id);

test.for([
  ["noto-sans", 400],
  ["noto-sans", 700],
  ["inter", 800],
] as const)("has a glyph for every name, in %s %s", async ([family, weight]) => {
  for (const name of names)
    expect(idsOf(await layOut(name, { style: { family, weight } })), name).not.toContain(0);
});

test("keeps every character of a name, in its place", async () => {
  for (const name of names) {
    const clusters = clustersOf(await layOut(name)).toSorted((a, b) => a.start - b.start);
    expect(clusters.map(({ text }) => text).join(""), name).toBe(name.normalize("NFC"));
  }
});

test("orders Hebrew and Arabic from the right, with numbers and Latin words from the left", async () => {
  expect(seen(await layOut("משה כהן"))).toBe("ןהכ השמ");
  expect(seen(await layOut("קורס 101 (React)"))).toBe(")React( 101 סרוק");
  expect(seen(await layOut("Hello שלום 123!"))).toBe("Hello 123 םולש!");
  expect(seen(await layOut("שלום, Ada", { direction: "ltr" }))).toBe("םולש, Ada");
  expect(seen(await layOut("محمد 2026"))).toBe("2026 دمحم");
});

test("joins Arabic letters, and lam with alef", async () => {
  const ids = (text: string) =>
    layOut(text).then((lines) => clustersOf(lines).map(({ glyphs }) => glyphs.map(({ id }) => id).join()));
  const apart = await Promise.all(["ب", "ي", "ت"].map(ids));
  const joined = await ids("بيت");
  expect(joined).toHaveLength(3);
  for (const letter of apart.flat()) expect(joined).not.toContain(letter);
  const lamAndAlef = [await ids("ل"), await ids("ا")].flat();
  for (const letter of await ids("لا")) expect(lamAndAlef).not.toContain(letter);
});

test("shapes a script the same beside another of the same font", async () => {
  const alone = idsOf(await layOut("श्री"));
  expect(idsOf(await layOut("Art · श्री")).slice(-alone.length)).toEqual(alone);
});

test("draws an emoji of several characters as one glyph", async () => {
  for (const emoji of ["👩‍👩‍👧", "🏳️‍🌈", "🇩🇪", "1️⃣", "👍🏽", "🧑‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
    expect(idsOf(await layOut(emoji)), emoji).toHaveLength(1);
});

test("sets a name in one regional family where one has all of it", async () => {
  const families = async (name: string) => [
    ...new Set(
      (await layOut(name)).flatMap(({ runs }) => runs.map(({ typeface }) => typeface.name.slice(0, 12))),
    ),
  ];
  expect(await families("从零开始")).toEqual(["noto-sans-sc"]);
  expect(await families("山田さくら")).toEqual(["noto-sans-jp"]);
  expect(await families("金민수")).toEqual(["noto-sans-kr"]);
});

test("breaks lines between words, and Thai and Japanese without spaces", async () => {
  const texts = async (text: string, width: number) =>
    (await layOut(text, { width })).map((line) => seen([line]));
  expect(await texts("one two three", 5)).toEqual(["one two", "three"]);
  expect((await texts("คอร์สถ่ายภาพสำหรับผู้เริ่มต้น", 8)).length).toBeGreaterThan(1);
  expect(await texts("カメラ入門「初級」", 6)).toEqual(["カメラ入門", "「初級」"]);
  expect(await texts("a".repeat(12), 3)).toEqual(["aaaaa", "aaaaa", "aa"]);
  expect(await texts("שלום עולם", 3.2)).toEqual(["םולש", "םלוע"]);
});

test("ends what does not fit in an ellipsis, within its width", async () => {
  for (const name of [
    "Brand identity from scratch",
    "からのブランドデザイン講座",
    "קורס צילום למתחילים",
    "🎉".repeat(30),
  ]) {
    const lines = await layOut(name, { width: 4, mostLines: 2 });
    expect(lines).toHaveLength(2);
    expect(seen(lines.slice(1))).toContain("…");
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(4);
  }
});

test.for([
  ["combining marks", `a${"\u0301".repeat(10_000)}`],
  ["Thai marks", `ก${"\u0e49".repeat(10_000)}`],
  ["joiners", "\u{1f469}\u200d".repeat(10_000)],
  ["unpaired surrogates", "\ud800\udfff\udc00".repeat(5_000)],
  ["bidi controls", "\u202e\u2066\u2067\u2068\u202d".repeat(5_000)],
  ["isolates around letters", "\u2068א\u2069a".repeat(3_000)],
  ["private and unassigned characters", "\ue000\u{10ffff}\u0378".repeat(5_000)],
  ["flags without an end", `\u{1f3f4}${"\u{e0067}".repeat(9_000)}`],
  ["a script without a font", "ⴰⵣⵓⵍ".repeat(2_000)],
  ["ideographs of every kind", String.fromCodePoint(...Array.from({ length: 9_000 }, (_, n) => 0x4e00 + n))],
])("bounds what %s cost", async ([, text = ""]) => {
  const lines = await layOut(text, { width: 20 });
  expect(glyphsOf(lines).length).toBeLessThanOrEqual(300);
  for (const { width, ascent, descent } of lines) {
    expect(width).toBeLessThan(21);
    expect(ascent + descent).toBeLessThan(5);
  }
});

test("a line is as high as what is drawn in it", async () => {
  const [plain] = await layOut("Ada");
  const [marked] = await layOut(`A${"\u0302".repeat(6)}da`);
  expect(marked?.ascent).toBeGreaterThan((plain?.ascent ?? 0) + 0.3);
});
