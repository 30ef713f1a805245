import { contrast } from "#server/colors/oklch.ts";
import { readable } from "#server/colors/store-colors.ts";
import { BRAND } from "#server/images/brand.ts";

/** Who a mail is from, as its head shows it, and in what colours. */
export type Masthead = {
  name: string;
  /** The absolute address of their picture. */
  picture: string | null;
  colors: MailColors;
  /** Whether it says at its foot what their store is made with. */
  isPoweredBy: boolean;
};

/** Each as `#rrggbb`. */
type MailColors = {
  /** The line above the card; buttons, and what is written on them. */
  line: string;
  fill: string;
  onFill: string;
  /** Small words of that colour. */
  text: string;
  darkLine: string;
  darkFill: string;
  onDarkFill: string;
  darkText: string;
};

/** What mails stand on in the dark. */
export const night = { page: "#13110f", card: "#1b1917" };

const brandColors: MailColors = {
  line: BRAND.brand,
  fill: BRAND.brand,
  onFill: "#ffffff",
  text: BRAND.brand,
  darkLine: "#ff7a45",
  darkFill: BRAND.brand,
  onDarkFill: "#ffffff",
  darkText: "#ff9c73",
};

/** Of mails that are nobody's store's. */
export const ourMasthead: Masthead = {
  name: "Openstall",
  picture: null,
  colors: brandColors,
  isPoweredBy: false,
};

/**
 * The colours of a mail with a creator's accent, `#rrggbb`: its words keep 4.5 : 1 to what they stand on, lines and buttons
 * 3 : 1, in both modes.
 */
export function mailColors(accent: string | null): MailColors {
  if (accent === null) return brandColors;
  const fill = readable(accent, [BRAND.card], 3.05);
  const darkFill = readable(accent, [night.card], 3.05);
  return {
    line: readable(accent, [BRAND.card, BRAND.paper], 3.05),
    fill,
    onFill: inkOn(fill),
    text: readable(accent, [BRAND.card], 4.6),
    darkLine: readable(accent, [night.card, night.page], 3.05),
    darkFill,
    onDarkFill: inkOn(darkFill),
    darkText: readable(accent, [night.card], 4.6),
  };
}

/** White, our ink, or black: one of the outer two can be read on any colour. */
const inkOn = (fill: string): string =>
  ["#ffffff", BRAND.ink].find((ink) => contrast(ink, fill) >= 4.5) ?? "#000000";
