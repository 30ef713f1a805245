import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import subsetFont from "subset-font";
import { z } from "zod";
import { furtherLatin, latin, type Letters, rangeOf, textOf } from "./letters.ts";

/**
 * Writes the fonts of stores into web/fonts, with their @font-face rules and licence (docs/decisions, "The look of a
 * store"): `npm run fonts -- <folder>`, where npm has installed there the packages `@fontsource-variable/…` that are named
 * below and `@capsizecss/metrics`.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("say which folder npm installed the sources in");

type Family = {
  name: string;
  package: string;
  metrics: string;
  /** One weight for headings, or all between two of them. */
  weights: number | { min: number; max: number };
  /** What every device has, and the text stands in until the font is there. */
  fallback: "arial" | "timesNewRoman" | "courierNew";
};

const families: Family[] = [
  { name: "Fraunces", package: "fraunces", metrics: "fraunces", weights: 600, fallback: "timesNewRoman" },
  {
    name: "DM Sans",
    package: "dm-sans",
    metrics: "dMSans",
    weights: { min: 400, max: 700 },
    fallback: "arial",
  },
  {
    name: "Space Grotesk",
    package: "space-grotesk",
    metrics: "spaceGrotesk",
    weights: 700,
    fallback: "arial",
  },
  {
    name: "Archivo",
    package: "archivo",
    metrics: "archivo",
    weights: { min: 400, max: 900 },
    fallback: "arial",
  },
  {
    name: "Nunito",
    package: "nunito",
    metrics: "nunito",
    weights: { min: 400, max: 800 },
    fallback: "arial",
  },
  {
    name: "JetBrains Mono",
    package: "jetbrains-mono",
    metrics: "jetBrainsMono",
    weights: { min: 400, max: 700 },
    fallback: "courierNew",
  },
  {
    name: "Newsreader",
    package: "newsreader",
    metrics: "newsreader",
    weights: { min: 400, max: 600 },
    fallback: "timesNewRoman",
  },
  { name: "Outfit", package: "outfit", metrics: "outfit", weights: 600, fallback: "arial" },
];

const localNames = { arial: "Arial", timesNewRoman: "Times New Roman", courierNew: "Courier New" };

const Metrics = z.object({
  ascent: z.number(),
  descent: z.number(),
  lineGap: z.number(),
  unitsPerEm: z.number(),
  xWidthAvg: z.number(),
});
const requireSource = createRequire(join(resolve(folder), "package.json"));
const metricsOf = (name: string) => Metrics.parse(requireSource(`@capsizecss/metrics/${name}`));

const rules: string[] = [];
const licences: string[] = [];
for (const family of families) {
  const faces: [part: "latin" | "latin-ext", letters: Letters][] = [
    ["latin", latin],
    ["latin-ext", furtherLatin],
  ];
  for (const [part, letters] of faces) rules.push(await writeFace(family, part, letters));
  rules.push(fallbackFace(family));
  licences.push(copyrightOf(family));
}

writeFileSync("web/fonts/faces.gen.css", `/* Written by scripts/fonts/main.ts. */\n${rules.join("\n")}\n`);
writeFileSync(
  "web/fonts/OFL.txt",
  `${licences.join("\n\n")}

The fonts in this folder are subsets made by scripts/fonts/main.ts from the packages of Fontsource 5.3. None of the names
above is a Reserved Font Name.

${licenceText()}`,
);

/** Writes one file of a family and answers its rule. */
async function writeFace(family: Family, part: "latin" | "latin-ext", letters: Letters): Promise<string> {
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
  return `@font-face{font-family:"${name}";font-weight:${weight};font-display:swap;src:url(./${file}) format("woff2");unicode-range:${rangeOf(letters)}}`;
}

/** The device's own font in the proportions of the one that is coming, so that nothing moves when it is there. */
function fallbackFace({ name, metrics, fallback }: Family): string {
  const font = metricsOf(metrics);
  const local = metricsOf(fallback);
  const size = font.xWidthAvg / font.unitsPerEm / (local.xWidthAvg / local.unitsPerEm);
  const percent = (units: number) => `${((100 * Math.abs(units)) / font.unitsPerEm / size).toFixed(1)}%`;
  return `@font-face{font-family:"${name} fallback";src:local("${localNames[fallback]}");size-adjust:${(100 * size).toFixed(1)}%;ascent-override:${percent(font.ascent)};descent-override:${percent(font.descent)};line-gap-override:${percent(font.lineGap)}}`;
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
