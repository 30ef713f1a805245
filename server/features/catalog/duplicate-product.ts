import type { MyProduct } from "#contract/catalog/catalog.ts";
import { brokenConstraint, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { columnsExcept } from "#server/database/columns-except.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { products } from "#server/database/schema/catalog.ts";
import { statement } from "#server/database/statement.ts";
import { requireTextRoom } from "#server/database/text-room.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { countLessons, requireRoomForLessons, requireRoomForNew } from "./most-products.ts";
import { getMyProduct } from "./my-products.ts";
import { findFreeSlug } from "./product-slugs.ts";

/** Copies a product with its modules and lessons; the copy is inactive. Throws 404 for a product that is not theirs, 409 and 413 where the store has no room. */
export async function duplicateProduct(
  { db, pool, clock }: Pick<Services, "db" | "pool" | "clock">,
  creatorId: string,
  productId: string,
): Promise<MyProduct> {
  const original = await getMyProduct(db, creatorId, productId, clock.now());
  for (let attempt = 1; ; attempt++) {
    const slug = await findFreeSlug(db, creatorId, `${original.slug.slice(0, 75)}-copy`);
    try {
      return await inTransaction(pool, async (client) => {
        const now = clock.now();
        const tx = dbOn(client);
        await requireRoomForNew(tx, creatorId);
        await requireRoomForLessons(tx, creatorId, await countLessons(tx, productId));
        const [copy] = await copyProduct(client, creatorId, productId, slug, now);
        if (!copy) throw NotFound("Product not found");
        await copyParts(client, productId, copy.id);
        await copyVideos(client, productId, copy.id);
        await copyLessons(client, productId, copy.id, now);
        await requireTextRoom(client, creatorId);
        return getMyProduct(tx, creatorId, copy.id, now);
      });
    } catch (error) {
      // Somebody took the slug in the meantime.
      if (brokenConstraint(error) !== "products_slug_unique" || attempt === 5) throw error;
    }
  }
}

/** What a copy has of its own; `plan` belongs to one product of the installation, and a copied event is not cancelled. */
const copied = columnsExcept(products, [
  "id",
  "ownerId",
  "title",
  "slug",
  "state",
  "plan",
  "position",
  "eventCancelledAt",
  "revision",
  "createdAt",
  "updatedAt",
]);

const copiedOfLesson = columnsExcept(lessons, ["id", "moduleId", "revision", "updatedAt"]);

const copyProduct = statement("catalog_copy_product")<
  { id: string },
  [creatorId: string, productId: string, slug: string, now: Date]
>(
  `insert into products (owner_id, title, slug, state, created_at, updated_at, position, ${copied})
   select owner_id, left(title, 193) || ' (copy)', $3, 'DRAFT', $4, $4,
          (select max(last.position) + 1 from products last where last.owner_id = $1), ${copied}
     from products where id = $2 and owner_id = $1 and state <> 'ARCHIVED'
   returning id`,
);

const copyParts = statement("catalog_copy_parts")<never, [productId: string, copyId: string]>(
  `insert into bundle_parts (bundle_id, part_id, owner_id, part_type, position)
   select $2, part_id, owner_id, part_type, position from bundle_parts where bundle_id = $1`,
);

const copyVideos = statement("catalog_copy_videos")<never, [productId: string, copyId: string]>(
  `insert into text_videos (owner_id, product_id, upload_id, poster_image_id)
   select owner_id, $2, upload_id, poster_image_id from text_videos where product_id = $1 and removed_at is null`,
);

const copyLessons = statement("catalog_copy_lessons")<never, [productId: string, copyId: string, now: Date]>(
  `with pairs as materialized (
     select id as old_id, gen_random_uuid() as new_id, title as new_title, position as new_position
       from course_modules where product_id = $1),
   modules as (
     insert into course_modules (id, product_id, title, position)
     select new_id, $2::uuid, new_title, new_position from pairs),
   copies as (
     insert into lessons (module_id, updated_at, ${copiedOfLesson})
     select pairs.new_id, $3::timestamptz, ${copiedOfLesson} from lessons l join pairs on pairs.old_id = l.module_id
     returning id, module_id, slug),
   copied as (
     select copies.id as new_id, l.id as old_id
       from copies
       join pairs on pairs.new_id = copies.module_id
       join lessons l on l.module_id = pairs.old_id and l.slug = copies.slug),
   captions as (
     insert into lesson_captions (lesson_id, language, webvtt, position, poster_image_id)
     select copied.new_id, c.language, c.webvtt, c.position, c.poster_image_id
       from copied join lesson_captions c on c.lesson_id = copied.old_id),
   pictures as (
     insert into lesson_pictures (lesson_id, image_id)
     select copied.new_id, p.image_id
       from copied join lesson_pictures p on p.lesson_id = copied.old_id and p.removed_at is null),
   videos as (
     insert into text_videos (owner_id, lesson_id, upload_id, poster_image_id)
     select v.owner_id, copied.new_id, v.upload_id, v.poster_image_id
       from copied join text_videos v on v.lesson_id = copied.old_id and v.removed_at is null),
   attachments as (
     insert into lesson_attachments (lesson_id, upload_id, name, position)
     select copied.new_id, a.upload_id, a.name, a.position
       from copied join lesson_attachments a on a.lesson_id = copied.old_id)
   insert into quiz_versions (lesson_id, quiz, created_at)
   select copied.new_id, v.quiz, $3::timestamptz
     from copied join quiz_versions v on v.lesson_id = copied.old_id and v.is_current`,
);
