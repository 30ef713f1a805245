import type pg from "pg";
import type { Cart } from "./whole-sales.ts";

/** Fills a database with `creators` stores of twelve products each, with covers. Returns one product to buy. */
export async function makeStores(
  pool: pg.Pool,
  creators: number,
): Promise<{ productId: string; handles: string[] }> {
  await pool.query(
    `insert into users (email, handle, first_name, last_name, tagline, bio, profile_completed_at)
     select 'creator' || n || '@example.com', 'creator_' || n, 'Creator', n::text, 'Learn to draw in a month', repeat('A line about me. ', 12), now()
       from generate_series(1, $1) n`,
    [creators],
  );
  await pool.query(
    `insert into images (owner_id, kind, width, height, variants, size_bytes, generated)
     select u.id, 'cover', 1200, 750, (
       select jsonb_agg(jsonb_build_object('width', w, 'format', f, 'storageKey', 'images/x/' || w || '.' || f))
         from unnest(array[400, 800, 1200]) w, unnest(array['avif', 'webp', 'jpeg']) f), 180000, true
       from users u, generate_series(1, 12)`,
  );
  await pool.query(
    `insert into products (owner_id, title, slug, description, type, price_cents, original_price_cents, position, cover_image_id)
     select i.owner_id, 'The complete launch playbook ' || i.n, 'playbook-' || i.id, repeat('What I wish I had known, in short lessons with worksheets. ', 4),
            case when i.n % 3 = 0 then 'COURSE' else 'SERVICE' end, 1900 + i.n * 100, 9900, i.n, i.id
       from (select *, row_number() over (partition by owner_id order by id) as n from images) i`,
  );
  await pool.query("analyze");
  const { rows } = await pool.query<{ id: string }>(
    "select p.id from products p join users u on u.id = p.owner_id where u.handle = 'creator_1' limit 1",
  );
  return {
    productId: rows[0]?.id ?? "",
    handles: Array.from({ length: creators }, (_, index) => `creator_${index + 1}`),
  };
}

/**
 * Gives the product two bumps, its creator a coupon that is counted, and an affiliate: what one cart can carry. No bump is a
 * course, since one without lessons is not on sale.
 */
export async function makeOffers(pool: pg.Pool, productId: string): Promise<Cart> {
  const { rows: bumps } = await pool.query<{ id: string }>(
    `insert into order_bumps (owner_id, main_product_id, bump_product_id, title, discount_type, discount_value, position)
     select p.owner_id, m.id, p.id, 'One more', 'PERCENTAGE', 2000, row_number() over (order by p.id)
       from products m join products p on p.owner_id = m.owner_id and p.id <> m.id
      where m.id = $1 and p.type <> 'COURSE' order by p.id limit 2
     returning id`,
    [productId],
  );
  await pool.query(
    `insert into coupons (owner_id, code, discount_type, discount_value, usage_limit)
     select owner_id, 'BENCH20', 'PERCENTAGE', 2000, 1000000 from products where id = $1`,
    [productId],
  );
  await pool.query(
    `with someone as (
       insert into affiliates (owner_id, email, name) select owner_id, 'affiliate@example.com', 'Bench' from products where id = $1
       returning id, owner_id)
     insert into affiliate_links (owner_id, affiliate_id, code) select owner_id, id, 'BENCH' from someone`,
    [productId],
  );
  return { orderBumps: bumps.map(({ id }) => id), couponCode: "BENCH20", affiliateCode: "BENCH" };
}
