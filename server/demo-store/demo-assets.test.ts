import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { DEMO_PRODUCTS } from "./content/demo-products.ts";
import { readAsset, readCover, readPicture, readPortrait } from "./demo-assets.ts";

const folder = join(import.meta.dirname, "assets");
const lessons = DEMO_PRODUCTS.flatMap(({ modules }) => modules).flatMap((module) => module.lessons);
const withVideo = lessons.filter(({ video }) => video);
const pictures = DEMO_PRODUCTS.flatMap((product) => product.pictures);
const files = DEMO_PRODUCTS.flatMap(({ fileName }) => fileName ?? []);

test("there is an asset for everything that is shown and sold, no other, and all are modest in size", () => {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const wanted = [
    "README.md",
    "portrait.svg",
    ...DEMO_PRODUCTS.map(({ slug }) => `covers/${slug}.svg`),
    ...pictures.map(({ name }) => `pictures/${name}.svg`),
    ...files.map((name) => `files/${name}`),
    ...withVideo.map(({ slug }) => `videos/${slug}.mp4`),
  ];
  expect(found.sort()).toEqual(wanted.sort());
  const bytes = found.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  expect(bytes).toBeLessThan(610_000);
});

test("covers and pictures are 1600 × 1000 and the portrait 512 × 512, and none needs a font or a file of elsewhere", async () => {
  for (const { slug } of DEMO_PRODUCTS) {
    const cover = await sharp(await readCover(slug)).metadata();
    expect(cover).toMatchObject({ format: "png", width: 1600, height: 1000 });
    expect(readFileSync(join(folder, "covers", `${slug}.svg`), "utf8")).not.toMatch(
      /<text|<image|href=|url\(['"]?[^#]/,
    );
  }
  for (const { name } of pictures) {
    expect(await sharp(await readPicture(name)).metadata()).toMatchObject({ width: 1600, height: 1000 });
    expect(readFileSync(join(folder, "pictures", `${name}.svg`), "utf8")).not.toMatch(
      /<text|<image|href=|url\(['"]?[^#]/,
    );
  }
  const portrait = await sharp(await readPortrait()).metadata();
  expect(portrait).toMatchObject({ format: "png", width: 512, height: 512 });
});

test("every file that is sold is of the kind its name says", async () => {
  for (const name of files)
    expect((await fileTypeFromBuffer(await readAsset(`files/${name}`)))?.ext).toBe(name.split(".").at(-1));
});

test("the e-book has a title page and a page for each chapter at least", async () => {
  const book = (await readAsset("files/pricing-playbook.pdf")).toString("latin1");
  expect(book.startsWith("%PDF-")).toBe(true);
  expect(book.trimEnd().endsWith("%%EOF")).toBe(true);
  expect(book.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(9);
});

test("the template archive opens and lists its documents", async () => {
  const archive = await fromBufferPromise(await readAsset("files/studio-os-templates.zip"));
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) names.push(entry.fileName);
  expect(names).toHaveLength(7);
  expect(names).toContain("studio-os/2-proposal.md");
});

test("every video lesson has an MP4 as long as the lesson says", async () => {
  for (const { slug, durationSeconds } of withVideo) {
    const mp4 = await readAsset(`videos/${slug}.mp4`);
    expect((await fileTypeFromBuffer(mp4))?.mime).toBe("video/mp4");
    const header = boxIn(mp4, ["moov", "mvhd"]);
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBeCloseTo(durationSeconds, 1);
  }
});

test("a video says which of its frames can be sought to: the first of each slide", async () => {
  for (const { slug, keyPoints } of withVideo) {
    const mp4 = await readAsset(`videos/${slug}.mp4`);
    const tables = ["moov", "trak", "mdia", "minf", "stbl"];
    const frameCount = boxIn(mp4, [...tables, "stsz"]).readUInt32BE(8);
    const keyFrames = boxIn(mp4, [...tables, "stss"]);
    const slides = keyPoints.length + 1;
    expect(keyFrames.readUInt32BE(4)).toBe(slides);
    const places = Array.from({ length: slides }, (_, slide) => keyFrames.readUInt32BE(8 + 4 * slide));
    expect(places).toEqual(places.map((_, slide) => (frameCount / slides) * slide + 1));
  }
});

/** What a box of an MP4 holds, found by the names of those it stands in. */
function boxIn(within: Buffer, [type, ...inner]: readonly string[]): Buffer {
  for (let offset = 0; offset + 8 <= within.length; offset += within.readUInt32BE(offset)) {
    if (within.toString("latin1", offset + 4, offset + 8) !== type) continue;
    const content = within.subarray(offset + 8, offset + within.readUInt32BE(offset));
    return inner.length > 0 ? boxIn(content, inner) : content;
  }
  throw new Error(`the movie has no ${type}`);
}
