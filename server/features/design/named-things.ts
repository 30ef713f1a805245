import type { Block } from "#contract/design/blocks.ts";
import { hotStatement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** What blocks name by an id, each once. */
export type NamedThings = { products: string[]; images: string[]; reviews: string[]; coupons: string[] };

/** What these blocks name. */
export function namedIn(blocks: readonly Block[]): NamedThings {
  const ids = (of: (block: Block) => (string | null)[]) => [
    ...new Set(blocks.flatMap(of).filter((id) => id !== null)),
  ];
  return {
    products: ids((block) => {
      if (block.kind === "group") return block.productIds;
      return block.kind === "product" || block.kind === "event" ? [block.productId] : [];
    }),
    images: ids((block) => (block.kind === "picture" || block.kind === "video" ? [block.imageId] : [])),
    reviews: ids((block) => (block.kind === "testimonial" ? [block.reviewId] : [])),
    coupons: ids((block) => (block.kind === "coupon" ? [block.couponId] : [])),
  };
}

/**
 * Throws 422 where blocks name what is not their creator's, or is not there. What the draft or the published page named
 * before may have been deleted since, and does not keep the rest from being saved.
 */
export async function requireOwnThings(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  blocks: readonly Block[],
): Promise<void> {
  const { products, images, reviews, coupons } = namedIn(blocks);
  const [row] = await countUnknown(pool, ownerId, products, images, reviews, coupons);
  if (row && row.unknown > 0)
    throw Invalid({ blocks: "Something that a block shows is not there any more. Please choose another." });
}

const countUnknown = hotStatement("design_count_unknown")<
  { unknown: number },
  [ownerId: string, products: string[], images: string[], reviews: string[], coupons: string[]]
>(`with named (id, kind) as (
     select id, 'product' from unnest($2::uuid[]) id union all
     select id, 'image' from unnest($3::uuid[]) id union all
     select id, 'review' from unnest($4::uuid[]) id union all
     select id, 'coupon' from unnest($5::uuid[]) id),
   before as (
     select jsonb_path_query(known, '$[*].*') #>> '{}' as id
       from store_designs d cross join lateral (values (d.draft -> 'blocks'), (d.published -> 'blocks')) of_it (known)
      where d.owner_id = $1
     union all
     select jsonb_path_query(known, '$[*].productIds[*]') #>> '{}'
       from store_designs d cross join lateral (values (d.draft -> 'blocks'), (d.published -> 'blocks')) of_it (known)
      where d.owner_id = $1)
   select count(*)::int as unknown from named n
    where n.id::text not in (select id from before where id is not null)
      and not case n.kind
        when 'product' then exists (select from products p where p.id = n.id and p.owner_id = $1)
        when 'image' then exists (select from images i where i.id = n.id and i.owner_id = $1 and i.kind in ('cover', 'post'))
        when 'review' then exists (select from counted_reviews r join products p on p.id = r.product_id
                                    where r.id = n.id and p.owner_id = $1)
        else exists (select from coupons c where c.id = n.id and c.owner_id = $1) end`);
