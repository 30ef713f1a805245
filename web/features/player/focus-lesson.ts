export const lessonRegionId = "lesson";
/** Stays when another lesson is opened. */
export const lessonPanelId = "lesson-panel";

/** Moves the focus to the lesson that is shown. */
export function focusLesson(): void {
  document.getElementById(lessonRegionId)?.focus({ preventScroll: true });
}
