import { Forbidden } from "#server/errors.ts";

/** The one answer for a lesson that is locked, and for one that does not exist. */
export const LessonLocked = () => Forbidden("Lesson locked", "LESSON_LOCKED");
