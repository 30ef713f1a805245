import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storeThemes, themeDefaults } from "#contract/design/looks.ts";
import { lookStyle } from "./look-style.ts";
import { contrast, hexOf, oklchOf } from "#server/colors/oklch.ts";
import { palettes } from "#server/colors/palettes.ts";
import { readable, storeColors } from "#server/colors/store-colors.ts";

const modes = ["light", "dark"] as const;
const awkward = ["#ffff00", "#000000", "#ffffff", "#777777", "#2277d3", "#ff0000", "#00ff00", "#0000ff"];
const anyAccent = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** The pairs of colours that are too near to each other, in words; empty where all can be read. */
function unreadable(
  theme: (typeof storeThemes)[number],
  mode: (typeof modes)[number],
  accent: string,
): string[] {
  const colors = storeColors(theme, accent, mode);
  const { page, card, quiet, tint } = colors;
  const around = [page, card];
  const pairs: [least: number, name: string, color: string, backgrounds: string[]][] = [
    [4.5, "text", colors.text, [page, card, quiet, tint]],
    [4.5, "muted", colors.muted, [page, card, quiet, tint]],
    [4.5, "accentText", colors.accentText, [page, card, quiet]],
    [4.5, "onAccent", colors.onAccent, [colors.accent, colors.accentHover]],
    [4.5, "onTint", colors.onTint, [tint]],
    [4.5, "success", colors.success, around],
    [3, "edge", colors.edge, around],
    [3, "button", palettes[theme].outlinedButtons ? colors.text : colors.accent, around],
    [3, "hovered button", palettes[theme].outlinedButtons ? colors.text : colors.accentHover, around],
  ];
  return pairs.flatMap(([least, name, color, backgrounds]) =>
    backgrounds
      .filter((background) => contrast(color, background) < least)
      .map((background) => `${theme} ${mode} ${accent}: ${name} ${color} on ${background}`),
  );
}

test("whatever the accent, every pair of colours of every theme can be read, in light and in dark", () => {
  const check = (accent: string) =>
    storeThemes.flatMap((theme) => modes.flatMap((mode) => unreadable(theme, mode, accent)));
  for (const accent of [...awkward, ...Object.values(themeDefaults).map(({ accent }) => accent)])
    expect(check(accent)).toEqual([]);
  fc.assert(
    fc.property(anyAccent, (accent) => {
      expect(check(accent)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

describe("a colour that cannot be read", () => {
  test("is made darker or lighter by as little as is needed, in its own hue", () => {
    fc.assert(
      fc.property(anyAccent, fc.constantFrom("#ffffff", "#131110"), (accent, page) => {
        const shifted = readable(accent, [page], 4.6);
        expect(contrast(shifted, page)).toBeGreaterThanOrEqual(4.6);
        if (contrast(accent, page) >= 4.6) expect(shifted).toBe(accent);
        // Aimed at 4.6, and not far beyond it: one step of what a screen shows.
        else expect(contrast(shifted, page)).toBeLessThan(4.8);
        const [from, to] = [oklchOf(accent), oklchOf(shifted)];
        // What is nearly grey has no hue to keep.
        if (from.chroma > 0.05 && to.chroma > 0.05) expect(Math.cos(from.hue - to.hue)).toBeGreaterThan(0.98);
      }),
      { numRuns: 500 },
    );
  });

  test("stays what it is where it can", () => {
    expect(readable("#cf3d08", ["#ffffff", "#faf9f7"], 4.5)).toBe("#cf3d08");
    expect(readable("#ffff00", ["#ffffff"], 4.6)).not.toBe("#ffff00");
  });
});

test("a colour survives the way to how it is seen and back", () => {
  fc.assert(
    fc.property(anyAccent, (color) => {
      expect(hexOf(oklchOf(color))).toBe(color);
    }),
  );
});

test("the style of a page is small, of plain declarations, and ends where it should", () => {
  for (const theme of storeThemes)
    for (const accent of awkward) {
      const css = lookStyle({ theme, accent, fonts: themeDefaults[theme].fonts });
      expect(css.length).toBeLessThan(1_500);
      expect(css).toMatch(/^:root\{[^{}<]+\}@media\(prefers-color-scheme:dark\)\{:root\{[^{}<]+\}\}$/);
    }
});
