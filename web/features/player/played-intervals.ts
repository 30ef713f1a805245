/** A stretch of a video, in seconds of it. */
export type Interval = { fromSeconds: number; toSeconds: number };

/**
 * Collects which stretches of a video are played. Seconds are those of the video, so the speed does not matter. A jump
 * has to be told with `interrupt`, or what lies between would count.
 */
export function collectIntervals() {
  let ended: Interval[] = [];
  let running: Interval | undefined;

  function interrupt() {
    if (running && running.toSeconds > running.fromSeconds) ended.push(running);
    running = undefined;
  }

  return {
    /** The video plays, and has come to this second. */
    advance(seconds: number) {
      if (running && seconds >= running.toSeconds) running.toSeconds = seconds;
      else {
        interrupt();
        running = { fromSeconds: seconds, toSeconds: seconds };
      }
    },
    /** It stopped or jumped: what is played next does not join on. */
    interrupt,
    /** What was played since it was last drained. */
    drain(): Interval[] {
      const goesOnAt = running?.toSeconds;
      interrupt();
      const drained = unionOf(ended);
      ended = [];
      if (goesOnAt !== undefined) running = { fromSeconds: goesOnAt, toSeconds: goesOnAt };
      return drained;
    },
  };
}

/** The same stretches in order, those that touch joined to one; in whole milliseconds, as they are kept. */
export function unionOf(intervals: readonly Interval[]): Interval[] {
  const union: Interval[] = [];
  for (const { fromSeconds, toSeconds } of intervals.toSorted((a, b) => a.fromSeconds - b.fromSeconds)) {
    const last = union.at(-1);
    if (last && fromSeconds <= last.toSeconds) last.toSeconds = Math.max(last.toSeconds, inMs(toSeconds));
    else union.push({ fromSeconds: inMs(fromSeconds), toSeconds: inMs(toSeconds) });
  }
  return union;
}

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
