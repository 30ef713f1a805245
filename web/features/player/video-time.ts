/** Nobody goes on in the first or last seconds of a video; of a short one they are a tenth. */
export const edgeSeconds = (durationSeconds: number): number =>
  durationSeconds > 0 ? Math.min(5, durationSeconds / 10) : 5;

/** Where a video goes on: not in its first seconds, nor in its last, where it begins anew. */
export function resumeSeconds(positionSeconds: number, durationSeconds: number): number {
  const edge = edgeSeconds(durationSeconds);
  const isAtEnd = durationSeconds > 0 && positionSeconds >= durationSeconds - edge;
  return positionSeconds < edge || isAtEnd ? 0 : positionSeconds;
}

/** Whole seconds of a countdown that are left: 5 at its start, 0 once it is over. */
export const secondsLeft = (startedAtMs: number, nowMs: number, totalSeconds: number): number =>
  Math.min(totalSeconds, Math.max(0, Math.ceil(totalSeconds - (nowMs - startedAtMs) / 1000)));
