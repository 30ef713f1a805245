import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, oneLine, Picture } from "#contract/values.ts";
import { longest } from "./block-kinds.ts";
import { Blocks, defaultBlocks } from "./blocks.ts";
import { awnings, buttonShapes, fontPairs, mostOrdered, storeLayouts, storeThemes } from "./looks.ts";

const tags = ["Design"];

/** A colour as `#rrggbb`. */
export const Color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Use a colour such as #cf3d08");

/** How a creator's store looks. Null is what the theme brings. */
export const Design = z.object({
  theme: z.enum(storeThemes),
  accent: Color.nullable(),
  fonts: z.enum(fontPairs).nullable(),
  layout: z.enum(storeLayouts).nullable(),
  buttons: z.enum(buttonShapes).nullable(),
  awning: z.enum(awnings).nullable(),
  /** A picture of kind `cover` over the store, in place of the awning. */
  coverImageId: Id.nullable(),
  /** What the cover shows, for who cannot see it; empty where it is decoration. */
  coverAlt: oneLine(longest.alt),
  /** Products in the order of the shelf; those that it does not name come after. */
  productOrder: z.array(Id).max(mostOrdered, `At most ${mostOrdered} products have a place`),
  /** What the store's page is made of, from top to bottom, below its head. */
  blocks: Blocks,
});
export type Design = z.infer<typeof Design>;

export const defaultDesign: Design = {
  theme: "market",
  accent: null,
  fonts: null,
  layout: null,
  buttons: null,
  awning: null,
  coverImageId: null,
  coverAlt: "",
  productOrder: [],
  blocks: defaultBlocks,
};

/** A design as a page draws it: every choice made, every colour computed. */
export const StoreLook = z.object({
  theme: z.enum(storeThemes),
  fonts: z.enum(fontPairs),
  layout: z.enum(storeLayouts),
  buttons: z.enum(buttonShapes),
  awning: z.enum(awnings),
  cover: Picture.nullable(),
  /** Its colours and fonts as custom properties, light and dark: the text of the page's one inline style. */
  css: z.string(),
  /** By which the page's security policy lets that style through: "sha256-…". */
  cssHash: z.string(),
  /** Of the page, for the browser's own bars. */
  pageColor: z.object({ light: Color, dark: Color }),
});
export type StoreLook = z.infer<typeof StoreLook>;

/** A style sheet, `text/css`. It depends on nothing but its address. */
export const getAccentStyle = endpoint({
  method: "GET",
  url: "/api/accents/:name",
  config: { access: "public" },
  schema: {
    tags,
    summary: "A creator's accent as the colours of pages that are not their store",
    params: z.object({
      /** Of a whole page, or of the parts of one that have the class `accent-cf3d08`. */
      name: z
        .string()
        .regex(/^[0-9a-f]{6}(-part)?\.css$/, "Use a colour such as cf3d08.css or cf3d08-part.css"),
    }),
  },
});

export const getStoreLook = endpoint({
  method: "GET",
  url: "/api/creators/:handle/look",
  config: { access: "public" },
  schema: {
    tags,
    summary: "How a creator's store looks; null where it has never been changed",
    params: z.object({ handle: z.string().max(60) }),
    response: { 200: z.object({ look: StoreLook.nullable() }) },
  },
});
