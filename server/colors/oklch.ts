/** Colours as people see them: how light, how strong, and which hue (Björn Ottosson's OKLab, in polar form). */
export type Oklch = { lightness: number; chroma: number; hue: number };

type Three = readonly [number, number, number];

/** Of `#rrggbb`. */
export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** As `#rrggbb`; where no screen shows it so strong, it is paled until one does. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  let [shown, tooStrong] = [0, chroma];
  if (isShown(linearFrom({ lightness, chroma, hue }))) shown = chroma;
  else
    for (let step = 0; step < 8; step++) {
      const half = (shown + tooStrong) / 2;
      if (isShown(linearFrom({ lightness, chroma: half, hue }))) shown = half;
      else tooStrong = half;
    }
  return `#${linearFrom({ lightness, chroma: shown, hue }).map(byteOf).join("")}`;
}

/** `share` of the second colour in the first, mixed as browsers mix. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [bytesOf(one), bytesOf(other)];
  return `#${from.map((value, index) => twoDigits(value + (to[index] ?? value) * share - value * share)).join("")}`;
}

/** How well one is read on the other, from 1 to 21, as WCAG 2 counts. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const bytesOf = (hex: string): Three => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

function linearOf(hex: string): Three {
  const [red, green, blue] = bytesOf(hex);
  return [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0];
}

/** How much light each of a byte's values is. */
const linear = Array.from({ length: 256 }, (_, byte) =>
  byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
);

function linearFrom({ lightness, chroma, hue }: Oklch): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (rgb: Three) => rgb.every((value) => value > -0.001 && value < 1.001);

function byteOf(value: number): string {
  const within = Math.min(1, Math.max(0, value));
  return twoDigits(255 * (within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055));
}

const twoDigits = (byte: number) => Math.round(byte).toString(16).padStart(2, "0");
