import { sql } from "drizzle-orm";
import type { MyProduct } from "#contract/catalog.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getMyProduct } from "./my-products.ts";
import { findFreeSlug } from "./product-slugs.ts";

/** Copies a product with its modules and lessons; the copy is inactive. Throws 404 for a product that is not theirs. */
export async function duplicateProduct(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  productId: string,
): Promise<MyProduct> {
  const original = await getMyProduct(db, creatorId, productId);
  for (let attempt = 1; ; attempt++) {
    const slug = await findFreeSlug(db, creatorId, `${original.slug.slice(0, 75)}-copy`);
    try {
      return await db.transaction(async (tx) => {
        const copyId = await copyProduct(tx, creatorId, productId, slug, clock.now());
        return getMyProduct(tx, creatorId, copyId);
      });
    } catch (error) {
      // Somebody took the slug in the meantime.
      if (brokenConstraint(error) !== "products_slug_unique" || attempt === 5) throw error;
    }
  }
}

async function copyProduct(
  tx: Db,
  creatorId: string,
  productId: string,
  slug: string,
  now: Date,
): Promise<string> {
  const moment = now.toISOString();
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into products (owner_id, title, slug, active, created_at, updated_at, position, ${copied})
    select owner_id, left(title, 193) || ' (copy)', ${slug}, false, ${moment}, ${moment},
           (select max(last.position) + 1 from products last where last.owner_id = ${creatorId}), ${copied}
      from products where id = ${productId} and owner_id = ${creatorId} and archived_at is null
    returning id`);
  const copyId = rows[0]?.id;
  if (!copyId) throw NotFound("Product not found");
  await tx.execute(sql`
    with pairs as materialized (
      select id as old_id, gen_random_uuid() as new_id, title as new_title, position as new_position
        from course_modules where product_id = ${productId}),
    modules as (
      insert into course_modules (id, product_id, title, position)
      select new_id, ${copyId}::uuid, new_title, new_position from pairs)
    insert into lessons (module_id, updated_at, ${copiedOfLesson})
    select pairs.new_id, ${moment}::timestamptz, ${copiedOfLesson} from lessons l join pairs on pairs.old_id = l.module_id`);
  return copyId;
}

const copied = sql.raw(
  `description, type, price_cents, original_price_cents, currency, billing_interval, featured, cover_image_id,
   requires_shipping, track_inventory, inventory_quantity, allow_backorder, allow_order_bumps, max_order_bumps,
   allow_upsells, max_upsells, digital_file_type, digital_file_id, digital_file_external_url, digital_file_name,
   digital_file_size, digital_file_mime_type, digital_file_original_name, download_button_text,
   digital_expiration_days, max_downloads, delivery_note`,
);

const copiedOfLesson = sql.raw(
  `slug, title, content, video_url, video_upload_id, poster_image_id, captions, duration, free_preview, drip_days, position`,
);
