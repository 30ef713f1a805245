import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createElement, type CSSProperties, type ReactNode } from "react";
import satori, { type Font } from "satori";

/** Every family below, in the order in which a glyph is looked for. */
export const FONT_FAMILY = "Inter, Inter latin-ext, Inter cyrillic, Inter greek, Inter vietnamese";

const SUBSETS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese"] as const;
const WEIGHTS = [500, 700, 800] as const;

let loadedFonts: Font[] | undefined;

/** A flex box for `renderLayout`; satori asks that every box with children is a flex container. */
export function box(style: CSSProperties, ...children: ReactNode[]): ReactNode {
  return createElement("div", { style: { display: "flex", boxSizing: "border-box", ...style } }, ...children);
}

/** Lays out boxes and text and returns one SVG document of `width` × `height` pixels, text as paths. */
export async function renderLayout(layout: ReactNode, width: number, height: number): Promise<string> {
  loadedFonts ??= loadFonts();
  return satori(layout, { width, height, fonts: loadedFonts });
}

/**
 * Text as the bundled fonts can draw it: other scripts and emoji are dropped, white space collapses, and
 * what is longer than `maxLength` ends in an ellipsis. May return an empty string.
 */
export function drawableText(text: string, maxLength: number): string {
  const drawable = text
    .normalize("NFC")
    .replace(/[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]/gu, "")
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cn}|\p{Co}|\p{Cs}/gu, "")
    .replace(/[\p{Z}\p{C}]+/gu, " ")
    .trim();
  const characters = Array.from(drawable);
  if (characters.length <= maxLength) return drawable;
  return `${characters
    .slice(0, maxLength - 1)
    .join("")
    .trimEnd()}…`;
}

function loadFonts(): Font[] {
  return SUBSETS.flatMap((subset) =>
    WEIGHTS.map((weight) => ({
      name: subset === "latin" ? "Inter" : `Inter ${subset}`,
      weight,
      style: "normal" as const,
      data: readFileSync(
        fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)),
      ),
    })),
  );
}
