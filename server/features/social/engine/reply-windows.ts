const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A program may answer a message for as long. */
export const messageWindowMs = dayMs;

/** After an ad that opens a message, for as long, however often they write. */
export const adWindowMs = 7 * dayMs;

/** A comment may be answered in private for seven days; the last half day is left for what is refused and tried again. */
const commentWindowMs = 6.5 * dayMs;

/** A comment under a live video only while that lasts, which nobody tells us: later than this it is likely to be over. */
const liveWindowMs = 10 * minuteMs;

/** Why a comment cannot be answered any more, in words that follow a reason; undefined where it can. */
export function commentIsOver(
  { isLive, writtenAt }: { isLive: boolean; writtenAt: Date },
  now: Date,
): string | undefined {
  const age = now.getTime() - writtenAt.getTime();
  if (isLive) return age >= liveWindowMs ? "the live video is over" : undefined;
  return age >= commentWindowMs ? "the comment is almost seven days old" : undefined;
}
