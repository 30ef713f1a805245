import { eq, inArray } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { progress } from "#server/database/schema/learning.ts";
import { LessonNotFound, ModuleNotFound, ownLesson, ownModule } from "./own-course.ts";

type Learners = { learnerCount: number };

/** How many buyers have begun a lesson, however many orders they have. Throws 404 for one that is not of this course of theirs. */
export async function countLessonLearners(
  db: Db,
  creatorId: string,
  { productId, lessonId }: { productId: string; lessonId: string },
): Promise<Learners> {
  const [lesson] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .where(ownLesson(db, creatorId, productId, lessonId));
  if (!lesson) throw LessonNotFound();
  return countLearners(db, [lesson.id]);
}

/** How many buyers have begun any lesson of a module. Throws 404 for one that is not of this course of theirs. */
export async function countModuleLearners(
  db: Db,
  creatorId: string,
  { productId, moduleId }: { productId: string; moduleId: string },
): Promise<Learners> {
  const rows = await db
    .select({ lessonId: lessons.id })
    .from(courseModules)
    .leftJoin(lessons, eq(lessons.moduleId, courseModules.id))
    .where(ownModule(creatorId, productId, moduleId));
  if (rows.length === 0) throw ModuleNotFound();
  return countLearners(
    db,
    rows.flatMap(({ lessonId }) => lessonId ?? []),
  );
}

// By group: to count what is distinct sorts it first.
const countLearners = async (db: Db, lessonIds: string[]): Promise<Learners> => ({
  learnerCount: await db.$count(
    db
      .select({ customerId: progress.customerId })
      .from(progress)
      .where(inArray(progress.lessonId, lessonIds))
      .groupBy(progress.customerId)
      .as("learners"),
  ),
});
