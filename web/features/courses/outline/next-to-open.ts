import type { Learning } from "#web/features/player/course-visit.ts";
import { type Course, lessonsOf, type OutlineLesson } from "#web/features/player/course-outline.ts";

/** The lesson of a bought course that opens next, of those that open on a later day; the first of several of one moment. */
export function nextToOpen(
  course: Course,
  learning: Pick<Learning, "of">,
): { lesson: OutlineLesson; opensAt: string } | undefined {
  return lessonsOf(course)
    .flatMap((lesson) => {
      const opensAt = learning.of(lesson.id)?.opensAt;
      return opensAt ? [{ lesson, opensAt }] : [];
    })
    .toSorted((one, other) => Date.parse(one.opensAt) - Date.parse(other.opensAt))[0];
}
