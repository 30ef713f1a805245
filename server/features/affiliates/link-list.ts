import type { AffiliateLink } from "#contract/affiliates/affiliates.ts";
import type { Config } from "#server/config.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

type LinkRow = Omit<AffiliateLink, "url" | "affiliateId" | "productId"> & { handle: string };

/** The creator's links, newest first. */
export async function listLinks(
  { config, pool }: Pick<Services, "config" | "pool">,
  ownerId: string,
): Promise<AffiliateLink[]> {
  return (await selectLinks(pool, ownerId)).map((row) => linkOf(config, row));
}

/** One of the creator's links. */
export async function findLink(
  config: Config,
  client: Queryable,
  ownerId: string,
  linkId: string,
): Promise<AffiliateLink | undefined> {
  const [row] = await selectLink(client, ownerId, linkId);
  return row && linkOf(config, row);
}

const linkOf = (config: Config, { handle, ...link }: LinkRow): AffiliateLink => ({
  ...link,
  affiliateId: link.affiliate.id,
  productId: link.product?.id ?? null,
  url: linkAddress(config, { handle, productId: link.product?.id ?? null, code: link.code }),
});

/** Cents that a link (`l`) has brought its affiliate. */
export const earnedOfLink = `coalesce((select sum(amount_cents) from commissions
  where affiliate_link_id = l.id and status <> 'VOID'), 0)::float8`;

/** SQL of the creator's ($1) links, newest first, of which `narrower` (of `affiliate_links l`) says which. */
const linksWhere = (narrower: string): string => `
    select l.id, l.code, l.clicks, l.conversions, l.active, l.created_at as "createdAt", owner.handle,
           json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'active', a.active) as affiliate,
           case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as product,
           ${earnedOfLink} as "earnedCents"
      from affiliate_links l
      join affiliates a on a.id = l.affiliate_id
      join users owner on owner.id = l.owner_id
      left join products p on p.id = l.product_id
     where l.owner_id = $1 and ${narrower}
     order by l.created_at desc, l.id`;

const selectLinks = statement("affiliates_select_links")<LinkRow, [ownerId: string]>(linksWhere("true"));

const selectLink = statement("affiliates_select_link")<LinkRow, [ownerId: string, linkId: string]>(
  linksWhere("l.id = $2"),
);

/** Where an affiliate's link leads: to the checkout of its product, or to the creator's store. */
export function linkAddress(
  { publicUrl }: Pick<Config, "publicUrl">,
  { handle, productId, code }: { handle: string; productId: string | null; code: string },
): string {
  const address = new URL(productId ? `/checkout/${productId}` : `/u/${handle}`, publicUrl);
  address.searchParams.set("aff", code);
  return address.href;
}
