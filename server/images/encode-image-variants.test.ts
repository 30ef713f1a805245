import { crc32 } from "node:zlib";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { expect, test } from "vitest";
import { encodeImageVariants } from "./encode-image-variants.ts";

const INVALID = { status: 422, code: "INVALID", fields: { file: expect.any(String) } };

test("a cover becomes 16:10 AVIF and WebP in three widths and one JPEG", async () => {
  const result = await encodeImageVariants(await photo(1500, 1500).png().toBuffer(), "cover");
  expect(result).toMatchObject({ widths: [400, 800, 1200], width: 1200, height: 750 });
  expect(result.files.map(({ width, format }) => `${width} ${format}`)).toEqual([
    "400 avif",
    "400 webp",
    "800 avif",
    "800 webp",
    "800 jpeg",
    "1200 avif",
    "1200 webp",
  ]);
  for (const { width, format, data } of result.files) {
    expect((await fileTypeFromBuffer(data))?.mime).toBe(`image/${format}`);
    expect(await sharp(data).metadata()).toMatchObject({ width, height: width / 1.6 });
  }
});

test("an avatar becomes square", async () => {
  const result = await encodeImageVariants(await photo(900, 500).webp().toBuffer(), "avatar");
  expect(result).toMatchObject({ widths: [96, 192, 384], width: 384, height: 384 });
  for (const { width, data } of result.files) {
    expect(await sharp(data).metadata()).toMatchObject({ width, height: width });
  }
});

test("a poster becomes 16:9", async () => {
  const result = await encodeImageVariants(await photo(1300, 1300).jpeg().toBuffer(), "poster");
  expect(result).toMatchObject({ widths: [640, 1280], width: 1280, height: 720 });
  expect(result.files.filter(({ format }) => format === "jpeg").map(({ width }) => width)).toEqual([640]);
});

test.each([
  ["a photo across", 1800, 1200, [400, 800, 1200], 800],
  ["a photo upright", 801, 1203, [400, 800], 1200],
  ["a photo of odd measures", 1201, 799, [400, 800, 1200], 798],
  ["a strip across, cut to 4:1", 3000, 300, [400, 800, 1200], 300],
  ["a strip upright, cut to 2:3", 600, 5000, [400], 600],
])("the picture of a post keeps its shape: %s", async (_what, width, height, widths, shownHeight) => {
  const result = await encodeImageVariants(await photo(width, height).jpeg().toBuffer(), "post");
  expect(result).toMatchObject({ widths, height: shownHeight });
});

test("a small image is not blown up beyond the smallest width, and still has a JPEG", async () => {
  const result = await encodeImageVariants(await photo(500, 200).png().toBuffer(), "cover");
  expect(result).toMatchObject({ widths: [400], width: 400, height: 250 });
  expect(result.files.map(({ format }) => format)).toEqual(["avif", "webp", "jpeg"]);
});

test.each([
  [60_000, 1],
  [1, 60_000],
])(
  "a thread of %i x %i pixels is refused: a shape filled with it has billions of them before it is cropped",
  async (width, height) => {
    const thread = await strip(width, height);
    for (const kind of ["cover", "avatar", "poster"] as const)
      await expect(encodeImageVariants(thread, kind)).rejects.toMatchObject(INVALID);
  },
);

test("a strip is taken where little of it is enlarged, and none takes long", async () => {
  const line = await strip(3_000, 10);
  expect((await encodeImageVariants(line, "cover")).widths).toEqual([400]);
  expect((await encodeImageVariants(line, "text")).widths).toEqual([200]);
  const began = process.cpuUsage();
  for (const kind of ["post", "text"] as const)
    await encodeImageVariants(await strip(60_000, 1), kind).catch(() => {});
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000_000).toBeLessThan(30);
});

const strip = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#cf3d08" } })
    .png()
    .toBuffer();

test.each(["png", "jpeg", "webp", "gif", "avif"] as const)("%s is read", async (format) => {
  const input = await photo(420, 300).toFormat(format).toBuffer();
  expect((await encodeImageVariants(input, "avatar")).width).toBe(192);
});

test("of an animation the first frame is kept", async () => {
  const frames = await Promise.all(
    ["#ff0000", "#0000ff"].map((background) => frame(background).png().toBuffer()),
  );
  const joined = () => sharp(frames, { join: { animated: true } });
  const animations = [
    await joined().gif().toBuffer(),
    await joined().webp().toBuffer(),
    animatedPng(frames[0] ?? Buffer.alloc(0)),
  ];
  for (const input of animations) {
    const { files } = await encodeImageVariants(input, "avatar");
    for (const { data } of files) {
      expect((await sharp(data).metadata()).pages ?? 1).toBe(1);
      const [red, , blue] = (await sharp(data).stats()).channels;
      expect((red?.mean ?? 0) - (blue?.mean ?? 0)).toBeGreaterThan(200);
    }
  }
});

const frame = (background: string) => sharp({ create: { width: 120, height: 120, channels: 3, background } });

/** A PNG that says, behind its head, that it is animated. */
function animatedPng(png: Buffer): Buffer {
  const control = Buffer.from("\0\0\0\u0008acTL\0\0\0\u0001\0\0\0\0\0\0\0\0", "latin1");
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  const headBytes = 33;
  return Buffer.concat([png.subarray(0, headBytes), control, png.subarray(headBytes)]);
}

test("the camera's rotation is applied and its metadata dropped", async () => {
  const input = await photo(1000, 500)
    .jpeg()
    .withExif({ IFD0: { Copyright: "Secret Street 1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(input.includes("Secret Street 1")).toBe(true);
  const { files, widths } = await encodeImageVariants(input, "cover");
  // Turned upright the photo is 500 wide, which is enough for the smallest width only.
  expect(widths).toEqual([400]);
  for (const { data } of files) {
    expect(data.includes("Secret Street")).toBe(false);
    expect((await sharp(data).metadata()).exif).toBeUndefined();
  }
});

test("transparency lies on white in every format", async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const input = await sharp({ create: { width: 400, height: 250, channels: 4, background: clear } })
    .png()
    .toBuffer();
  for (const { data } of (await encodeImageVariants(input, "cover")).files) {
    expect((await sharp(data).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  }
});

test.each([
  ["SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["HTML with a PNG's name", () => Buffer.from("<html><script>alert(1)</script></html>")],
  ["a PDF", () => Buffer.from("%PDF-1.4\n%%EOF")],
  ["TIFF", () => photo(40, 40).tiff().toBuffer()],
  ["nothing", () => Buffer.alloc(0)],
  ["only the first bytes of a PNG", () => pngHeader(40, 40).subarray(0, 8)],
  ["a PNG of 60,000 × 60,000 pixels", () => pngHeader(60_000, 60_000)],
  ["a GIF of 65,535 × 65,535 pixels", () => Buffer.from("GIF89a\xff\xff\xff\xff\x00\x00\x00\x3b", "latin1")],
  ["a PNG without picture data", () => pngHeader(40, 40)],
  ["half a JPEG", async () => (await photo(800, 800).jpeg().toBuffer()).subarray(0, 2_000)],
  [
    "noise behind a JPEG's magic bytes",
    () => Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(500, 7)]),
  ],
])("%s is refused", async (_, make) => {
  await expect(encodeImageVariants(await make(), "cover")).rejects.toMatchObject(INVALID);
});

function photo(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#cf3d08",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  });
}

/** A PNG that ends behind its header. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
