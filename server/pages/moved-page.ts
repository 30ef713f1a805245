import type { Pool } from "pg";
import { storefrontOf } from "./storefront-path.ts";

/** Where a page that is not there has moved to: the store of a creator, or a product, under its name of today. */
export async function findMovedPage(pool: Pool, path: string): Promise<string | undefined> {
  const handle = /^\/u\/[^/]+\/?$/.test(path) ? storefrontOf(path) : undefined;
  if (handle !== undefined) {
    const { rows } = await pool.query<{ handle: string }>(
      "select u.handle from former_handles f join users u on u.id = f.user_id where f.handle = $1",
      [handle],
    );
    return rows[0] && `/u/${rows[0].handle}`;
  }
  const [, page, slug] = /^\/(course|checkout)\/([a-z0-9-]{1,80})\/?$/i.exec(path) ?? [];
  if (page === undefined || slug === undefined) return undefined;
  const { rows } = await pool.query<{ slug: string }>(
    `select p.slug from former_slugs f join products p on p.id = f.product_id
      where f.slug = $1 and p.archived_at is null`,
    [slug.toLowerCase()],
  );
  return rows[0] && `/${page.toLowerCase()}/${rows[0].slug}`;
}
