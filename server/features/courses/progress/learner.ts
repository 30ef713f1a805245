import type { FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { canSeeProduct, type ProvenPurchase } from "#server/features/access/can-see-product.ts";
import { listProvenOrders } from "#server/features/access/proven-orders.ts";
import { noCourse } from "#server/features/courses/course-id.ts";
import { LessonLocked } from "#server/features/courses/lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "#server/features/courses/lesson-opening.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";

/** Whoever has bought a course, and the orders by which this request proves it. */
export type Learner = ProvenPurchase & {
  productId: string;
  /** Where it may have been noted what they did: all orders of theirs that the request proves. */
  orderIds: string[];
};

/** The learner of a course; undefined for whoever proves no purchase of it. */
export async function findLearner(
  services: Services,
  request: FastifyRequest,
  productId: string,
): Promise<Learner | undefined> {
  const purchase = await canSeeProduct(services, request, { productId });
  if (!purchase) return undefined;
  const orderIds = await listProvenOrders(services, request, purchase.customerId);
  return { ...purchase, productId, orderIds };
}

/**
 * The learner who may note something at a lesson. Throws the same 403 for a locked lesson, a preview that was not bought
 * and an unknown one; 403 `LESSON_NOT_OPEN` where they are too early.
 */
export async function getLearner(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
): Promise<Learner> {
  const [lesson] = isUuid(lessonId) ? await selectLesson(services.pool, lessonId) : [];
  const learner = await findLearner(services, request, lesson?.productId ?? noCourse);
  if (!lesson || !learner) throw LessonLocked();
  const opensAt = lessonOpensAt(lesson, learner.grantedAt, services.clock.now());
  if (opensAt) throw LessonNotOpen(opensAt);
  return learner;
}

const selectLesson = hotStatement("courses_select_lesson_opening")<
  { productId: string; freePreview: boolean; dripDays: number },
  [lessonId: string]
>(`select m.product_id as "productId", l.free_preview as "freePreview", l.drip_days as "dripDays"
     from lessons l join course_modules m on m.id = l.module_id where l.id = $1`);
