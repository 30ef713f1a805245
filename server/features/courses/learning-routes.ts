import * as contract from "#contract/courses/course-progress.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { issueCertificate } from "./certificates/issue-certificate.ts";
import { getCertificate } from "./certificates/public-certificate.ts";
import { getCourseProgress } from "./progress/course-progress.ts";
import { bookmarkLesson, completeLesson } from "./progress/mark-lesson.ts";
import { recordPlayed } from "./progress/record-played.ts";

/** What a learner does, and the certificate of it. */
export function learningRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getCourseProgress,
    handler: (request) => getCourseProgress(services, request, request.params.slug),
  });
  app.route({
    ...contract.recordPlayed,
    handler: (request) => recordPlayed(services, request, request.params.lessonId, request.body),
  });
  app.route({
    ...contract.completeLesson,
    handler: (request) => completeLesson(services, request, request.params.lessonId, request.body.completed),
  });
  app.route({
    ...contract.bookmarkLesson,
    handler: (request) => bookmarkLesson(services, request, request.params.lessonId, request.body.bookmarked),
  });
  app.route({
    ...contract.issueCertificate,
    handler: (request) => issueCertificate(services, request, request.params.slug, request.body.name),
  });
  app.route({
    ...contract.getCertificate,
    handler: (request) => getCertificate(services, request.params.code),
  });
}
