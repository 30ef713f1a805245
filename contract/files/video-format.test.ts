import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filmOf, mp4Box } from "#tests/support/film-samples.ts";
import { firstVideoFormat, formatProblem, mp4TypeOf, videoTypeProblem } from "./video-format.ts";

/** Also counts how much of the file was read. */
function readerOf(data: Uint8Array) {
  const read = { calls: 0, bytes: 0 };
  const bytes = async (start: number, length: number) => {
    const part = data.subarray(start, start + length);
    read.calls++;
    read.bytes += part.length;
    return part;
  };
  return { read, bytes };
}

const formatOf = (data: Uint8Array) => firstVideoFormat(readerOf(data).bytes, data.length);

test.each(["avc1", "hvc1", "hev1", "dvh1", "ap4h", "av01"])(
  "%s is found with the index at either end of the file",
  async (format) => {
    expect(await formatOf(filmOf(format))).toBe(format);
    expect(await formatOf(filmOf(format, { indexFirst: true }))).toBe(format);
    expect(await formatOf(filmOf(format, { longLength: true }))).toBe(format);
  },
);

test("films made by real programs are read", async () => {
  for (const path of [
    "server/demo-store/assets/videos/read-the-brief.mp4",
    "tests/e2e/support/hls/lesson.mp4",
  ])
    expect(await formatOf(readFileSync(path)), path).toBe("avc1");
});

test("reads a few kilobytes of a 10 GB film whose index is at its end", async () => {
  const film = Buffer.from(filmOf("hvc1"));
  const filmBytes = 10 * 2 ** 30;
  // Its film is not there at all: reading from it would find nothing.
  const head = film.subarray(0, film.indexOf("mdat") - 4);
  const index = film.subarray(film.indexOf("moov") - 4);
  const mdat = Buffer.alloc(16);
  mdat.writeUInt32BE(1);
  mdat.write("mdat", 4);
  mdat.writeBigUInt64BE(BigInt(filmBytes), 8);
  let bytes = 0;
  const format = await firstVideoFormat(
    async (start, length) => {
      bytes += length;
      if (start < head.length + 16) return Buffer.concat([head, mdat]).subarray(start, start + length);
      const at = start - head.length - filmBytes;
      return at < 0 ? Buffer.alloc(0) : index.subarray(at, at + length);
    },
    head.length + filmBytes + index.length,
  );
  expect(format).toBe("hvc1");
  expect(bytes).toBeLessThan(2_000);
});

test.each([
  ["no index", mp4Box("mdat", Buffer.alloc(64))],
  ["only sound", filmOf("mp4a", { handler: "soun" })],
  ["a length that ends within its own head", Buffer.from("00000004moov", "latin1")],
  ["nothing", Buffer.alloc(0)],
])("a file with %s has no format", async (_what, data) => {
  expect(await formatOf(data)).toBeUndefined();
});

test("boxes without end are not all looked at", async () => {
  const many = Buffer.concat(Array.from({ length: 50_000 }, () => mp4Box("free", Buffer.alloc(0))));
  for (const data of [many, mp4Box("moov", many), mp4Box("moov", mp4Box("trak", many))]) {
    const { read, bytes } = readerOf(data);
    expect(await firstVideoFormat(bytes, data.length)).toBeUndefined();
    expect(read.calls).toBeLessThanOrEqual(2_000);
    expect(read.bytes).toBeLessThanOrEqual(32_000);
  }
});

test("whatever a file holds, it is read to an end", async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom("moov", "trak", "mdia", "stsd", "hdlr")
      .map((type) => Buffer.from(`\0\0\0\u0010${type}`, "latin1")),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const { read, bytes } = readerOf(Buffer.concat(pieces));
      await firstVideoFormat(bytes, Buffer.concat(pieces).length);
      expect(read.calls).toBeLessThanOrEqual(2_010);
    }),
  );
});

test("what browsers do not all play is refused with its remedy, and remembered by its type", () => {
  for (const format of ["avc1", "vp09", undefined]) {
    expect(formatProblem(format)).toBeUndefined();
    expect(mp4TypeOf(format)).toBe("video/mp4");
  }
  expect(mp4TypeOf("hvc1")).toBe('video/mp4; codecs="hvc1"');
  expect(videoTypeProblem(mp4TypeOf("hvc1"))).toMatch(/HEVC.*H\.264.*Most Compatible/);
  expect(videoTypeProblem(mp4TypeOf('a"b\n'))).toMatch(/Export it as an MP4 with H\.264/);
  expect(videoTypeProblem("video/quicktime")).toMatch(/^Use an MP4 video/);
  expect(videoTypeProblem("video/mp4")).toBeUndefined();
});
