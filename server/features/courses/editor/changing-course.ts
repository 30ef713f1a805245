import type pg from "pg";
import type { CourseDraft } from "#contract/courses/course-editor.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { products } from "#server/database/schema/catalog.ts";
import type { Services } from "#server/services.ts";
import { getCourseDraft } from "./course-draft.ts";
import { CourseNotFound, ownCourse } from "./own-course.ts";

/**
 * Runs `change` in one transaction that holds the course's row, as every change of a course does: they happen one after
 * another, and what was counted or found free in one stays so. Throws 404 for a course that is not theirs.
 */
export function changingCourse<T>(
  { pool }: Pick<Services, "pool">,
  creatorId: string,
  productId: string,
  change: (tx: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    const [course] = await tx
      .select({ id: products.id })
      .from(products)
      .where(ownCourse(creatorId, productId))
      .for("no key update");
    if (!course) throw CourseNotFound();
    return change(tx, client);
  });
}

/** The same for changes of the outline: answers it whole. */
export function changingOutline(
  services: Pick<Services, "pool">,
  creatorId: string,
  productId: string,
  change: (tx: Db, client: pg.PoolClient) => Promise<void>,
): Promise<CourseDraft> {
  return changingCourse(services, creatorId, productId, async (tx, client) => {
    await change(tx, client);
    return getCourseDraft(tx, creatorId, productId);
  });
}
