import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { certificates, progress } from "#server/database/schema/learning.ts";
import { quizAttempts, quizVersions } from "#server/database/schema/quizzes.ts";
import { newCertificateCode } from "#server/features/courses/certificates/certificate-code.ts";
import { markQuiz } from "#server/features/courses/quiz/mark-quiz.ts";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Sold, SoldLine } from "./seed-orders.ts";
import { submissionsOf } from "./seed-submissions.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
type Lesson = typeof lessons.$inferSelect;
type Row = typeof progress.$inferInsert & { updatedAt: Date };

/**
 * What the buyers of the course have done with it: each goes through its lessons in order, at a pace of their own, up to
 * today or until they stop in the middle of a lesson. Whoever has finished it has the certificate.
 */
export async function seedLearning({ db, clock }: Services, { lines }: Sold): Promise<void> {
  for (const [productId, learners] of Map.groupBy(lines, (line) => line.productId)) {
    const course = await db
      .select({ lesson: lessons, title: products.title, ownerId: products.ownerId })
      .from(lessons)
      .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
      .innerJoin(products, eq(products.id, courseModules.productId))
      .where(eq(products.id, productId))
      .orderBy(asc(courseModules.position), asc(lessons.position));
    if (course.length === 0) continue;
    const outline = course.map(({ lesson }) => lesson);
    const versions = await db
      .select()
      .from(quizVersions)
      .where(
        inArray(
          quizVersions.lessonId,
          outline.map(({ id }) => id),
        ),
      );
    for (const [index, learner] of learners.entries()) {
      if (learner.refunded) continue;
      const rows = workOf(learner, outline, clock.now(), index);
      if (rows.length > 0) await db.insert(progress).values(rows);
      const attempts = versions.flatMap((version) => attemptsOf(learner, rows, version, index));
      if (attempts.length > 0) await db.insert(quizAttempts).values(attempts);
      const ownerId = course[0]?.ownerId ?? "";
      const work = submissionsOf(learner, { productId, ownerId, outline }, rows, index);
      if (work.length > 0) await db.insert(assignmentSubmissions).values(work);
      const last = rows.at(-1);
      if (rows.length < outline.length || !last?.completed) continue;
      await db.insert(certificates).values({
        code: newCertificateCode(),
        orderId: learner.orderId,
        productId,
        customerId: learner.customerId,
        name: learner.buyerName,
        courseTitle: course[0]?.title ?? "",
        creatorName: `${DEMO_CREATOR.firstName} ${DEMO_CREATOR.lastName}`,
        lessonCount: outline.length,
        completedAt: last.updatedAt,
        createdAt: last.updatedAt,
      });
    }
  }
}

function workOf(learner: SoldLine, outline: Lesson[], now: Date, index: number): Row[] {
  const random = seededRandom(`learner ${index}`);
  const goesOnTo = random.next() < 0.3 ? outline.length : random.integer(1, outline.length - 1);
  const rows: Row[] = [];
  let at = learner.boughtAt.getTime();
  for (const [position, lesson] of outline.slice(0, goesOnTo + 1).entries()) {
    const opensAt = learner.boughtAt.getTime() + lesson.dripDays * dayMs;
    at = Math.max(at + random.integer(1, 60) * hourMs, opensAt + hourMs);
    if (at > now.getTime()) break;
    rows.push(rowOf(learner, lesson, new Date(at), position < goesOnTo, random.next()));
  }
  return rows;
}

/** Whoever has completed a lesson with a quiz has passed it, every third one not at the first try. */
function attemptsOf(
  { orderId, customerId }: SoldLine,
  rows: Row[],
  { id, lessonId, quiz }: typeof quizVersions.$inferSelect,
  index: number,
): (typeof quizAttempts.$inferInsert)[] {
  const row = rows.find((each) => each.lessonId === lessonId && each.completed);
  if (!row) return [];
  const attempt = (rightCount: number, minutesBefore: number) => {
    const answers = Object.fromEntries(
      quiz.questions.map((question, at) => [
        question.id,
        question.choices.filter(({ correct }) => correct === at < rightCount).map((choice) => choice.id),
      ]),
    );
    const { rightIds, passed } = markQuiz(quiz, answers);
    const submittedAt = new Date(row.updatedAt.getTime() - minutesBefore * 60_000);
    const questionCount = quiz.questions.length;
    const ids = { orderId, id: randomUUID(), lessonId, customerId, versionId: id };
    return { ...ids, answers, rightIds, questionCount, passed, submittedAt };
  };
  const last = attempt(quiz.questions.length, 0);
  return index % 3 === 0 ? [attempt(1 + (index % 2), 8), last] : [last];
}

/** One lesson: done, or left in its middle. */
function rowOf(
  { orderId, customerId }: SoldLine,
  lesson: Lesson,
  updatedAt: Date,
  completed: boolean,
  chance: number,
): Row {
  const seconds = completed ? lesson.duration : Math.floor(lesson.duration * (0.2 + chance * 0.5));
  const watchedSeconds = lesson.videoUploadId ? seconds : 0;
  return {
    orderId,
    customerId,
    lessonId: lesson.id,
    played: watchedSeconds > 0 ? `{[0,${watchedSeconds * 1000})}` : "{}",
    watchedSeconds,
    positionSeconds: watchedSeconds,
    positionAt: watchedSeconds > 0 ? updatedAt : null,
    completed,
    completedAt: completed ? updatedAt : null,
    bookmarked: chance > 0.85,
    updatedAt,
  };
}
