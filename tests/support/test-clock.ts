import type { Clock } from "#server/clock.ts";

export type TestClock = Clock & {
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
};

/** The real time plus what the test has added. */
export function testClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
      offset += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
