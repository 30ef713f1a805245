import { hash } from "node:crypto";
import { defaultDesign, type Design, type StoreLook } from "#contract/design/design.ts";
import { themeDefaults } from "#contract/design/looks.ts";
import type { Picture } from "#contract/values.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";
import { lookStyle } from "./look-style.ts";
import { palettes } from "#server/colors/palettes.ts";

/** How a creator's store looks to everybody; null where it has never been changed. Throws 404. */
export async function getStoreLook(
  { pool }: Pick<Services, "pool">,
  handle: string,
): Promise<StoreLook | null> {
  const [row] = /^[a-z0-9_]{3,30}$/.test(handle) ? await publishedDesign(pool, handle) : [];
  if (!row) throw NotFound("Creator not found");
  return row.design && lookOf(row.design, pictureOf(row.cover));
}

/** A design with every choice made and every colour computed. Parts that it was saved without are as those of a new store. */
export function lookOf(design: Partial<Design>, cover: Picture | null): StoreLook {
  const { theme, accent, fonts, layout, buttons, awning, coverAlt } = { ...defaultDesign, ...design };
  const own = themeDefaults[theme];
  const pair = fonts ?? own.fonts;
  const css = lookStyle({ theme, accent: accent ?? own.accent, fonts: pair });
  return {
    theme,
    fonts: pair,
    layout: layout ?? own.layout,
    buttons: buttons ?? own.buttons,
    awning: awning ?? own.awning,
    cover: cover && { ...cover, alt: coverAlt },
    css,
    cssHash: `sha256-${hash("sha256", css, "base64")}`,
    pageColor: { light: palettes[theme].light.page, dark: palettes[theme].dark.page },
  };
}

const publishedDesign = hotStatement("design_published")<
  { design: Design | null; cover: StoredPicture | null },
  [handle: string]
>(`select d.published as design,
     case when i.id is not null then json_build_object(
       'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as cover
   from users u
   left join store_designs d on d.owner_id = u.id
   left join images i on i.id = (d.published ->> 'coverImageId')::uuid and i.owner_id = u.id
   where u.handle = $1`);
