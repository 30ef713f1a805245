import type { FastifyRequest } from "fastify";
import type { CourseProgress } from "#contract/courses/course-progress.ts";
import { selectCertificateCode } from "#server/features/courses/certificates/certificate-rows.ts";
import { findCourseId, type NamedCourse } from "#server/features/courses/course-id.ts";
import type { Services } from "#server/services.ts";
import { findLearner } from "./learner.ts";
import { listWork, progressOf } from "./read-progress.ts";

const nothing: CourseProgress = { lessons: [], lastLessonId: null, certificateCode: null };

/** How far the caller has come in a course: nothing for whoever proves no purchase, and of a course that does not exist. */
export async function getCourseProgress(
  services: Services,
  request: FastifyRequest,
  named: NamedCourse,
): Promise<CourseProgress> {
  const learner = await findLearner(services, request, await findCourseId(services, named));
  if (!learner) return nothing;
  const now = services.clock.now();
  const [work, [certificate]] = await Promise.all([
    listWork(services, learner),
    selectCertificateCode(services.pool, learner.productId, learner.orderIds, now),
  ]);
  const last = work
    .filter(({ notedAt }) => notedAt !== null)
    .reduce<(typeof work)[number] | undefined>(
      (newest, lesson) => (newest && Number(newest.notedAt) >= Number(lesson.notedAt) ? newest : lesson),
      undefined,
    );
  return {
    lessons: work.map((lesson) => progressOf(lesson, learner, now)),
    lastLessonId: last?.lessonId ?? null,
    certificateCode: certificate?.code ?? null,
  };
}
