import { type Line, layOutText } from "./lay-out-text.ts";

export type SvgTextOptions = {
  weight: number;
  /** In the drawing's units, as the rest. */
  size: number;
  color: string;
  left: number;
  top: number;
  width: number;
  lineHeight: number;
  /** Between letters, in ems. */
  tracking?: number;
  align?: "center";
  /** Characters that are read at all. */
  most: number;
  /** What does not fit ends in an ellipsis. */
  mostLines?: number;
};

/** Text as paths of SVG, in every script, with where it ends. */
export async function svgText(
  text: string,
  { weight, size, color, left, top, width, lineHeight, tracking = 0, align, most, mostLines }: SvgTextOptions,
): Promise<{ svg: string; bottom: number; width: number }> {
  const lines = await layOutText(text, {
    style: { family: "inter", weight, tracking },
    width: width / size,
    most,
    direction: "auto",
    ...(mostLines === undefined ? {} : { mostLines }),
  });
  let y = top;
  let paths = "";
  for (const line of lines) {
    const height = Math.max(lineHeight, line.ascent + line.descent - ownSpacing) * size;
    const baseline = y + (height + (line.ascent - line.descent) * size) / 2;
    const x = align === "center" ? left + (width - line.width * size) / 2 : left;
    paths += pathsOf(line, x, baseline, size);
    y += height;
  }
  return {
    svg: paths && `<g fill="${color}">${paths}</g>`,
    bottom: y,
    width: Math.max(0, ...lines.map((line) => line.width)) * size,
  };
}

/** Inter's own lines are 1.21 em high, and are set closer in headings. */
const ownSpacing = 0.2;

function pathsOf(line: Line, left: number, baseline: number, size: number): string {
  let paths = "";
  let x = left;
  for (const { typeface, clusters } of line.runs) {
    const scale = size / typeface.unitsPerEm;
    for (const { advance, glyphs } of clusters) {
      let at = x;
      for (const glyph of glyphs) {
        const outline = typeface.font.glyphToPath(glyph.id);
        const [tx, ty] = [at + glyph.dx * size, baseline - glyph.dy * size].map((value) => value.toFixed(2));
        if (outline) paths += `<path transform="matrix(${scale} 0 0 ${-scale} ${tx} ${ty})" d="${outline}"/>`;
        at += glyph.advance * size;
      }
      x += advance * size;
    }
  }
  return paths;
}
