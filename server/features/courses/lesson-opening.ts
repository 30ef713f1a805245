import { commonZone, momentText } from "#contract/dates.ts";
import { HttpError } from "#server/errors.ts";

const dayMs = 86_400_000;

/**
 * When a lesson opens for whoever bought its course at `grantedAt`; null where it is open. So many times 24 hours after
 * the purchase; a free preview is open from the start.
 */
export function lessonOpensAt(
  { freePreview, dripDays }: { freePreview: boolean; dripDays: number },
  grantedAt: Date,
  now: Date,
): Date | null {
  if (freePreview || dripDays === 0) return null;
  const opensAt = new Date(grantedAt.getTime() + dripDays * dayMs);
  return opensAt > now ? opensAt : null;
}

/** For the buyer of a lesson that is not open yet; whoever proves no purchase gets `LessonLocked`. */
export const LessonNotOpen = (opensAt: Date) =>
  new HttpError(403, "LESSON_NOT_OPEN", `This lesson opens on ${momentText(opensAt, commonZone)}`, {
    detail: { opensAt: opensAt.toISOString() },
  });
