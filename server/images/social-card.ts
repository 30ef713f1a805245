import sharp from "sharp";
import { settableText } from "#server/typesetting/settable-text.ts";
import { svgText, type SvgTextOptions } from "#server/typesetting/svg-text.ts";
import { BRAND, logoMark } from "./brand.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const PADDING = 72;
const BOTTOM = 64;

/** Room that the picture of a card takes, in the card's pixels. */
type Frame = { left: number; top: number; width: number; height: number; radius: number };

const PORTRAIT: Frame = { left: PADDING, top: 80, width: 148, height: 148, radius: 74 };
const COVER: Frame = { left: 560, top: 133, width: 582, height: 364, radius: 24 };

/** The 1200 × 630 JPEG that a shared store link shows: portrait, name, tagline and up to three products. */
export async function renderStoreCard(store: {
  name: string;
  handle: string;
  tagline: string;
  avatar?: Buffer;
  productTitles: string[];
}): Promise<Buffer> {
  const name = settableText(store.name, 40).trim() || `@${store.handle}`;
  const titles = store.productTitles.filter((title) => settableText(title, 44).trim());
  const box = { left: PADDING, width: titles.length > 0 ? 560 : 980 };
  const heading = await svgText(name, {
    ...HEADING,
    ...box,
    top: PORTRAIT.top + PORTRAIT.height + 28,
    size: name.length > 20 ? 54 : 68,
    lineHeight: 1.05,
    most: 40,
    mostLines: 3,
  });
  const tagline = await fitting(store.tagline, {
    ...box,
    top: heading.bottom + 20,
    size: 30,
    weight: 500,
    lineHeight: 1.35,
    color: QUIET,
    most: 110,
  });
  const products = titles.length > 0 ? await productStack(titles) : "";
  const portrait = store.avatar ? await picture(store.avatar, PORTRAIT) : await initial(name);
  const words = `${heading.svg}${tagline.svg}${await footer(`@${store.handle}`)}`;
  return finish(`${portrait}${ringAround(PORTRAIT)}${products}${words}`);
}

/** The 1200 × 630 JPEG that a shared product link shows: cover, title, price and whose store it is. */
export async function renderProductCard(product: {
  title: string;
  creatorName: string;
  /** As the page words it, for example `$29.00` or `$24.00/month`. */
  price: string;
  cover?: Buffer;
}): Promise<Buffer> {
  const box = { left: PADDING, width: product.cover ? 430 : 1000 };
  const creator = await svgText(product.creatorName, {
    ...box,
    top: product.cover ? 60 : 90,
    size: 26,
    weight: 500,
    lineHeight: 1.21,
    color: QUIET,
    most: 40,
    mostLines: 1,
  });
  const title = await fitting(
    product.title,
    {
      ...HEADING,
      ...box,
      top: creator.bottom + 18,
      size: product.cover ? (product.title.length > 34 ? 46 : 56) : 72,
      lineHeight: 1.08,
      most: product.cover ? 72 : 90,
    },
    PRICE_HEIGHT + 30,
  );
  const top = title.bottom + 30;
  const price = await svgText(product.price, {
    left: PADDING + 24,
    width: 900,
    top: top + 10,
    size: 32,
    weight: 800,
    lineHeight: 1.21,
    color: BRAND.ink,
    most: 60,
    mostLines: 1,
  });
  const pill = {
    left: PADDING,
    top,
    width: price.width + 48,
    height: PRICE_HEIGHT,
    radius: PRICE_HEIGHT / 2,
  };
  const cover = product.cover ? `${shadowOf(COVER)}${await picture(product.cover, COVER)}` : "";
  const words = `${creator.svg}${title.svg}${rounded(pill, `fill="${BRAND.flame}"`)}${price.svg}`;
  return finish(`${cover}${words}${await footer()}`);
}

const QUIET = "#d9d3ca";
const HEADING = { weight: 800, tracking: -0.03, color: "#ffffff" };
const PRICE_HEIGHT = 59;
const FOOTER_TOP = HEIGHT - BOTTOM - 40;

/** In as many lines as there is room for above the footer and what stands below it. */
function fitting(text: string, options: SvgTextOptions, below = 0) {
  const { top, size, lineHeight } = options;
  const mostLines = Math.max(1, Math.floor((FOOTER_TOP - 12 - below - top) / (size * lineHeight)));
  return svgText(text, { ...options, mostLines });
}

async function footer(handle = ""): Promise<string> {
  const line = { top: FOOTER_TOP + 4, width: 900, size: 26, lineHeight: 1.21, most: 40, mostLines: 1 };
  const brand = await svgText("Openstall", { ...line, left: PADDING + 54, weight: 700, color: "#ffffff" });
  const left = PADDING + 54 + brand.width + 18;
  return `${brand.svg}${(await svgText(handle, { ...line, left, weight: 500, color: "#aaa297" })).svg}`;
}

/** Up to three product titles as a fanned stack of cards on the right. */
async function productStack(titles: string[]): Promise<string> {
  const cards = await Promise.all(
    titles.slice(0, 3).map(async (title, index) => {
      const line = { left: 104, width: 324, size: 26, weight: 700, lineHeight: 1.2, color: BRAND.ink };
      const text = await svgText(title, { ...line, top: 0, most: 44, mostLines: 3 });
      const dot = [BRAND.flame, "#ffc46b", BRAND.brand][index] ?? BRAND.flame;
      return (
        `<g transform="translate(${676 + (index % 2) * 28} ${108 + index * 146}) rotate(-3)">` +
        `<rect x="4" y="12" width="460" height="124" rx="24" fill="#000" opacity="0.28"/>` +
        `<rect width="460" height="124" rx="24" fill="${BRAND.card}"/>` +
        `<rect x="28" y="34" width="56" height="56" rx="16" fill="${dot}" opacity="0.22"/>` +
        `<circle cx="56" cy="62" r="14" fill="${dot}"/>` +
        `<g transform="translate(0 ${(124 - text.bottom) / 2})">${text.svg}</g></g>`
      );
    }),
  );
  return cards.join("");
}

/** An image, cropped into its frame; anything that cannot be read leaves the frame empty. */
async function picture(image: Buffer, frame: Frame): Promise<string> {
  const png = await sharp(image, { limitInputPixels: 50_000_000, pages: 1 })
    .resize(frame.width, frame.height, { fit: "cover" })
    .flatten({ background: BRAND.paper })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => undefined);
  if (!png) return "";
  const id = `frame-${frame.left}-${frame.top}`;
  return (
    `<clipPath id="${id}">${rounded(frame, 'fill="#000"')}</clipPath>` +
    `<image href="data:image/png;base64,${png.toString("base64")}" x="${frame.left}" y="${frame.top}" ` +
    `width="${frame.width}" height="${frame.height}" clip-path="url(#${id})"/>`
  );
}

/** The first letter on the brand's color, where a portrait is missing. */
async function initial(name: string): Promise<string> {
  const { left, top, width, height } = PORTRAIT;
  const letter = await svgText((/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? "").toUpperCase(), {
    left,
    width,
    top: top + (height - 72 * 1.21) / 2,
    size: 72,
    weight: 800,
    lineHeight: 1.21,
    color: BRAND.ink,
    align: "center",
    most: 8,
    mostLines: 1,
  });
  return `${rounded(PORTRAIT, `fill="${BRAND.flame}"`)}${letter.svg}`;
}

function ringAround(frame: Frame): string {
  return rounded(frame, 'fill="none" stroke="#ffffff" stroke-width="6"');
}

function shadowOf({ left, top, ...rest }: Frame): string {
  return rounded({ left: left + 4, top: top + 16, ...rest }, 'fill="#000" opacity="0.35"');
}

function rounded({ left, top, width, height, radius }: Frame, paint: string): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`;
}

/** Puts the drawing on the brand's dark ground, with the mark, and encodes it. */
async function finish(drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${BRAND.ink}"/><stop offset="1" stop-color="#3a2318"/>
      </linearGradient>
      <radialGradient id="ember"><stop offset="0" stop-color="${BRAND.flame}" stop-opacity="0.62"/>
        <stop offset="1" stop-color="${BRAND.flame}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
    <circle cx="1080" cy="620" r="560" fill="url(#ember)"/>
    <circle cx="1010" cy="-40" r="300" fill="none" stroke="#ffffff" stroke-opacity="0.06" stroke-width="60"/>
    ${drawing}
    <g transform="translate(${PADDING} ${HEIGHT - BOTTOM - 40}) scale(1.25)">${logoMark("dark")}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}
