import { fileTypeFromBuffer } from "file-type";
import sharp, { type Sharp } from "sharp";
import { Invalid } from "#server/errors.ts";

export type ImageKind = "cover" | "avatar";
export type ImageFormat = "avif" | "webp" | "jpeg";
export type ImageVariant = { width: number; format: ImageFormat; data: Buffer };

/** What is made of an upload. `jpegWidth` is for browsers that know neither AVIF nor WebP. */
const SHAPES = {
  cover: { widths: [400, 800, 1200], jpegWidth: 800, heightOf: (width: number) => Math.round(width / 1.6) },
  avatar: { widths: [96, 192, 384], jpegWidth: 192, heightOf: (width: number) => width },
} as const;

/** Declared type to the format that sharp must then find in the same bytes. */
const READABLE = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

const MAX_PIXELS = 50_000_000;
const WRONG_TYPE = "Use a PNG, JPEG, WebP, GIF or AVIF image.";
const TOO_LARGE = "The image is too large. Use one of at most 50 megapixels.";
const DAMAGED = "The image is damaged and cannot be read.";

/**
 * Crops an uploaded image (cover 16:10, avatar square, around what stands out) and encodes it in every width
 * its own size allows, at least the smallest: AVIF and WebP each, and one JPEG. Metadata is dropped, the
 * camera's rotation applied, of an animation the first frame kept. `width` and `height` are those of the
 * largest variant, in pixels.
 * Throws Invalid({ file }) for other formats, more than 50 megapixels, and what cannot be decoded.
 */
export async function encodeImageVariants(
  input: Buffer,
  kind: ImageKind,
): Promise<{ widths: number[]; files: ImageVariant[]; width: number; height: number }> {
  const shape = SHAPES[kind];
  const available = await croppedWidth(input, shape.heightOf);
  const smallest = shape.widths[0];
  const widths = shape.widths.filter((width) => width === smallest || width <= available);
  const largest = Math.max(...widths);
  const cropped = await decoded(
    source(input)
      .autoOrient()
      .resize(largest, shape.heightOf(largest), { fit: "cover", position: sharp.strategy.attention })
      .flatten({ background: "#ffffff" })
      .toColorspace("srgb")
      .raw(),
  );
  const jpegWidth = Math.min(shape.jpegWidth, largest);
  const files = await Promise.all(
    widths.flatMap((width) => {
      const resized = sharp(cropped.data, { raw: cropped.info }).resize(width, shape.heightOf(width));
      const formats: ImageFormat[] = width === jpegWidth ? ["avif", "webp", "jpeg"] : ["avif", "webp"];
      return formats.map(async (format) => ({ width, format, data: await encode(resized.clone(), format) }));
    }),
  );
  return { widths, files, width: largest, height: shape.heightOf(largest) };
}

/** How wide the cropped image can be without being enlarged. */
async function croppedWidth(input: Buffer, heightOf: (width: number) => number): Promise<number> {
  const type = await fileTypeFromBuffer(input);
  const expected = type && READABLE.get(type.mime);
  if (!expected) throw Invalid({ file: WRONG_TYPE });
  const metadata = await source(input)
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  if (metadata.format !== expected) throw Invalid({ file: WRONG_TYPE });
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) throw Invalid({ file: TOO_LARGE });
  return Math.min(width, Math.floor((height * 1000) / heightOf(1000)));
}

function source(input: Buffer): Sharp {
  return sharp(input, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 }).timeout({ seconds: 20 });
}

async function decoded(image: Sharp) {
  return image.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
    throw unreadable(error);
  });
}

function unreadable(error: unknown) {
  const tooLarge = error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message);
  return Invalid({ file: tooLarge ? TOO_LARGE : DAMAGED });
}

/** Effort is low on purpose: a first start encodes every cover of the demo store. */
function encode(image: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === "avif") return image.avif({ quality: 55, effort: 1 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 78, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 80, progressive: true }).toBuffer();
}
