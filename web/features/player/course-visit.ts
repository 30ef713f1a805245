import { createContext, use } from "react";
import type { getCourseProgress } from "#contract/courses/course-progress.ts";
import type { Output } from "#web/api.ts";
import type { Course, OutlineLesson } from "./course-outline.ts";
import type { PostPlayed } from "./played-outbox.ts";

export type Progress = Output<typeof getCourseProgress>;
export type LessonProgress = Progress["lessons"][number];

/** What the buyer has done in the course; nothing for a visitor. */
export type Learning = {
  /** False while it is on its way. */
  isReady: boolean;
  isFailed: boolean;
  /** What this browser could not post before is posted, or cannot be yet. */
  isSettled: boolean;
  reload: () => void;
  of: (lessonId: string) => LessonProgress | undefined;
  lastLessonId: string | null;
  certificateCode: string | null;
};

/** What a buyer changes by learning. */
export type ProgressChanges = {
  complete: (lessonId: string, completed: boolean) => Promise<void>;
  bookmark: (lessonId: string, bookmarked: boolean) => Promise<void>;
  played: (lessonId: string) => PostPlayed;
};

/** What every part of the course page knows. */
export type CourseVisit = {
  course: Course;
  hasAccess: boolean;
  /** Of the address; it narrows what the page may show. */
  email: string | undefined;
  /** Where it is bought, with the coupon that the address brought along. */
  checkoutPath: string;
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
