import type { FastifyRequest } from "fastify";
import type { Certificate } from "#contract/courses/course-progress.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { findCourseId, type NamedCourse } from "#server/features/courses/course-id.ts";
import { findLearner } from "#server/features/courses/progress/learner.ts";
import { listWork } from "#server/features/courses/progress/read-progress.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { Services } from "#server/services.ts";
import { newCertificateCode } from "./certificate-code.ts";
import { insertCertificate, renameCertificate } from "./certificate-rows.ts";

/**
 * The certificate of a course whose every lesson its learner has completed, in the course's words of that day; lessons
 * that are added later take nothing away. Asking again changes the name on it and nothing else. Throws the same 404 for
 * an unknown course and for whoever proves no purchase, 409 `COURSE_NOT_COMPLETE`, 422 for a name that cannot be read.
 */
export async function issueCertificate(
  services: Services,
  request: FastifyRequest,
  named: NamedCourse,
  typedName: string,
): Promise<Certificate> {
  const learner = await findLearner(services, request, await findCourseId(services, named));
  if (!learner) throw NotFound("Product not found");
  const name = singleLine(typedName, 120);
  if (!/[\p{L}\p{N}]/u.test(name)) throw Invalid({ name: "Your name is required" });

  const { pool, clock } = services;
  const { productId, orderId, orderIds, customerId } = learner;
  const [renamed] = await renameCertificate(pool, productId, orderIds, clock.now(), name);
  if (renamed) return renamed;

  const work = await listWork(services, learner);
  const left = work.filter(({ completed }) => !completed).length;
  if (work.length === 0 || left > 0) throw NotComplete(left);
  const completedAt = new Date(Math.max(...work.map((lesson) => Number(lesson.completedAt))));
  const code = newCertificateCode();
  const [issued] = await insertCertificate(
    pool,
    code,
    orderId,
    productId,
    customerId,
    name,
    work.length,
    completedAt,
    clock.now(),
  );
  if (!issued) throw NotFound("Product not found");
  return issued;
}

const NotComplete = (left: number) =>
  Conflict(
    left === 0
      ? "This course has no lessons yet"
      : `Complete ${left === 1 ? "the last lesson" : `${left} more lessons`} to get your certificate`,
    "COURSE_NOT_COMPLETE",
  );
