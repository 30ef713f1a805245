import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import subsetFont from "subset-font";
import { z } from "zod";
import { deviceFonts } from "./device-fonts.ts";
import { families, type Family } from "./families.ts";
import { furtherLatin, latin, type Letters, rangeOf, textOf } from "./letters.ts";
import { measureWidths } from "./measure-widths.ts";

/**
 * Writes the fonts of stores into web/fonts, with their @font-face rules and licence (docs/decisions, "The look of a
 * store"): `npm run fonts -- <folder>`, where npm has installed there the packages `@fontsource-variable/…` that
 * families.ts names and `@capsizecss/metrics`.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("say which folder npm installed the sources in");

const Metrics = z.object({
  ascent: z.number(),
  descent: z.number(),
  lineGap: z.number(),
  unitsPerEm: z.number(),
  xWidthAvg: z.number(),
});
const requireSource = createRequire(join(resolve(folder), "package.json"));
const metricsOf = (name: string) => Metrics.parse(requireSource(`@capsizecss/metrics/${name}`));

const rules = new Map<Family, string>();
for (const family of new Set(Object.values(families).flat())) rules.set(family, await writeFamily(family));

for (const [pair, fonts] of Object.entries(families)) {
  const text = fonts.map((family) => rules.get(family)).join("\n");
  writeFileSync(`web/fonts/${pair}.gen.css`, `/* Written by scripts/fonts/main.ts. */\n${text}\n`);
}
writeFileSync(
  "web/fonts/OFL.txt",
  `${[...rules.keys()].map(copyrightOf).join("\n\n")}

The fonts in this folder are subsets made by scripts/fonts/main.ts from the packages of Fontsource 5.3. None of the names
above is a Reserved Font Name.

${licenceText()}`,
);

/** Writes the two files of a family and answers its rules. */
async function writeFamily(family: Family): Promise<string> {
  const common = await writeFace(family, "latin", latin);
  const further = await writeFace(family, "latin-ext", furtherLatin);
  return [common.rule, further.rule, ...(await fallbackFaces(family, common.subset))].join("\n");
}

async function writeFace(family: Family, part: "latin" | "latin-ext", letters: Letters) {
  const { name, package: source, weights } = family;
  const original = readFileSync(sourcePath(source, `files/${source}-${part}-wght-normal.woff2`));
  const subset = await subsetFont(original, textOf(letters), {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
  });
  const file = `${source}${part === "latin" ? "" : "-ext"}.woff2`;
  writeFileSync(join("web/fonts", file), subset);
  console.log(`${file.padEnd(26)} ${(subset.length / 1000).toFixed(1)} kB`);
  // A font of one weight serves for all of them, instead of being thickened by the browser.
  const weight = typeof weights === "number" ? "100 900" : `${weights.min} ${weights.max}`;
  const rule = `@font-face{font-family:"${name}";font-weight:${weight};font-display:swap;src:url(./${file}) format("woff2");unicode-range:${rangeOf(letters)}}`;
  return { subset, rule };
}

/**
 * The device's own fonts in the proportions of the one that is coming, so that nothing moves when it is there: at each
 * weight, since a bold text is wider than a regular one, and in no two fonts by as much.
 */
async function fallbackFaces(
  { name, metrics, weights, fallback }: Family,
  subset: Buffer,
): Promise<string[]> {
  const font = metricsOf(metrics);
  const measured = await measureWidths(subset, fallback, weightsOf(weights));
  const [standard] = deviceFonts[fallback].toReversed();
  return deviceFonts[fallback].flatMap((device) =>
    measured.map(({ weight, ratio }) => {
      const size = (ratio * averageWidth(standard?.metrics ?? device.metrics)) / averageWidth(device.metrics);
      const percent = (units: number) => `${((100 * Math.abs(units)) / font.unitsPerEm / size).toFixed(1)}%`;
      const sources = (weight < 600 ? device.regular : device.bold).map((local) => `local("${local}")`);
      return `@font-face{font-family:"${name} fallback";font-weight:${weight};src:${sources.join()};size-adjust:${(100 * size).toFixed(1)}%;ascent-override:${percent(font.ascent)};descent-override:${percent(font.descent)};line-gap-override:${percent(font.lineGap)}}`;
    }),
  );
}

/** Each that a text can have; of a font of one, what browsers call regular and bold. */
function weightsOf(weights: Family["weights"]): number[] {
  if (typeof weights === "number") return [400, 700];
  return [400, 500, 600, 700, 800, 900].filter((weight) => weight >= weights.min && weight <= weights.max);
}

function averageWidth(metrics: string): number {
  const { xWidthAvg, unitsPerEm } = metricsOf(metrics);
  return xWidthAvg / unitsPerEm;
}

function copyrightOf({ name, package: source }: Family): string {
  const line = readFileSync(sourcePath(source, "LICENSE"), "utf8").split("\n", 1)[0] ?? "";
  const copyright = /^Copyright \d{4} [^()]*\([^)]*\)/.exec(line)?.[0];
  if (copyright === undefined) throw new Error(`${name} does not say whose it is`);
  return `${name}: ${copyright}`;
}

/** The SIL Open Font License 1.1, the same for all of them. */
function licenceText(): string {
  const text = readFileSync(sourcePath("outfit", "LICENSE"), "utf8");
  return text.slice(text.indexOf("This Font Software is licensed"));
}

function sourcePath(source: string, file: string): string {
  return join(resolve(folder ?? ""), "node_modules/@fontsource-variable", source, file);
}
