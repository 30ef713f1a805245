import type { FontPair, StoreTheme } from "#contract/design/looks.ts";
import { bytesOf, contrast, mixed } from "#server/colors/oklch.ts";
import { palettes } from "#server/colors/palettes.ts";
import { type StoreColors, storeColors } from "#server/colors/store-colors.ts";

const sans = 'system-ui,"Segoe UI",Roboto,Arial,sans-serif';
const serif = 'Georgia,"Times New Roman",serif';
const mono = 'ui-monospace,Menlo,Consolas,"Courier New",monospace';
const family = (name: string, ending: string) => `"${name}","${name} fallback",${ending}`;

/** What headings and texts are set in; nothing for what is the device's own. */
const fonts: Readonly<Record<FontPair, { heading?: string; body?: string }>> = {
  system: {},
  fraunces: { heading: family("Fraunces", serif), body: family("DM Sans", sans) },
  newsreader: { body: family("Newsreader", serif) },
  archivo: { body: family("Archivo", sans) },
  "space-grotesk": { heading: family("Space Grotesk", sans), body: family("DM Sans", sans) },
  "jetbrains-mono": { body: family("JetBrains Mono", mono) },
  nunito: { body: family("Nunito", sans) },
  outfit: { heading: family("Outfit", sans), body: family("DM Sans", sans) },
};

/** The colours of both modes, and the fonts, as the custom properties of web/tokens.css. Holds nothing that anybody typed. */
export function lookStyle({
  theme,
  accent,
  fonts: pair,
}: {
  theme: StoreTheme;
  accent: string;
  fonts: FontPair;
}): string {
  const { inkButtons = false } = palettes[theme];
  const { heading, body } = fonts[pair];
  const faces = [
    ...(body === undefined ? [] : [`--font-sans:${body}`]),
    ...(heading === undefined ? [] : [`--font-heading:${heading}`]),
  ];
  const light = storeColors(theme, accent, "light");
  const dark = storeColors(theme, accent, "dark");
  const inLight = [...properties(light, inkButtons, mixed(light.text, light.accent, 0.3)), ...faces];
  // On a dark page what is light is a glow, and no shadow.
  const inDark = properties(dark, inkButtons, mixed(dark.page, "#000000", 0.7));
  return `:root{${inLight.join(";")}}@media(prefers-color-scheme:dark){:root{${inDark.join(";")}}}`;
}

function properties(colors: StoreColors, inkButtons: boolean, shadow: string): string[] {
  const { page, card, quiet, text, line, muted, edge, tint, onTint, accent, accentHover, onAccent } = colors;
  const button = inkButtons
    ? {
        fill: text,
        hover: mixed(text, page, 0.13),
        ink: contrast(text, card) > contrast(text, page) ? card : page,
      }
    : { fill: accent, hover: accentHover, ink: onAccent };
  const named = {
    background: page,
    foreground: text,
    card,
    "card-foreground": text,
    muted: quiet,
    "muted-foreground": muted,
    primary: button.fill,
    "primary-hover": button.hover,
    "primary-foreground": button.ink,
    accent: quiet,
    border: line,
    input: edge,
    ring: colors.accentText,
    brand: accent,
    "brand-hover": accentHover,
    "brand-foreground": onAccent,
    "brand-soft": tint,
    "brand-soft-foreground": onTint,
    "brand-ink": colors.accentText,
    success: colors.success,
    "shadow-color": bytesOf(shadow).join(" "),
  };
  return Object.entries(named).map(([name, value]) => `--${name}:${value}`);
}
