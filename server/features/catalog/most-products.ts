import { and, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";

/** As many as a design puts in order; a store's page shows all that are on sale. */
const mostShown = 500;
const mostWithArchived = 5_000;
/** In all courses of a store. */
const mostLessons = 5_000;

/**
 * Call inside the transaction that puts one more product beside a store's archive, before it does, or after with 0 for `adds`:
 * until it ends, others wait. Throws 409 `STORE_FULL` where it would have more than it may.
 */
export async function requireRoomOnShelf(tx: Db, ownerId: string, adds = 1): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update");
  const own = and(eq(products.ownerId, ownerId), ne(products.state, "ARCHIVED"));
  const what = "products. Archive or delete one first";
  await requireFewer(tx, { table: products, own, most: mostShown, what }, adds);
}

/** The same for a new product, and where the archive has no room for one more. */
export async function requireRoomForNew(tx: Db, ownerId: string): Promise<void> {
  await requireRoomOnShelf(tx, ownerId);
  await requireFewer(tx, {
    table: products,
    own: eq(products.ownerId, ownerId),
    most: mostWithArchived,
    what: "products, archived ones among them. Delete one first",
  });
}

/** Throws 409 `STORE_FULL` where so many more lessons exceed what a store may have in all its courses. */
export async function requireRoomForLessons(tx: Db, ownerId: string, adds: number): Promise<void> {
  const modules = tx
    .select({ id: courseModules.id })
    .from(courseModules)
    .innerJoin(products, eq(products.id, courseModules.productId))
    .where(eq(products.ownerId, ownerId));
  const own = inArray(lessons.moduleId, modules);
  await requireFewer(
    tx,
    { table: lessons, own, most: mostLessons, what: "lessons in all its courses" },
    adds,
  );
}

/** How many lessons a product has. */
export const countLessons = (tx: Db, productId: string): Promise<number> =>
  tx.$count(
    lessons,
    inArray(
      lessons.moduleId,
      tx.select({ id: courseModules.id }).from(courseModules).where(eq(courseModules.productId, productId)),
    ),
  );
