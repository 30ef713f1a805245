import * as contract from "#contract/courses/course-editor.ts";
import { getQuizFigures as quizFigures } from "#contract/courses/quiz.ts";
import * as work from "#contract/courses/work-preview.ts";
import * as submissions from "#contract/courses/submissions.ts";
import { answerSubmission, getSubmission } from "#server/features/courses/assignment/answer-submission.ts";
import { listSubmissions } from "#server/features/courses/assignment/list-submissions.ts";
import { type App, creatorOf, type SignedIn, signedInOf } from "#server/http/http.ts";
import { shownBuyers } from "#server/http/roles.ts";
import type { Services } from "#server/services.ts";
import { createLesson, createModule, deleteLesson, deleteModule, renameModule } from "./change-outline.ts";
import { countLessonLearners, countModuleLearners } from "./count-learners.ts";
import { getCourseDraft } from "./course-draft.ts";
import { orderCourse } from "./order-course.ts";
import { previewCourse } from "./preview-course.ts";
import { previewLesson } from "./preview-lesson.ts";
import { markQuizPreview, previewAssignment, previewQuiz } from "./preview-work.ts";
import { getQuizFigures } from "#server/features/courses/quiz/quiz-figures.ts";
import { updateLesson } from "./update-lesson.ts";

/** A lesson's text and its captions, in the bytes that JSON may need for them. */
const lessonBytes = 5_500_000;

/** What a creator does with the courses they own. */
export function courseEditorRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getCourseDraft,
    handler: (request) => getCourseDraft(services.db, creatorOf(request), request.params.productId),
  });
  app.route({
    ...contract.createModule,
    handler: (request) =>
      createModule(services, creatorOf(request), request.params.productId, request.body.title),
  });
  app.route({
    ...contract.renameModule,
    handler: (request) => renameModule(services, creatorOf(request), { ...request.params, ...request.body }),
  });
  app.route({
    ...contract.deleteModule,
    handler: (request) => deleteModule(services, creatorOf(request), request.params),
  });
  app.route({
    ...contract.countModuleLearners,
    handler: async (request) =>
      shownLearners(
        signedInOf(request),
        await countModuleLearners(services.db, creatorOf(request), request.params),
      ),
  });
  app.route({
    ...contract.createLesson,
    handler: (request) => createLesson(services, creatorOf(request), { ...request.params, ...request.body }),
  });
  app.route({
    ...contract.deleteLesson,
    handler: (request) => deleteLesson(services, creatorOf(request), request.params),
  });
  app.route({
    ...contract.countLessonLearners,
    handler: async (request) =>
      shownLearners(
        signedInOf(request),
        await countLessonLearners(services.db, creatorOf(request), request.params),
      ),
  });
  app.route({
    ...contract.orderCourse,
    handler: (request) =>
      orderCourse(services, creatorOf(request), request.params.productId, request.body.modules),
  });
  app.route({
    ...contract.updateLesson,
    bodyLimit: lessonBytes,
    handler: (request) => updateLesson(services, creatorOf(request), request.params, request.body),
  });
  app.route({
    ...contract.previewCourse,
    handler: (request) => previewCourse(services, creatorOf(request), request.params.productId),
  });
  app.route({
    ...contract.previewLesson,
    handler: (request) => previewLesson(services, request, request.params),
  });
  app.route({
    ...work.previewQuiz,
    handler: (request) => previewQuiz(services, creatorOf(request), request.params),
  });
  app.route({
    ...work.markQuizPreview,
    handler: (request) => markQuizPreview(services, creatorOf(request), request.params, request.body),
  });
  app.route({
    ...work.previewAssignment,
    handler: (request) => previewAssignment(services, creatorOf(request), request.params),
  });
  app.route({
    ...quizFigures,
    handler: (request) => getQuizFigures(services, signedInOf(request), request.params),
  });
  app.route({
    ...submissions.listSubmissions,
    handler: (request) => listSubmissions(services, signedInOf(request), request.query),
  });
  app.route({
    ...submissions.getSubmission,
    handler: (request) => getSubmission(services, request, request.params.id),
  });
  app.route({
    ...submissions.answerSubmission,
    handler: (request) => answerSubmission(services, request, request.params.id, request.body),
  });
}

const shownLearners = (asking: SignedIn, { learnerCount }: { learnerCount: number }) => ({
  learnerCount: shownBuyers(asking, learnerCount),
});
