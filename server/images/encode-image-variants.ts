import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import sharp, { type Sharp } from "sharp";
import { Invalid } from "#server/errors.ts";

export type ImageKind = "cover" | "avatar" | "poster" | "post" | "text";
export type ImageFormat = "avif" | "webp" | "jpeg";
export type ImageVariant = { width: number; format: ImageFormat; data: Buffer };

type Size = { width: number; height: number };
type Shape = {
  /** Smallest first. */
  widths: readonly [number, ...number[]];
  /** Whether one that is smaller keeps its size, and one in between gets an encoding of its own. */
  keepsSize?: true;
  /** For browsers that know neither AVIF nor WebP. */
  jpegWidth: number;
  /** Height by width, of what is made of an upload of this size. */
  ratioOf(uploaded: Size): number;
};

/** What is made of an upload. */
const SHAPES: Readonly<Record<ImageKind, Shape>> = {
  cover: { widths: [400, 800, 1200], jpegWidth: 800, ratioOf: () => 1 / 1.6 },
  avatar: { widths: [96, 192, 384], jpegWidth: 192, ratioOf: () => 1 },
  poster: { widths: [640, 1280], jpegWidth: 640, ratioOf: () => 9 / 16 },
  // Shown whole, unless it would be a strip.
  post: {
    widths: [400, 800, 1200],
    jpegWidth: 800,
    ratioOf: ({ width, height }) => Math.min(1.5, Math.max(0.25, height / width)),
  },
  // Whole, in a text: also a long screenshot, or a signature.
  text: {
    widths: [480, 960, 1600],
    jpegWidth: 960,
    ratioOf: ({ width, height }) => Math.min(10, Math.max(0.05, height / width)),
    keepsSize: true,
  },
};

/** Declared type to the format that sharp must then find in the same bytes. */
const READABLE = new Map([
  ["image/png", "png"],
  ["image/apng", "png"],
  ["image/jpeg", "jpeg"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "heif"],
]);

const MAX_PIXELS = 50_000_000;
/** Of the largest variant. AVIF takes about a second of a core for a million; a tall picture becomes less wide. */
const MAX_SHOWN_PIXELS = 6_000_000;
const WRONG_TYPE = "Use a PNG, JPEG, WebP, GIF or AVIF image.";
const TOO_LARGE = "The image is too large. Use one of at most 50 megapixels.";
const TOO_THIN = "The image is too narrow. Use one whose sides differ less.";
const DAMAGED = "The image is damaged and cannot be read.";

/**
 * Crops an uploaded image around what stands out (cover 16:10, avatar square, poster 16:9; of a post only what is beyond
 * 4:1 or 2:3, of a picture in a text what is beyond 20:1 or 1:10) and encodes it in every width its own size allows, at least the smallest: AVIF and WebP each, and one
 * JPEG. `input` is the picture, or the path of its file. Metadata is dropped, the camera's rotation applied, of an animation the first frame kept. `width` and `height`
 * are those of the largest variant, in pixels.
 * Throws Invalid({ file }) for other formats, more than 50 megapixels, a thread that would have as many once it fills its shape, and what cannot be decoded.
 */
export async function encodeImageVariants(
  input: Buffer | string,
  kind: ImageKind,
): Promise<{ widths: number[]; files: ImageVariant[]; width: number; height: number }> {
  const shape = SHAPES[kind];
  const uploaded = await uprightSize(input);
  const ratio = shape.ratioOf(uploaded);
  const heightOf = (width: number) => Math.max(1, Math.round(width * ratio));
  // How wide the cropped image can be without being enlarged, or taking too long.
  const available = Math.min(
    uploaded.width,
    Math.round(uploaded.height / ratio),
    Math.floor(Math.sqrt(MAX_SHOWN_PIXELS / ratio)),
  );
  const smallest = shape.widths[0];
  const widths = shape.keepsSize
    ? sizesUpTo(shape.widths, Math.max(1, available))
    : shape.widths.filter((width) => width === smallest || width <= available);
  const largest = Math.max(...widths);
  // What fills a shape is enlarged before it is cropped: a line of one pixel by that of thousands.
  const scale = Math.max(largest / uploaded.width, heightOf(largest) / uploaded.height);
  if (uploaded.width * uploaded.height * scale ** 2 > MAX_PIXELS) throw Invalid({ file: TOO_THIN });
  const cropped = await decoded(
    source(input)
      .autoOrient()
      .resize(largest, heightOf(largest), { fit: "cover", position: sharp.strategy.attention })
      .flatten({ background: "#ffffff" })
      .toColorspace("srgb")
      .raw(),
  );
  const jpegWidth = Math.min(shape.jpegWidth, largest);
  const files = await Promise.all(
    widths.flatMap((width) => {
      const resized = sharp(cropped.data, { raw: cropped.info }).resize(width, heightOf(width));
      const formats: ImageFormat[] = width === jpegWidth ? ["avif", "webp", "jpeg"] : ["avif", "webp"];
      return formats.map(async (format) => ({ width, format, data: await encode(resized.clone(), format) }));
    }),
  );
  return { widths, files, width: largest, height: heightOf(largest) };
}

const sizesUpTo = (widths: readonly number[], available: number): number[] => [
  ...widths.filter((width) => width < available),
  ...(available <= Math.max(...widths) ? [available] : []),
];

/** In pixels, with the camera's rotation applied. */
async function uprightSize(input: Buffer | string): Promise<Size> {
  const type = await (typeof input === "string" ? fileTypeFromFile(input) : fileTypeFromBuffer(input));
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
  return { width, height };
}

function source(input: Buffer | string): Sharp {
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
