import type { FontPair } from "#contract/design/looks.ts";
import type { Device } from "./device-fonts.ts";

export type Family = {
  name: string;
  /** Of Fontsource, and what its files are called. */
  package: string;
  metrics: string;
  /** One weight for headings, or all between two of them. */
  weights: number | { min: number; max: number };
  /** What stands in until the font is there. */
  fallback: Device;
};

const fraunces: Family = {
  name: "Fraunces",
  package: "fraunces",
  metrics: "fraunces",
  weights: 600,
  fallback: "serif",
};
const dmSans: Family = {
  name: "DM Sans",
  package: "dm-sans",
  metrics: "dMSans",
  weights: { min: 400, max: 700 },
  fallback: "sans",
};
const spaceGrotesk: Family = {
  name: "Space Grotesk",
  package: "space-grotesk",
  metrics: "spaceGrotesk",
  weights: 700,
  fallback: "sans",
};
const archivo: Family = {
  name: "Archivo",
  package: "archivo",
  metrics: "archivo",
  weights: { min: 400, max: 900 },
  fallback: "sans",
};
const nunito: Family = {
  name: "Nunito",
  package: "nunito",
  metrics: "nunito",
  weights: { min: 400, max: 800 },
  fallback: "sans",
};
const jetBrainsMono: Family = {
  name: "JetBrains Mono",
  package: "jetbrains-mono",
  metrics: "jetBrainsMono",
  weights: { min: 400, max: 700 },
  fallback: "mono",
};
const newsreader: Family = {
  name: "Newsreader",
  package: "newsreader",
  metrics: "newsreader",
  weights: { min: 400, max: 600 },
  fallback: "serif",
};
const outfit: Family = {
  name: "Outfit",
  package: "outfit",
  metrics: "outfit",
  weights: 600,
  fallback: "sans",
};

/** What each pair loads, the font of its headings first. */
export const families: Readonly<Record<Exclude<FontPair, "system">, readonly Family[]>> = {
  fraunces: [fraunces, dmSans],
  newsreader: [newsreader],
  archivo: [archivo],
  "space-grotesk": [spaceGrotesk, dmSans],
  "jetbrains-mono": [jetBrainsMono],
  nunito: [nunito],
  outfit: [outfit, dmSans],
};
