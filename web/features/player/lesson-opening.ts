import type { LessonProgress } from "./course-visit.ts";
import type { OutlineLesson } from "./course-outline.ts";

/** Open; locked until it is bought; or bought, and opening some days after the purchase. */
export type Opening = "OPEN" | "LOCKED" | "LATER";

export function openingOf(
  lesson: OutlineLesson,
  hasAccess: boolean,
  progress: LessonProgress | undefined,
): Opening {
  if (hasAccess) return progress?.opensAt ? "LATER" : "OPEN";
  return lesson.freePreview ? "OPEN" : "LOCKED";
}

const dayMs = 86_400_000;

/** "Opens in 3 days": the days that have begun count. */
export function opensText(opensAt: string, now: Date): string {
  return `Opens in ${daysText(Math.max(1, Math.ceil((Date.parse(opensAt) - now.getTime()) / dayMs)))}`;
}

/** "3 days after purchase", for who has not bought it. */
export const dripText = (days: number): string => `${daysText(days)} after purchase`;

const daysText = (days: number) => (days === 1 ? "1 day" : `${days} days`);
