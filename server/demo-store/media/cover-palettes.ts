/** Colours of one cover: a background gradient, the title's colour, and what the motif is drawn with. */
export type CoverPalette = {
  from: string;
  to: string;
  text: string;
  accent: string;
  second: string;
  /** Paper of cards and pages. */
  surface: string;
  /** Lines and text drawn on `surface`. */
  ink: string;
  /** Pale blocks drawn on `surface`. */
  wash: string;
};

export const COVER_PALETTES = {
  night: {
    from: "#1a1626",
    to: "#33254f",
    text: "#ffffff",
    accent: "#ff6b4a",
    second: "#ffc46b",
    surface: "#fffaf4",
    ink: "#241d38",
    wash: "#e9e2f4",
  },
  lilac: {
    from: "#efe8ff",
    to: "#c9b8ff",
    text: "#22154a",
    accent: "#5b34e0",
    second: "#ff7ab2",
    surface: "#ffffff",
    ink: "#22154a",
    wash: "#e6defc",
  },
  sand: {
    from: "#fdf0dc",
    to: "#f6cd9c",
    text: "#33190a",
    accent: "#d9480f",
    second: "#1f6f78",
    surface: "#fffdf8",
    ink: "#33190a",
    wash: "#f4e3cb",
  },
  forest: {
    from: "#0d2a26",
    to: "#1d574b",
    text: "#f3fff9",
    accent: "#63e0ae",
    second: "#ffd166",
    surface: "#fbfff9",
    ink: "#0d2a26",
    wash: "#d8efe2",
  },
  sky: {
    from: "#e2f1ff",
    to: "#9dcbff",
    text: "#0a2144",
    accent: "#1560f5",
    second: "#ffab2e",
    surface: "#ffffff",
    ink: "#0a2144",
    wash: "#dbe9fa",
  },
  berry: {
    from: "#360d2f",
    to: "#86215f",
    text: "#fff3f9",
    accent: "#ff8fc4",
    second: "#ffd08a",
    surface: "#fff8fb",
    ink: "#360d2f",
    wash: "#f5dcea",
  },
  lemon: {
    from: "#fff6cc",
    to: "#ffdb5c",
    text: "#2b2203",
    accent: "#e4502a",
    second: "#2b2203",
    surface: "#fffef8",
    ink: "#2b2203",
    wash: "#f6ebbd",
  },
  mint: {
    from: "#e3f8ec",
    to: "#9fe0c4",
    text: "#0b2e26",
    accent: "#0c7a5d",
    second: "#ff8552",
    surface: "#ffffff",
    ink: "#0b2e26",
    wash: "#d5f0e3",
  },
  cobalt: {
    from: "#16224a",
    to: "#3a52b4",
    text: "#f5f8ff",
    accent: "#8fb7ff",
    second: "#ffb084",
    surface: "#f9fbff",
    ink: "#16224a",
    wash: "#dbe4fb",
  },
  rose: {
    from: "#ffe6e2",
    to: "#ffb3ab",
    text: "#3b0d17",
    accent: "#d92550",
    second: "#2b3a8c",
    surface: "#fffdfc",
    ink: "#3b0d17",
    wash: "#fbdcd9",
  },
} satisfies Record<string, CoverPalette>;

export type CoverPaletteName = keyof typeof COVER_PALETTES;
