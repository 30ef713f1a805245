import type { Pool } from "pg";
import { planPath } from "#contract/plans/plan-path.ts";
import { statement } from "#server/database/statement.ts";
import { plainPath } from "./storefront-path.ts";

/** Where a page that is not there has moved to: the store of a creator, or a product, under its name of today. */
export async function findMovedPage(pool: Pool, path: string): Promise<string | undefined> {
  const [, handle, slugInStore, rest = ""] =
    /^\/u\/([a-z0-9_]{3,30})(?:\/([a-z0-9-]{1,80})(\/reviews)?)?$/.exec(plainPath(path)) ?? [];
  // Who sells the plans has no store: mails and orders of theirs lead to what they are about.
  if (handle !== undefined && (await selectPlatform(pool, handle)).length > 0) return planPath;
  // A store's list has a page of its own there, which mails and bio links name.
  if (handle !== undefined && (slugInStore === undefined || slugInStore === "join")) {
    const [owner] = await selectNewHandle(pool, handle);
    return owner && `/u/${owner.handle}${slugInStore === undefined ? "" : "/join"}`;
  }
  if (handle !== undefined && slugInStore !== undefined) {
    const [product] = await selectProductPage(pool, handle, slugInStore);
    return product && `/u/${product.handle}/${product.slug}${rest}`;
  }
  const [, page, slug] = /^\/(course|checkout)\/([a-z0-9-]{1,80})\/?$/i.exec(path) ?? [];
  if (page === undefined || slug === undefined) return undefined;
  const [product] = await selectNewSlug(pool, slug.toLowerCase());
  return product && `/${page.toLowerCase()}/${product.slug}`;
}

const selectPlatform = statement("pages_platform")<never, [handle: string]>(
  "select from users where handle = $1 and is_platform",
);

const selectNewHandle = statement("pages_new_handle")<{ handle: string }, [former: string]>(
  "select u.handle from former_handles f join users u on u.id = f.user_id where f.handle = $1 and u.erased_at is null",
);

const selectNewSlug = statement("pages_new_slug")<{ slug: string }, [former: string]>(
  `select p.slug from former_slugs f join products p on p.id = f.product_id
    where f.slug = $1 and p.state <> 'ARCHIVED'`,
);

/**
 * A product's page under a former name of the product, of its creator or of both. Where it is still at its address it has
 * not moved.
 */
const selectProductPage = statement("pages_new_product_page")<
  { handle: string; slug: string },
  [handle: string, slug: string]
>(
  `select u.handle, p.slug
     from users u join products p on p.owner_id = u.id
    where u.id = coalesce((select id from users where handle = $1), (select user_id from former_handles where handle = $1))
      and p.id = coalesce((select id from products where slug = $2), (select product_id from former_slugs where slug = $2))
      and p.state = 'PUBLISHED' and u.erased_at is null and (u.handle, p.slug) <> ($1, $2)`,
);
