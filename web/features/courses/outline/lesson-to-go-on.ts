import type { Learning } from "#web/features/player/course-visit.ts";
import { type Course, lessonsOf, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { openingOf } from "#web/features/player/lesson-opening.ts";

/**
 * Where a buyer goes on: the lesson that they watched last, while it is not done; else the next after it that is open and
 * not done, else the first such one. Undefined for who has not begun, and where nothing is left.
 */
export function lessonToGoOn(
  course: Course,
  learning: Pick<Learning, "of" | "lastLessonId">,
): OutlineLesson | undefined {
  const lessons = lessonsOf(course);
  const last = lessons.findIndex(({ id }) => id === learning.lastLessonId);
  if (last < 0) return undefined;
  const isLeft = (lesson: OutlineLesson) => {
    const progress = learning.of(lesson.id);
    return !progress?.completed && openingOf(lesson, true, progress) === "OPEN";
  };
  return lessons.slice(last).find(isLeft) ?? lessons.find(isLeft);
}
