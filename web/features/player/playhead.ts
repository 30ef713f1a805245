type Steering = (seconds: number) => void;

/** Where a lesson's video is, for what follows it, and how it is sent somewhere else. */
export function makePlayhead() {
  const listeners = new Set<() => void>();
  let at: number | undefined;
  let wanted: number | undefined;
  let steering: Steering | undefined;
  return {
    /** The second that is seen now; undefined before the video plays. */
    seconds: () => at,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The player is at this second. */
    move(seconds: number) {
      at = seconds;
      for (const listener of listeners) listener();
    },
    /** Goes there; a video that does not play yet begins there. */
    go(seconds: number) {
      wanted = seconds;
      steering?.(seconds);
    },
    /** Who can do that now; answers how to hand it back. */
    steerBy(next: Steering) {
      steering = next;
      return () => {
        if (steering === next) steering = undefined;
      };
    },
    /** Where a video is to begin, if that was asked for. Answers only once. */
    takeWanted() {
      const taken = wanted;
      wanted = undefined;
      return taken;
    },
  };
}

export type Playhead = ReturnType<typeof makePlayhead>;
