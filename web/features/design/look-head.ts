import type { StoreLook } from "#contract/design/design.ts";
import type { FontPair } from "#contract/design/looks.ts";
import archivo from "#web/fonts/archivo.woff2?url";
import fraunces from "#web/fonts/fraunces.woff2?url";
import jetBrainsMono from "#web/fonts/jetbrains-mono.woff2?url";
import newsreader from "#web/fonts/newsreader.woff2?url";
import nunito from "#web/fonts/nunito.woff2?url";
import outfit from "#web/fonts/outfit.woff2?url";
import spaceGrotesk from "#web/fonts/space-grotesk.woff2?url";
import designCss from "#web/design.css?url";
import facesCss from "#web/fonts/faces.gen.css?url";

/** The font that headings are set in: the only one that is asked for before the page knows that it needs it. */
const headings: Readonly<Record<FontPair, string | undefined>> = {
  system: undefined,
  fraunces,
  newsreader,
  archivo,
  "space-grotesk": spaceGrotesk,
  "jetbrains-mono": jetBrainsMono,
  nunito,
  outfit,
};

type Head = { meta: object[]; links: object[] };

/** The head of a store's page with how it looks; as it is where the store looks as every new one does. */
export function withLook({ meta, links }: Head, look: StoreLook | null) {
  if (!look) return { meta, links };
  const heading = headings[look.fonts];
  return {
    meta: [
      ...meta,
      { name: "theme-color", content: look.pageColor.light, media: "(prefers-color-scheme: light)" },
      { name: "theme-color", content: look.pageColor.dark, media: "(prefers-color-scheme: dark)" },
    ],
    links: [
      ...links,
      { rel: "stylesheet", href: designCss },
      ...(heading === undefined
        ? []
        : [
            { rel: "stylesheet", href: facesCss },
            {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              crossOrigin: "anonymous" as const,
              href: heading,
            },
          ]),
    ],
    styles: [{ children: look.css }],
  };
}

/** By which the page server lets the page's own style through. */
export const lookHeaders = (look: StoreLook | null): Record<string, string> =>
  look ? { "x-openstall-style": look.cssHash } : {};
