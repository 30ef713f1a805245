import type { Pool } from "pg";
import { planPath } from "#contract/plans/plan-path.ts";
import { productOfFormerSlug, productOfSlug, storeNamed } from "#server/database/product-of-slug.ts";
import { statement } from "#server/database/statement.ts";
import { plainPath } from "./storefront-path.ts";

/**
 * Where a page that is not there has moved to: the store of a creator, or a product, under its name of today, with the
 * query it was asked for with ("?aff=MAYA", or "").
 */
export async function findMovedPage(pool: Pool, path: string, query: string): Promise<string | undefined> {
  const moved = await findNewPath(pool, path, new URLSearchParams(query).get("store") ?? undefined);
  if (!moved?.store) return moved && (moved.path.includes("?") ? moved.path : moved.path + query);
  const search = new URLSearchParams(query);
  // Where the old address names no store, the new slug alone might be that of another one.
  search.set("store", moved.store);
  return `${moved.path}?${search.toString()}`;
}

type Moved = { path: string; store?: string };

async function findNewPath(pool: Pool, path: string, store: string | undefined): Promise<Moved | undefined> {
  const [, handle, slugInStore, rest = ""] =
    /^\/u\/([a-z0-9_]{3,30})(?:\/([a-z0-9-]{1,80})(\/reviews)?)?$/.exec(plainPath(path)) ?? [];
  // Who sells the plans has no store: mails and orders of theirs lead to what they are about.
  if (handle !== undefined && (await selectPlatform(pool, handle)).length > 0) return { path: planPath };
  // A store's list has a page of its own there, which mails and bio links name.
  if (handle !== undefined && (slugInStore === undefined || slugInStore === "join")) {
    const [owner] = await selectNewHandle(pool, handle);
    return owner && { path: `/u/${owner.handle}${slugInStore === undefined ? "" : "/join"}` };
  }
  if (handle !== undefined && slugInStore !== undefined) {
    const [product] = await selectProductPage(pool, slugInStore, handle);
    return product && { path: `/u/${product.handle}/${product.slug}${rest}` };
  }
  const [, page, slug] = /^\/(course|checkout)\/([a-z0-9-]{1,80})\/?$/i.exec(path) ?? [];
  if (page === undefined || slug === undefined) return undefined;
  const [product] = await selectNewSlug(pool, slug.toLowerCase(), storeNamed(store));
  return product && { path: `/${page.toLowerCase()}/${product.slug}`, store: product.handle };
}

const selectPlatform = statement("pages_platform")<never, [handle: string]>(
  "select from users where handle = $1 and is_platform",
);

const selectNewHandle = statement("pages_new_handle")<{ handle: string }, [former: string]>(
  "select u.handle from former_handles f join users u on u.id = f.user_id where f.handle = $1 and u.erased_at is null",
);

const selectNewSlug = statement("pages_new_slug")<
  { slug: string; handle: string },
  [former: string, store: string | null]
>(
  `select p.slug, u.handle from products p join users u on u.id = p.owner_id
    where p.id = ${productOfFormerSlug("$1", "$2")} and p.state <> 'ARCHIVED' and p.slug <> $1`,
);

/**
 * A product's page under a former name of the product, of its creator or of both. Where it is still at its address it has
 * not moved.
 */
const selectProductPage = statement("pages_new_product_page")<
  { handle: string; slug: string },
  [slug: string, handle: string]
>(
  `select u.handle, p.slug
     from products p join users u on u.id = p.owner_id
    where p.id = coalesce(${productOfSlug("$1", "$2")}, ${productOfFormerSlug("$1", "$2")})
      and p.state = 'PUBLISHED' and u.erased_at is null and (u.handle, p.slug) <> ($2, $1)`,
);
