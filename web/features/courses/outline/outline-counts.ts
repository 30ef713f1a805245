import type { Learning } from "#web/features/player/course-visit.ts";
import type { Course, OutlineLesson } from "#web/features/player/course-outline.ts";
import { lessonsOf } from "#web/features/player/course-outline.ts";

type Done = Pick<Learning, "of">;

/** How many of these lessons the buyer has completed. */
export const completedCount = (lessons: readonly OutlineLesson[], learning: Done): number =>
  lessons.filter(({ id }) => learning.of(id)?.completed).length;

/** Every lesson is complete, and there is one. */
export function isFinished(course: Course, learning: Done): boolean {
  const lessons = lessonsOf(course);
  return lessons.length > 0 && completedCount(lessons, learning) === lessons.length;
}

export const bookmarkedLessons = (course: Course, learning: Done): OutlineLesson[] =>
  lessonsOf(course).filter(({ id }) => learning.of(id)?.bookmarked);
