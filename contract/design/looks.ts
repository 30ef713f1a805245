/** How a store can look, in names alone: screens use them without loading the schemas. */

export const storeThemes = [
  "market",
  "plain",
  "gallery",
  "journal",
  "poster",
  "terminal",
  "candy",
  "stage",
] as const;
export type StoreTheme = (typeof storeThemes)[number];

/** A font for headings and one for texts; `system` is what the device has. */
export const fontPairs = [
  "system",
  "fraunces",
  "newsreader",
  "archivo",
  "space-grotesk",
  "jetbrains-mono",
  "nunito",
  "outfit",
] as const;
export type FontPair = (typeof fontPairs)[number];

export const storeLayouts = ["grid", "list", "compact"] as const;
export type StoreLayout = (typeof storeLayouts)[number];

export const buttonShapes = ["square", "rounded", "pill"] as const;
export type ButtonShape = (typeof buttonShapes)[number];

/** What hangs over the stall. */
export const awnings = ["none", "stripes", "dots", "waves", "checks"] as const;
export type Awning = (typeof awnings)[number];

/** So many products have a place of their own choosing on the shelf; the others come after. */
export const mostOrdered = 500;

/** What a theme brings where a design says nothing. */
export type ThemeDefaults = {
  accent: string;
  fonts: FontPair;
  layout: StoreLayout;
  buttons: ButtonShape;
  awning: Awning;
};

export const themeDefaults: Readonly<Record<StoreTheme, ThemeDefaults>> = {
  market: { accent: "#cf3d08", fonts: "system", layout: "grid", buttons: "rounded", awning: "none" },
  plain: { accent: "#1f5fd0", fonts: "system", layout: "compact", buttons: "rounded", awning: "none" },
  gallery: { accent: "#31503f", fonts: "fraunces", layout: "grid", buttons: "square", awning: "none" },
  journal: { accent: "#8a2f3c", fonts: "newsreader", layout: "list", buttons: "square", awning: "none" },
  poster: { accent: "#e4371b", fonts: "archivo", layout: "grid", buttons: "square", awning: "checks" },
  terminal: { accent: "#2fae66", fonts: "jetbrains-mono", layout: "list", buttons: "square", awning: "none" },
  candy: { accent: "#c43a7a", fonts: "nunito", layout: "grid", buttons: "pill", awning: "stripes" },
  stage: { accent: "#6d4aff", fonts: "space-grotesk", layout: "grid", buttons: "pill", awning: "waves" },
};

/** Those that every plan publishes. */
export const freeThemes: readonly StoreTheme[] = ["market", "plain"];

/** What of a design makes it one of the Pro plan: its own theme, or anything that its theme does not bring. */
export function proParts(design: {
  theme: StoreTheme;
  fonts: FontPair | null;
  layout: StoreLayout | null;
  buttons: ButtonShape | null;
  awning: Awning | null;
  coverImageId: string | null;
}): ("theme" | "fonts" | "layout" | "buttons" | "awning" | "cover")[] {
  const isOwn = (part: "fonts" | "layout" | "buttons" | "awning") =>
    design[part] !== null && design[part] !== themeDefaults[design.theme][part];
  return [
    ...(freeThemes.includes(design.theme) ? [] : ["theme" as const]),
    ...(["fonts", "layout", "buttons", "awning"] as const).filter(isOwn),
    ...(design.coverImageId === null ? [] : ["cover" as const]),
  ];
}
