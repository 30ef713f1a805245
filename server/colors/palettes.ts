import type { StoreTheme } from "#contract/design/looks.ts";

/** What a theme's pages are made of, before the creator's accent comes in. */
export type Palette = {
  page: string;
  card: string;
  /** Behind small labels and what a pointer is over. */
  quiet: string;
  text: string;
  /** Between things; decoration, not what a control is known by. */
  line: string;
};

type Surfaces = {
  light: Palette;
  dark: Palette;
  /** Its buttons are of the text's colour, and the accent is kept for what sells. */
  inkButtons?: true;
  /** Its buttons have lines around them, by which they are known on whatever ground: the accent stays what it is. */
  outlinedButtons?: true;
};

export const palettes: Readonly<Record<StoreTheme, Surfaces>> = {
  // Openstall's own: warm paper and ink.
  market: {
    light: { page: "#faf9f7", card: "#ffffff", quiet: "#f3f0eb", text: "#1b1815", line: "#e9e4dd" },
    dark: { page: "#131110", card: "#1b1917", quiet: "#24211d", text: "#f5f2ed", line: "#2d2925" },
    inkButtons: true,
  },
  // Rows on cool grey, as settings on a phone.
  plain: {
    light: { page: "#eef1f6", card: "#ffffff", quiet: "#e4e9f1", text: "#0d1524", line: "#d3d9e4" },
    dark: { page: "#0b1019", card: "#151c29", quiet: "#1f293a", text: "#edf2fa", line: "#2a3548" },
  },
  // White walls, and pictures on them.
  gallery: {
    light: { page: "#ffffff", card: "#ffffff", quiet: "#f0f3ef", text: "#161a17", line: "#d3d9d3" },
    dark: { page: "#0f1311", card: "#0f1311", quiet: "#1e2521", text: "#eef1ea", line: "#364039" },
  },
  // Cream and claret, set like a book.
  journal: {
    light: { page: "#fbf4e8", card: "#fbf4e8", quiet: "#f1e5d1", text: "#2b1d1a", line: "#dccbb2" },
    dark: { page: "#1b1413", card: "#1b1413", quiet: "#2c211e", text: "#f3e6da", line: "#4a3931" },
  },
  // Printed in three colours and cut out.
  poster: {
    light: { page: "#ffd23f", card: "#fffdf5", quiet: "#fff0b8", text: "#141414", line: "#141414" },
    dark: { page: "#161512", card: "#23211c", quiet: "#33302a", text: "#fff4d1", line: "#fff4d1" },
    outlinedButtons: true,
  },
  // A screen of phosphor, or its printout.
  terminal: {
    light: { page: "#eef1ea", card: "#f8faf5", quiet: "#e0e6db", text: "#17211a", line: "#b6c2b4" },
    dark: { page: "#090d0a", card: "#0e1410", quiet: "#17211a", text: "#d3f3dd", line: "#26382b" },
  },
  // Sweets in paper.
  candy: {
    light: { page: "#fff0f6", card: "#ffffff", quiet: "#ffe3ef", text: "#43203a", line: "#ffd0e3" },
    dark: { page: "#23131f", card: "#321c2d", quiet: "#42273b", text: "#ffe9f4", line: "#5a3550" },
  },
  // Violet light on a dark room, and the same room by day.
  stage: {
    light: { page: "#efebff", card: "#ffffff", quiet: "#e5deff", text: "#181230", line: "#d5cbfb" },
    dark: { page: "#0d0920", card: "#181132", quiet: "#251c49", text: "#eeeaff", line: "#362b63" },
  },
};
