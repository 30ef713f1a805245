import { type StoreColors, storeColors } from "#server/colors/store-colors.ts";

/** Of more weight than the `:root` of tokens.css, whichever of the two files comes first. */
const page = "html:root";

/** `accentStyle` for a part of a page that shows several creators: an element of the class `accent-cf3d08`. */
export const partAccentStyle = (accent: string): string => accentStyle(accent, ` .accent-${accent.slice(1)}`);

/**
 * A creator's accent on pages that are ours (checkout, order, course): the brand's colours of web/tokens.css, in both
 * modes, with the contrasts of a store. The rest of the page stays as it is.
 */
export function accentStyle(accent: string, part = ""): string {
  const light = declarations(storeColors("market", accent, "light"));
  const dark = declarations(storeColors("market", accent, "dark"));
  return (
    `${page}${part}{${light}}` +
    `@media(prefers-color-scheme:dark){${page}:not([data-theme="light"])${part}{${dark}}}` +
    `${page}[data-theme="dark"]${part}{${dark}}`
  );
}

const declarations = ({ accent, accentHover, onAccent, accentText, tint, onTint }: StoreColors): string =>
  Object.entries({
    ring: accentText,
    brand: accent,
    "brand-hover": accentHover,
    "brand-foreground": onAccent,
    "brand-ink": accentText,
    "brand-soft": tint,
    "brand-soft-foreground": onTint,
  })
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
