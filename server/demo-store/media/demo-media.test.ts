import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { DEMO_PRODUCTS } from "#server/demo-store/content/demo-products.ts";
import { makeAvatar } from "./make-avatar.ts";
import { makeCover } from "./make-cover.ts";
import { makeDemoMedia, type DemoMedia } from "./make-demo-media.ts";
import { makePdf } from "./make-pdf.ts";
import { makeVideo } from "./make-video.ts";
import { makeZip } from "./make-zip.ts";
import { findMp4Box, readMp4Duration } from "./mp4-boxes.ts";

let media: DemoMedia;

beforeAll(async () => {
  media = await makeDemoMedia();
});

test("every product has a cover of 1600 × 1000 and a portrait stands beside them", async () => {
  expect([...media.covers.keys()]).toEqual(DEMO_PRODUCTS.map(({ slug }) => slug));
  for (const cover of media.covers.values()) {
    expect(await sharp(cover).metadata()).toMatchObject({ format: "png", width: 1600, height: 1000 });
  }
  expect(await sharp(media.avatar).metadata()).toMatchObject({ format: "png", width: 512, height: 512 });
});

test("every uploaded product has its file, of the kind its name says", async () => {
  const names = DEMO_PRODUCTS.flatMap(({ fileName }) => fileName ?? []);
  expect([...media.files.keys()].sort()).toEqual(names.sort());
  for (const [name, file] of media.files) {
    expect((await fileTypeFromBuffer(file))?.ext).toBe(name.split(".").at(-1));
  }
});

test("the e-book has a title page and a page for each chapter at least", () => {
  const book = media.files.get("pricing-playbook.pdf")?.toString("latin1") ?? "";
  expect(book.startsWith("%PDF-")).toBe(true);
  expect(book.trimEnd().endsWith("%%EOF")).toBe(true);
  expect(book.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(9);
});

test("the template archive opens and lists its documents", async () => {
  const archive = await fromBufferPromise(media.files.get("studio-os-templates.zip") ?? Buffer.alloc(0));
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) names.push(entry.fileName);
  expect(names).toHaveLength(7);
  expect(names).toContain("studio-os/2-proposal.md");
});

test("every video lesson has an MP4 as long as the lesson says", async () => {
  const lessons = DEMO_PRODUCTS.flatMap(({ modules }) => modules)
    .flatMap((module) => module.lessons)
    .filter(({ video }) => video);
  expect(media.videos.size).toBe(lessons.length);
  for (const { slug, durationSeconds } of lessons) {
    const mp4 = media.videos.get(slug) ?? Buffer.alloc(0);
    expect((await fileTypeFromBuffer(mp4))?.mime).toBe("video/mp4");
    expect(readMp4Duration(mp4)).toBeCloseTo(durationSeconds, 1);
    expect(mp4.length).toBeLessThan(300_000);
  }
});

test("a video says which of its frames can be sought to", async () => {
  const mp4 = await makeVideo({ title: "Short", seconds: 6, seed: "a", keyPoints: ["One", "Two"] });
  const frames = mp4.readUInt32BE((findMp4Box(mp4, "stsz") ?? 0) + 8);
  const keyFrames = findMp4Box(mp4, "stss") ?? 0;
  expect(mp4.readUInt32BE(keyFrames + 4)).toBe(3);
  expect([8, 12, 16].map((offset) => mp4.readUInt32BE(keyFrames + offset))).toEqual([
    1,
    frames / 3 + 1,
    (frames / 3) * 2 + 1,
  ]);
});

test("the same seed makes the same bytes, another seed others", async () => {
  const cover = { title: "Twice", kind: "kit", seed: "a" } as const;
  expect(await makeCover(cover)).toEqual(await makeCover(cover));
  expect(await makeCover(cover)).not.toEqual(await makeCover({ ...cover, seed: "c" }));
  expect(await makeAvatar({ name: "Ana", seed: "a" })).toEqual(await makeAvatar({ name: "Ana", seed: "a" }));
  expect(await makeAvatar({ name: "Ana", seed: "a" })).not.toEqual(
    await makeAvatar({ name: "Bo", seed: "a" }),
  );
  const book = { title: "Twice", pages: [{ heading: "One", paragraphs: ["- Text"] }] };
  expect(await makePdf(book)).toEqual(await makePdf(book));
  const files = [{ name: "a/b.txt", content: "text" }];
  expect(await makeZip(files)).toEqual(await makeZip(files));
  const video = { title: "Twice", seconds: 6, seed: "a" };
  expect(await makeVideo(video)).toEqual(await makeVideo(video));
});
