import sharp from "sharp";
import { seededRandom, type Random } from "./seeded-random.ts";
import { circle, path, rect, ring, shape } from "./svg-shapes.ts";

const SIZE = 512;

const BACKDROPS = [
  ["#ffd3b0", "#ff8f70"],
  ["#d9ccff", "#9a82f0"],
  ["#bfe6ff", "#6fb1f2"],
  ["#c8f0da", "#6dc7a1"],
  ["#ffe59a", "#f7b84b"],
  ["#ffd0dc", "#f08aa6"],
] as const;
/** Skin, its shade, and the hair colours that stand out from it. */
const COMPLEXIONS = [
  { skin: "#f6cfb4", shade: "#e9b693", hairs: ["#1f1720", "#3b241b", "#6b3f22", "#a4662f", "#c9b9a6"] },
  { skin: "#e0aa80", shade: "#cb9166", hairs: ["#1f1720", "#3b241b", "#6b3f22"] },
  { skin: "#b97b52", shade: "#a3673f", hairs: ["#1f1720", "#35201a"] },
  { skin: "#8a5636", shade: "#754628", hairs: ["#1a131c", "#2a1a1c"] },
  { skin: "#63402a", shade: "#52331f", hairs: ["#150f17", "#cfc2b2"] },
] as const;
const CLOTHES = ["#241d38", "#e4502a", "#1f6f78", "#5b34e0", "#f4efe6", "#0c7a5d"] as const;
const HAIR_STYLES = ["bun", "long", "short", "curly", "bob"] as const;

type HairStyle = (typeof HAIR_STYLES)[number];

/** A 512 × 512 PNG: a faceless flat portrait. Name and seed together pick its features. */
export async function makeAvatar(person: { name: string; seed: string; hair?: HairStyle }): Promise<Buffer> {
  const random = seededRandom(`${person.name}/${person.seed}`);
  const [light, deep] = random.pick(BACKDROPS);
  const { skin, shade, hairs } = random.pick(COMPLEXIONS);
  const hair = random.pick<string>(hairs);
  const clothes = random.pick(CLOTHES);
  const style = person.hair ?? random.pick(HAIR_STYLES);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
    <defs><linearGradient id="back" x1="0" y1="0" x2="0.6" y2="1">
      <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/>
    </linearGradient></defs>
    ${rect(0, 0, SIZE, SIZE, "url(#back)")}
    ${ring(256, 250, 214, "#ffffff", 2, 0.35)}${circle(256, 250, 172, "#ffffff", 0.22)}
    ${hairBehind(style, hair)}
    ${bust(clothes, skin, shade)}
    ${face(skin, shade)}
    ${hairInFront(style, hair)}
    ${extras(random, clothes)}
  </svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
}

function bust(clothes: string, skin: string, shade: string): string {
  return (
    path("M62 530 Q70 398 186 372 L326 372 Q442 398 450 530Z", clothes) +
    path("M206 300 L306 300 L306 370 Q306 418 256 418 Q206 418 206 370Z", skin) +
    path("M206 318 Q256 366 306 318 L306 352 Q256 388 206 346Z", shade) +
    path("M186 372 L206 362 Q256 452 306 362 L326 372 Q306 446 256 446 Q206 446 186 372Z", "#ffffff", 0.16)
  );
}

function face(skin: string, shade: string): string {
  return (
    shape("ellipse", { cx: 168, cy: 246, rx: 20, ry: 28, fill: shade }) +
    shape("ellipse", { cx: 344, cy: 246, rx: 20, ry: 28, fill: shade }) +
    path("M166 214 Q166 126 256 126 Q346 126 346 214 L346 250 Q346 346 256 346 Q166 346 166 250Z", skin)
  );
}

function hairBehind(style: HairStyle, hair: string): string {
  if (style === "long") return path("M140 216 Q136 92 256 92 Q376 92 372 216 L384 430 L128 430Z", hair);
  if (style === "bob")
    return path(
      "M138 220 Q134 96 256 96 Q378 96 374 220 L378 330 Q376 348 358 348 L154 348 Q136 348 134 330Z",
      hair,
    );
  if (style === "bun") return circle(256, 84, 52, hair);
  if (style === "curly") {
    return [
      [160, 190],
      [152, 250],
      [166, 306],
      [352, 190],
      [360, 250],
      [346, 306],
    ]
      .map(([x, y]) => circle(x ?? 0, y ?? 0, 44, hair))
      .join("");
  }
  return "";
}

function hairInFront(style: HairStyle, hair: string): string {
  if (style === "short") {
    return path(
      "M158 226 Q148 106 262 104 Q366 102 356 224 L344 224 Q344 186 322 170 Q262 190 196 164 Q172 182 170 226Z",
      hair,
    );
  }
  if (style === "curly") {
    return [
      [176, 164],
      [212, 130],
      [256, 116],
      [300, 130],
      [336, 164],
      [236, 156],
      [280, 154],
    ]
      .map(([x, y]) => circle(x ?? 0, y ?? 0, 40, hair))
      .join("");
  }
  if (style === "bun") {
    return path(
      "M158 232 Q150 106 256 106 Q362 106 354 232 L344 232 Q340 176 256 156 Q172 176 168 232Z",
      hair,
    );
  }
  return path(
    "M156 250 Q146 104 256 104 Q366 104 356 250 L346 250 Q346 196 304 152 Q262 206 168 204 L166 250Z",
    hair,
  );
}

function extras(random: Random, clothes: string): string {
  const glasses = random.next() < 0.35;
  const collar = clothes === "#f4efe6" ? "#241d38" : "#f4efe6";
  return (
    (glasses
      ? ring(212, 244, 34, "#241d38", 7) +
        ring(300, 244, 34, "#241d38", 7) +
        path("M244 240 Q256 232 268 240 L268 246 Q256 240 244 246Z", "#241d38")
      : "") + (random.next() < 0.4 ? circle(342, 288, 9, collar) + circle(170, 288, 9, collar) : "")
  );
}
