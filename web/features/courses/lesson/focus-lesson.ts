export const lessonRegionId = "lesson";

/** Moves the focus to the lesson that is shown. */
export function focusLesson(): void {
  document.getElementById(lessonRegionId)?.focus({ preventScroll: true });
}
