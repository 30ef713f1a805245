import type { StoreLook } from "#contract/design/design.ts";
import designCss from "#web/design.css?url";
import { lookFonts } from "./look-fonts.ts";

type Head = { meta: object[]; links: object[] };

/** The head of a store's page with how it looks; as it is where the store looks as every new one does. */
export function withLook({ meta, links }: Head, look: StoreLook | null) {
  if (!look) return { meta, links };
  return {
    meta: [
      ...meta,
      { name: "theme-color", content: look.pageColor.light, media: "(prefers-color-scheme: light)" },
      { name: "theme-color", content: look.pageColor.dark, media: "(prefers-color-scheme: dark)" },
    ],
    links: [...links, { rel: "stylesheet", href: designCss }, ...fontLinks(look)],
    styles: [{ children: look.css }],
  };
}

/** By which the page server lets the page's own style through. */
export const lookHeaders = (look: StoreLook | null): Record<string, string> =>
  look ? { "x-openstall-style": look.cssHash } : {};

/**
 * Every page of a store has headings and texts, so both fonts are asked for before the page knows that it needs them: one
 * that comes after the first sight changes what somebody has begun to read.
 */
function fontLinks({ fonts: pair }: StoreLook) {
  const own = lookFonts[pair];
  if (!own) return [];
  return [
    { rel: "stylesheet", href: own.faces },
    ...own.fonts.map((href) => ({
      rel: "preload",
      as: "font",
      type: "font/woff2",
      crossOrigin: "anonymous" as const,
      href,
    })),
  ];
}
