import { randomUUID } from "node:crypto";
import type { Assignment } from "#contract/courses/assignment.ts";
import type { AskedQuiz, QuizAnswer, QuizReview } from "#contract/courses/quiz.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { getAskedAssignment, taskHtmlOf } from "#server/features/courses/assignment/asked-assignment.ts";
import { askedQuestions } from "#server/features/courses/quiz/asked-quiz.ts";
import { answersOf, markQuiz } from "#server/features/courses/quiz/mark-quiz.ts";
import { reviewedQuestions } from "#server/features/courses/quiz/quiz-review.ts";
import { getCurrentQuiz, QuizChanged } from "#server/features/courses/quiz/quiz-rows.ts";
import type { Services } from "#server/services.ts";
import { LessonNotFound, ownLesson } from "./own-course.ts";

// Nothing here writes: whoever previews leaves no answer, attempt, progress or piece of work.

type Named = { productId: string; lessonId: string };

/** The quiz of a creator's own lesson, untouched. Throws 404 for any other lesson, and for one without a quiz. */
export async function previewQuiz(services: Services, creatorId: string, named: Named): Promise<AskedQuiz> {
  await requireOwnLesson(services, creatorId, named);
  const { versionId, quiz } = await getCurrentQuiz(services.pool, named.lessonId);
  return {
    versionId,
    neededPercent: quiz.neededPercent,
    questions: askedQuestions(quiz),
    answers: [],
    attempts: [],
    attemptCount: 0,
    bestPercent: null,
    passed: false,
  };
}

/** Marks a creator's answers to their own quiz. Throws like `previewQuiz`, and 409 `QUIZ_CHANGED` as `submitQuiz` does. */
export async function markQuizPreview(
  services: Services,
  creatorId: string,
  named: Named,
  { versionId, answers }: { versionId: string; answers: QuizAnswer[] },
): Promise<QuizReview> {
  await requireOwnLesson(services, creatorId, named);
  const current = await getCurrentQuiz(services.pool, named.lessonId);
  if (current.versionId !== versionId) throw QuizChanged();
  const { quiz } = current;
  const chosen = answersOf(quiz, answers);
  const { rightIds, passed } = markQuiz(quiz, chosen);
  const questionCount = quiz.questions.length;
  return {
    id: randomUUID(),
    submittedAt: services.clock.now(),
    correctCount: rightIds.length,
    questionCount,
    scorePercent: Math.floor((rightIds.length * 100) / questionCount),
    passed,
    neededPercent: quiz.neededPercent,
    // They wrote the answers.
    isRevealed: true,
    questions: reviewedQuestions(quiz, chosen, rightIds, true),
  };
}

/** The assignment of a creator's own lesson, before a word is written. Throws like `previewQuiz`. */
export async function previewAssignment(
  services: Services,
  creatorId: string,
  named: Named,
): Promise<Assignment> {
  await requireOwnLesson(services, creatorId, named);
  const { assignment, creatorName } = await getAskedAssignment(services.pool, named.lessonId);
  return {
    taskHtml: taskHtmlOf(assignment.task),
    takesFiles: assignment.takesFiles,
    needsAnswer: assignment.needsAnswer,
    creatorName,
    draft: { number: 1, text: "", files: [] },
    submissions: [],
  };
}

async function requireOwnLesson({ db }: Services, creatorId: string, { productId, lessonId }: Named) {
  if ((await db.$count(lessons, ownLesson(db, creatorId, productId, lessonId))) === 0) throw LessonNotFound();
}
