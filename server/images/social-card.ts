import sharp from "sharp";
import { BRAND, logoMark } from "./brand.ts";
import { box, drawableText, FONT_FAMILY, renderLayout } from "./svg-layout.ts";

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
  const name = drawableText(store.name, 40) || `@${store.handle}`;
  const titles = store.productTitles.map((title) => drawableText(title, 44)).filter(Boolean);
  const text = await renderLayout(
    box(
      { ...PAGE, justifyContent: "space-between" },
      box(
        {
          flexDirection: "column",
          width: titles.length > 0 ? 560 : 980,
          paddingTop: PORTRAIT.top + PORTRAIT.height + 28,
        },
        box(
          {
            fontSize: name.length > 20 ? 54 : 68,
            fontWeight: 800,
            letterSpacing: "-0.03em",
            lineHeight: 1.05,
          },
          name,
        ),
        box(
          { marginTop: 20, fontSize: 30, fontWeight: 500, lineHeight: 1.35, color: "#d9d3ca" },
          drawableText(store.tagline, 110),
        ),
      ),
      footer(`@${store.handle}`),
    ),
    WIDTH,
    HEIGHT,
  );
  const products = titles.length > 0 ? await productStack(titles) : "";
  const portrait = store.avatar ? await picture(store.avatar, PORTRAIT) : await initial(name);
  return finish(`${portrait}${ringAround(PORTRAIT)}${products}${text}`);
}

/** The 1200 × 630 JPEG that a shared product link shows: cover, title, price and whose store it is. */
export async function renderProductCard(product: {
  title: string;
  creatorName: string;
  /** As the page words it, for example `$29.00` or `$24.00/month`. */
  price: string;
  cover?: Buffer;
}): Promise<Buffer> {
  const title = drawableText(product.title, product.cover ? 72 : 90);
  const text = await renderLayout(
    box(
      { ...PAGE, justifyContent: "space-between" },
      box(
        { flexDirection: "column", width: product.cover ? 430 : 1000, paddingTop: product.cover ? 60 : 90 },
        box({ fontSize: 26, fontWeight: 500, color: "#d9d3ca" }, drawableText(product.creatorName, 40)),
        box(
          {
            marginTop: 18,
            fontSize: product.cover ? (title.length > 34 ? 46 : 56) : 72,
            fontWeight: 800,
            letterSpacing: "-0.03em",
            lineHeight: 1.08,
          },
          title,
        ),
        box(
          {
            marginTop: 30,
            alignSelf: "flex-start",
            padding: "10px 24px",
            borderRadius: 40,
            backgroundColor: BRAND.flame,
            color: BRAND.ink,
            fontSize: 32,
            fontWeight: 800,
          },
          product.price,
        ),
      ),
      footer(),
    ),
    WIDTH,
    HEIGHT,
  );
  const cover = product.cover ? `${shadowOf(COVER)}${await picture(product.cover, COVER)}` : "";
  return finish(`${cover}${text}`);
}

const PAGE = {
  width: WIDTH,
  height: HEIGHT,
  paddingLeft: PADDING,
  paddingBottom: BOTTOM,
  flexDirection: "column",
  fontFamily: FONT_FAMILY,
  color: "#ffffff",
} as const;

function footer(handle?: string) {
  return box(
    { alignItems: "center", fontSize: 26, fontWeight: 700, paddingLeft: 54, height: 40 },
    "Openstall",
    handle ? box({ marginLeft: 18, fontWeight: 500, color: "#aaa297" }, drawableText(handle, 40)) : null,
  );
}

/** Up to three product titles as a fanned stack of cards on the right. */
async function productStack(titles: string[]): Promise<string> {
  const cards = await Promise.all(
    titles.slice(0, 3).map(async (title, index) => {
      const text = await renderLayout(
        box(
          {
            width: 460,
            height: 124,
            paddingLeft: 104,
            alignItems: "center",
            fontFamily: FONT_FAMILY,
            fontSize: 26,
            fontWeight: 700,
            lineHeight: 1.2,
            color: BRAND.ink,
          },
          box({ width: 324 }, title),
        ),
        460,
        124,
      );
      const dot = [BRAND.flame, "#ffc46b", BRAND.brand][index] ?? BRAND.flame;
      return (
        `<g transform="translate(${676 + (index % 2) * 28} ${108 + index * 146}) rotate(-3)">` +
        `<rect x="4" y="12" width="460" height="124" rx="24" fill="#000" opacity="0.28"/>` +
        `<rect width="460" height="124" rx="24" fill="${BRAND.card}"/>` +
        `<rect x="28" y="34" width="56" height="56" rx="16" fill="${dot}" opacity="0.22"/>` +
        `<circle cx="56" cy="62" r="14" fill="${dot}"/>${text}</g>`
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

/** The first letter on the brand's colour, where a portrait is missing. */
async function initial(name: string): Promise<string> {
  const { left, top, width, height } = PORTRAIT;
  const letter = await renderLayout(
    box(
      {
        width,
        height,
        alignItems: "center",
        justifyContent: "center",
        fontFamily: FONT_FAMILY,
        fontSize: 72,
        fontWeight: 800,
        color: BRAND.ink,
      },
      (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "").toUpperCase(),
    ),
    width,
    height,
  );
  return `${rounded(PORTRAIT, `fill="${BRAND.flame}"`)}<g transform="translate(${left} ${top})">${letter}</g>`;
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
