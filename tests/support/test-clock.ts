import type { Clock } from "#server/clock.ts";

export type TestClock = Clock & {
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
  /** Goes on to the next noon of UTC: what is counted by days is of one day then, whenever the test is run. */
  advanceToNoon(): void;
};

const dayMs = 86_400_000;

/** The real time plus what the test has added. */
export function testClock(): TestClock {
  let offset = 0;
  const now = () => Date.now() + offset;
  return {
    now: () => new Date(now()),
    advanceToNoon() {
      offset += dayMs - ((now() + dayMs / 2) % dayMs);
    },
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      offset += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
