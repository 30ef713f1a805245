import type { StoreTheme } from "#contract/design/looks.ts";
import { contrast, hexOf, mixed, oklchOf } from "./oklch.ts";
import { type Palette, palettes } from "./palettes.ts";

/** Every colour of a page, each as `#rrggbb`. */
export type StoreColors = Palette & {
  /** Small print. */
  muted: string;
  /** What a control is known by. */
  edge: string;
  /** Buttons, and what is written on them. */
  accent: string;
  accentHover: string;
  onAccent: string;
  /** Links, icons, stars and the ring of the focus. */
  accentText: string;
  /** A breath of the accent, and what is written on it. */
  tint: string;
  onTint: string;
  success: string;
};

/** The least that WCAG 2.2 AA asks: of text, and of what is no text but has to be seen. */
const least = { text: 4.5, shape: 3 };
/** Aimed a little higher, since a colour is rounded to what a screen shows. */
const aim = { text: 4.6, shape: 3.05 };

/**
 * A theme's colours with a creator's accent in them. Whatever the accent, texts keep 4.5 : 1 to what they stand on, and
 * controls, icons, stars and focus 3 : 1: a colour that does not is made lighter or darker, in its hue, until it does.
 */
export function storeColors(theme: StoreTheme, accent: string, mode: "light" | "dark"): StoreColors {
  const { [mode]: palette, outlinedButtons = false } = palettes[theme];
  const { page, card, quiet, text } = palette;
  const surfaces = [page, card, quiet];
  // What a button is known by: its own colour, unless it has a line around it.
  const around = outlinedButtons ? [] : [page, card];
  const fill = readable(accent, around, aim.shape);
  const onAccent = inkOn(fill, palette);
  const tint = mixed(card, fill, mode === "light" ? 0.12 : 0.2);
  return {
    ...palette,
    muted: readable(mixed(text, page, 0.36), [...surfaces, tint], aim.text),
    edge: readable(mixed(text, page, 0.6), [page, card], aim.shape),
    accent: fill,
    accentHover: hovered(fill, onAccent, around),
    onAccent,
    accentText: readable(accent, surfaces, aim.text),
    tint,
    onTint: readable(accent, [tint], aim.text),
    success: readable(mode === "light" ? "#15703f" : "#6ddb9f", surfaces, aim.text),
  };
}

/**
 * The colour nearest to `color` that has `ratio` to each of the backgrounds: of the same hue, lighter or darker, and
 * paler only where screens end. Black or white where there is none.
 */
export function readable(color: string, backgrounds: readonly string[], ratio: number): string {
  const isRead = (candidate: string) => backgrounds.every((one) => contrast(candidate, one) >= ratio);
  if (isRead(color)) return color;
  const from = oklchOf(color);
  const found = [0, 1].flatMap((end) => {
    let [reads, fails] = [end, from.lightness];
    if (!isRead(hexOf({ ...from, lightness: end }))) return [];
    for (let step = 0; step < 12; step++) {
      const half = (reads + fails) / 2;
      if (isRead(hexOf({ ...from, lightness: half }))) reads = half;
      else fails = half;
    }
    return [reads];
  });
  const [nearest] = found.toSorted((a, b) => Math.abs(a - from.lightness) - Math.abs(b - from.lightness));
  return nearest === undefined ? inkOf(backgrounds) : hexOf({ ...from, lightness: nearest });
}

/** White, the theme's own ink, or black: the first that is read on a colour. Black or white always is. */
function inkOn(fill: string, { text, page }: Palette): string {
  const inks = ["#ffffff", ...[text, page].filter((ink) => contrast(ink, "#ffffff") > 12), "#000000"];
  return inks.find((ink) => contrast(ink, fill) >= least.text) ?? inkOf([fill]);
}

const inkOf = (backgrounds: readonly string[]) => {
  const worst = (ink: string) => Math.min(...backgrounds.map((one) => contrast(ink, one)));
  return worst("#ffffff") > worst("#000000") ? "#ffffff" : "#000000";
};

/** A button under the pointer: a step darker or lighter, as its text and what is around it allow. */
function hovered(fill: string, onAccent: string, around: readonly string[]): string {
  const from = oklchOf(fill);
  const step = contrast(onAccent, "#000000") > 4 ? -0.06 : 0.06;
  const steps = [step, -step, step / 2, -step / 2].map((by) =>
    hexOf({ ...from, lightness: from.lightness + by }),
  );
  const allowed = (color: string) =>
    contrast(color, onAccent) >= least.text && around.every((one) => contrast(color, one) >= least.shape);
  return steps.find(allowed) ?? fill;
}
