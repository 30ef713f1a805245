import { useCourseVisit } from "./course-visit.ts";
import { neighbours, type OutlineLesson } from "./course-outline.ts";
import { openingOf } from "./lesson-opening.ts";

/** The lessons before and after this one by the player's keys; `next` is one that can be seen now. */
export function useNeighbours(lesson: OutlineLesson) {
  const { course, hasAccess, learning, openLesson } = useCourseVisit();
  const { previous, next } = neighbours(course, lesson);
  const isOpen = next && openingOf(next, hasAccess, learning.of(next.id)) === "OPEN";
  return {
    next: isOpen ? next : undefined,
    openNext: () => next && openLesson(next, { play: true }),
    openPrevious: () => previous && openLesson(previous, { play: true }),
  };
}
