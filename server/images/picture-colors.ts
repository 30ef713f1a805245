import sharp from "sharp";
import { hexOf, type Oklch, oklchOf } from "#server/colors/oklch.ts";

/** Side of what is looked at, in pixels: enough for what a picture is mostly made of. */
const side = 64;
/** Below it a colour is a grey, and no accent. */
const leastChroma = 0.04;
/** Hues that are nearer than this are one, in radians. */
const nearestHues = 0.45;
const most = 4;

/** At most four colours that a picture is made of, the most of it first, as `#rrggbb`; none for a grey one. */
export async function pictureColors(data: Buffer): Promise<string[]> {
  const pixels = await sharp(data)
    .resize(side, side, { fit: "cover" })
    .ensureAlpha()
    .toColorspace("srgb")
    .raw()
    .toBuffer();
  const points: Point[] = [];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const color = oklchOf(
      `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    );
    if (color.chroma >= leastChroma) points.push(pointOf(color));
  }
  // A few stray pixels are no colour of the picture.
  if (points.length < (side * side) / 100) return [];
  const boxes = medianCut(points, most * 2).toSorted((one, other) => other.length - one.length);
  const kept: Oklch[] = [];
  for (const color of boxes.map(middleOf))
    if (color.chroma >= leastChroma && kept.every((other) => hueBetween(color, other) > nearestHues))
      kept.push(color);
  return kept.slice(0, most).map(hexOf);
}

/** Lightness, and how far to red and to yellow: OKLab. */
type Point = readonly [number, number, number];

const pointOf = ({ lightness, chroma, hue }: Oklch): Point => [
  lightness,
  chroma * Math.cos(hue),
  chroma * Math.sin(hue),
];

/** Cuts the points in halves, always where they lie farthest apart, until there are so many boxes. */
function medianCut(points: Point[], count: number): Point[][] {
  const boxes = [points];
  while (boxes.length < count) {
    const widest = boxes
      .map((box, index) => ({ index, box, ...widestOf(box) }))
      .filter(({ box }) => box.length > 1)
      .toSorted((one, other) => other.width - one.width)[0];
    if (!widest || widest.width === 0) break;
    const { index, box, axis } = widest;
    const sorted = box.toSorted((one, other) => one[axis] - other[axis]);
    const middle = sorted.length >> 1;
    boxes.splice(index, 1, sorted.slice(0, middle), sorted.slice(middle));
  }
  return boxes;
}

function widestOf(box: readonly Point[]): { axis: 0 | 1 | 2; width: number } {
  const widths = ([0, 1, 2] as const).map((axis) => {
    let [least, highest] = [Infinity, -Infinity];
    for (const point of box) {
      least = Math.min(least, point[axis]);
      highest = Math.max(highest, point[axis]);
    }
    return { axis, width: highest - least };
  });
  return widths.reduce((widest, each) => (each.width > widest.width ? each : widest));
}

function middleOf(box: readonly Point[]): Oklch {
  const mean = (axis: 0 | 1 | 2) => box.reduce((sum, point) => sum + point[axis], 0) / box.length;
  const [lightness, a, b] = [mean(0), mean(1), mean(2)];
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function hueBetween(one: Oklch, other: Oklch): number {
  const turn = Math.abs(one.hue - other.hue) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}
