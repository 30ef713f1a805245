import type { Awning, ButtonShape, FontPair, StoreLayout, StoreTheme } from "#contract/design/looks.ts";

export const themeLabels: Readonly<Record<StoreTheme, { label: string; about: string }>> = {
  market: { label: "Market", about: "Warm paper and ink" },
  plain: { label: "Plain", about: "Compact rows on cool grey" },
  gallery: { label: "Gallery", about: "White walls, large pictures" },
  journal: { label: "Journal", about: "Cream paper, set like a book" },
  poster: { label: "Poster", about: "Thick lines, loud headings" },
  terminal: { label: "Terminal", about: "One width for every letter" },
  candy: { label: "Candy", about: "Round and soft" },
  stage: { label: "Stage", about: "Violet light, large name" },
};

export const fontLabels: Readonly<Record<FontPair, string>> = {
  system: "The device's own",
  fraunces: "Fraunces and DM Sans",
  newsreader: "Newsreader",
  archivo: "Archivo",
  "space-grotesk": "Space Grotesk and DM Sans",
  "jetbrains-mono": "JetBrains Mono",
  nunito: "Nunito",
  outfit: "Outfit and DM Sans",
};

export const layoutLabels: Readonly<Record<StoreLayout, string>> = {
  grid: "Grid",
  list: "List",
  compact: "Compact rows",
};

export const buttonLabels: Readonly<Record<ButtonShape, string>> = {
  square: "Square",
  rounded: "Rounded",
  pill: "Pill",
};

export const awningLabels: Readonly<Record<Awning, string>> = {
  none: "Nothing",
  stripes: "Stripes",
  dots: "Dots",
  waves: "Waves",
  checks: "Checks",
};

/** Parts of a design in words, as sentences name them. */
export const partLabels = {
  theme: "theme",
  accent: "accent",
  fonts: "fonts",
  layout: "layout",
  buttons: "button shape",
  awning: "awning",
  cover: "cover picture",
  coverImageId: "cover picture",
  coverAlt: "description of the cover",
  productOrder: "order of products",
  blocks: "page",
};
