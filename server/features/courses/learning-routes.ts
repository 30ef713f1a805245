import * as assignment from "#contract/courses/assignment.ts";
import * as contract from "#contract/courses/course-progress.ts";
import * as notes from "#contract/courses/lesson-notes.ts";
import * as quiz from "#contract/courses/quiz.ts";
import type { App } from "#server/http/http.ts";
import { streamed, withStreamedBodies } from "#server/http/streamed-bodies.ts";
import type { Services } from "#server/services.ts";
import { getAssignment } from "./assignment/get-assignment.ts";
import { submitAssignment, takeBackAssignment } from "./assignment/submit-assignment.ts";
import {
  deleteAssignmentFile,
  downloadAssignmentFile,
  uploadAssignmentFile,
} from "./assignment/submitted-files.ts";
import { saveAssignmentDraft } from "./assignment/write-draft.ts";
import { issueCertificate } from "./certificates/issue-certificate.ts";
import { getCertificate } from "./certificates/public-certificate.ts";
import { getCourseProgress } from "./progress/course-progress.ts";
import { deleteNote, listNotes, saveNote } from "./notes/lesson-notes.ts";
import { bookmarkLesson, completeLesson } from "./progress/mark-lesson.ts";
import { recordPlayed } from "./progress/record-played.ts";
import { getQuiz, saveQuizAnswer } from "./quiz/asked-quiz.ts";
import { getQuizReview } from "./quiz/quiz-review.ts";
import { submitQuiz } from "./quiz/submit-quiz.ts";

/** What a learner does, and the certificate of it. */
export async function learningRoutes(app: App, services: Services): Promise<void> {
  app.route({
    ...contract.getCourseProgress,
    handler: (request) => getCourseProgress(services, request, { ...request.params, ...request.query }),
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
    ...notes.listNotes,
    handler: (request) => listNotes(services, request, { ...request.params, ...request.query }),
  });
  app.route({
    ...notes.saveNote,
    handler: (request) => saveNote(services, request, request.params, request.body),
  });
  app.route({
    ...notes.deleteNote,
    handler: (request) => deleteNote(services, request, request.params),
  });
  app.route({
    ...quiz.getQuiz,
    handler: (request) => getQuiz(services, request, request.params.lessonId),
  });
  app.route({
    ...quiz.saveQuizAnswer,
    handler: (request) => saveQuizAnswer(services, request, request.params, request.body),
  });
  app.route({
    ...quiz.submitQuiz,
    handler: (request) => submitQuiz(services, request, request.params, request.body),
  });
  app.route({
    ...quiz.getQuizReview,
    handler: (request) => getQuizReview(services, request, request.params),
  });
  app.route({
    ...assignment.getAssignment,
    handler: (request) => getAssignment(services, request, request.params.lessonId),
  });
  app.route({
    ...assignment.saveAssignmentDraft,
    handler: (request) => saveAssignmentDraft(services, request, request.params, request.body),
  });
  app.route({
    ...assignment.submitAssignment,
    handler: (request) => submitAssignment(services, request, request.params, request.body.text),
  });
  app.route({
    ...assignment.takeBackAssignment,
    handler: (request) => takeBackAssignment(services, request, request.params),
  });
  app.route({
    ...assignment.deleteAssignmentFile,
    handler: (request) => deleteAssignmentFile(services, request, request.params),
  });
  app.route({
    ...assignment.downloadAssignmentFile,
    handler: (request, reply) => downloadAssignmentFile(services, request, reply, request.params.token),
  });
  app.route({
    ...contract.issueCertificate,
    handler: (request) =>
      issueCertificate(services, request, { ...request.params, ...request.query }, request.body.name),
  });
  app.route({
    ...contract.getCertificate,
    handler: (request) => getCertificate(services, request.params.code),
  });
  await withStreamedBodies(app, (scope) => {
    scope.route({
      ...streamed(assignment.uploadAssignmentFile),
      handler: (request) => uploadAssignmentFile(services, request, request.params),
    });
  });
}
