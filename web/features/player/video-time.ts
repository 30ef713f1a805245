/** Where a video goes on: not for the first seconds, nor at its very end, where it begins anew. */
export function resumeSeconds(positionSeconds: number, durationSeconds: number): number {
  const isAtEnd =
    durationSeconds > 0 && positionSeconds >= durationSeconds - Math.min(10, durationSeconds / 10);
  return positionSeconds < 3 || isAtEnd ? 0 : positionSeconds;
}

/** Whole seconds of a countdown that are left: 5 at its start, 0 once it is over. */
export const secondsLeft = (startedAtMs: number, nowMs: number, totalSeconds: number): number =>
  Math.min(totalSeconds, Math.max(0, Math.ceil(totalSeconds - (nowMs - startedAtMs) / 1000)));
