import type { Pool } from "pg";
import { statement } from "#server/database/statement.ts";
import { storefrontOf } from "./storefront-path.ts";

/** Where a page that is not there has moved to: the store of a creator, or a product, under its name of today. */
export async function findMovedPage(pool: Pool, path: string): Promise<string | undefined> {
  const handle = /^\/u\/[^/]+\/?$/.test(path) ? storefrontOf(path) : undefined;
  if (handle !== undefined) {
    const [owner] = await selectNewHandle(pool, handle);
    return owner && `/u/${owner.handle}`;
  }
  const [, page, slug] = /^\/(course|checkout)\/([a-z0-9-]{1,80})\/?$/i.exec(path) ?? [];
  if (page === undefined || slug === undefined) return undefined;
  const [product] = await selectNewSlug(pool, slug.toLowerCase());
  return product && `/${page.toLowerCase()}/${product.slug}`;
}

const selectNewHandle = statement("pages_new_handle")<{ handle: string }, [former: string]>(
  "select u.handle from former_handles f join users u on u.id = f.user_id where f.handle = $1",
);

const selectNewSlug = statement("pages_new_slug")<{ slug: string }, [former: string]>(
  `select p.slug from former_slugs f join products p on p.id = f.product_id
    where f.slug = $1 and p.archived_at is null`,
);
