import type { CourseDraft } from "#contract/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import type { Services } from "#server/services.ts";
import { getCourseDraft } from "./course-draft.ts";
import { CourseNotFound, ownCourse } from "./own-course.ts";

/**
 * Runs `change` in one transaction that holds the course's row, as every change of a course does: they happen one after
 * another, and what was counted or found free in one stays so. Throws 404 for a course that is not theirs.
 */
export function changingCourse<T>(
  { db }: Pick<Services, "db">,
  creatorId: string,
  productId: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [course] = await tx
      .select({ id: products.id })
      .from(products)
      .where(ownCourse(creatorId, productId))
      .for("no key update");
    if (!course) throw CourseNotFound();
    return change(tx);
  });
}

/** The same for changes of the outline: answers it whole. */
export function changingOutline(
  services: Pick<Services, "db">,
  creatorId: string,
  productId: string,
  change: (tx: Db) => Promise<void>,
): Promise<CourseDraft> {
  return changingCourse(services, creatorId, productId, async (tx) => {
    await change(tx);
    return getCourseDraft(tx, creatorId, productId);
  });
}
