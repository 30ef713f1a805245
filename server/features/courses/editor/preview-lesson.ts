import type { FastifyRequest } from "fastify";
import type { LessonDetail } from "#contract/courses/courses.ts";
import { lessonDetail } from "#server/features/courses/lesson-detail.ts";
import { selectOwnLesson } from "#server/features/courses/lesson-row.ts";
import { creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { LessonNotFound } from "./own-course.ts";

/** A creator's own lesson as its buyers see it, whenever it opens. Throws 404 for one that is not of this course of theirs. */
export async function previewLesson(
  services: Services,
  request: FastifyRequest,
  { productId, lessonId }: { productId: string; lessonId: string },
): Promise<LessonDetail> {
  const creatorId = creatorOf(request);
  const [lesson] = await selectOwnLesson(services.pool, lessonId, productId, creatorId);
  if (!lesson) throw LessonNotFound();
  return lessonDetail(services, request, lesson, { creatorId });
}
