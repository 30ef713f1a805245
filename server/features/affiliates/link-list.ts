import { type SQL, sql } from "drizzle-orm";
import type { AffiliateLink } from "#contract/affiliates.ts";
import type { Config } from "#server/config.ts";
import type { Services } from "#server/services.ts";

type LinkRow = Omit<AffiliateLink, "url" | "affiliateId" | "productId"> & { handle: string };

/** The creator's links, newest first; all of them unless `narrower` (of `affiliate_links l`) says which. */
export async function listLinks(
  { config, db }: Pick<Services, "config" | "db">,
  ownerId: string,
  narrower: SQL = sql`true`,
): Promise<AffiliateLink[]> {
  const { rows } = await db.execute<LinkRow>(sql`
    select l.id, l.code, l.clicks, l.conversions, l.active, l.created_at as "createdAt", owner.handle,
           json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'active', a.active) as affiliate,
           case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as product,
           ${earnedOfLink} as "earnedCents"
      from affiliate_links l
      join affiliates a on a.id = l.affiliate_id
      join users owner on owner.id = l.owner_id
      left join products p on p.id = l.product_id
     where l.owner_id = ${ownerId} and ${narrower}
     order by l.created_at desc, l.id`);
  return rows.map(({ handle, ...link }) => ({
    ...link,
    affiliateId: link.affiliate.id,
    productId: link.product?.id ?? null,
    createdAt: new Date(link.createdAt),
    url: linkAddress(config, { handle, productId: link.product?.id ?? null, code: link.code }),
  }));
}

/** Cents that a link (`l`) has brought its affiliate. */
export const earnedOfLink = sql`coalesce((select sum(amount_cents) from commissions
  where affiliate_link_id = l.id and status <> 'VOID'), 0)::float8`;

/** Where an affiliate's link leads: to the checkout of its product, or to the creator's store. */
export function linkAddress(
  { publicUrl }: Pick<Config, "publicUrl">,
  { handle, productId, code }: { handle: string; productId: string | null; code: string },
): string {
  const address = new URL(productId ? `/checkout/${productId}` : `/u/${handle}`, publicUrl);
  address.searchParams.set("aff", code);
  return address.href;
}
