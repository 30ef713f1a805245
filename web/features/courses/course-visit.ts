import { createContext, use } from "react";
import type { Course, OutlineLesson } from "./outline/course-outline.ts";
import type { ProgressChanges } from "./progress/change-progress.ts";
import type { Learning } from "./progress/learning.ts";

/** What every part of the course page knows. */
export type CourseVisit = {
  course: Course;
  hasAccess: boolean;
  /** Of the address; it narrows what the page may show. */
  email: string | undefined;
  /** The course's public address. */
  shareLink: string;
  /** Moves on while the page is open. */
  now: Date;
  learning: Learning;
  changes: ProgressChanges;
  /** Shows another lesson; `play`: its video begins at once. */
  openLesson: (lesson: OutlineLesson, how?: { play?: boolean; replace?: boolean }) => void;
  /** Whether this lesson was opened to be played at once. Answers true only once. */
  takePlayAtOnce: (lessonId: string) => boolean;
};

const Context = createContext<CourseVisit | undefined>(undefined);

export const CourseVisitProvider = Context;

export function useCourseVisit(): CourseVisit {
  const visit = use(Context);
  if (!visit) throw new Error("Only the parts of the course page know of a visit");
  return visit;
}
