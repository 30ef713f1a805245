import fc from "fast-check";
import { expect, test } from "vitest";
import { collectIntervals, unionOf } from "./played-intervals.ts";

test("what is played in one go is one interval, however fast", () => {
  const played = collectIntervals();
  for (const second of [0, 0.25, 0.75, 2.75, 3]) played.advance(second);
  expect(played.drain()).toEqual([{ fromSeconds: 0, toSeconds: 3 }]);
  expect(played.drain()).toEqual([]);
});

test("what a jump leaves out does not count, forwards or backwards", () => {
  const played = collectIntervals();
  for (const second of [0, 20]) played.advance(second);
  played.interrupt();
  for (const second of [50, 100]) played.advance(second);
  // A jump that was not told of, backwards.
  for (const second of [10, 30]) played.advance(second);
  expect(played.drain()).toEqual([
    { fromSeconds: 0, toSeconds: 30 },
    { fromSeconds: 50, toSeconds: 100 },
  ]);
});

test("what is taken while it plays goes on where it was", () => {
  const played = collectIntervals();
  for (const second of [0, 10]) played.advance(second);
  expect(played.drain()).toEqual([{ fromSeconds: 0, toSeconds: 10 }]);
  played.advance(12);
  expect(played.drain()).toEqual([{ fromSeconds: 10, toSeconds: 12 }]);
});

test("a video that only stands still has played nothing", () => {
  const played = collectIntervals();
  played.advance(4);
  played.advance(4);
  expect(played.drain()).toEqual([]);
});

test("a union covers exactly the seconds of its parts, in order and apart", () => {
  const second = fc.integer({ min: 0, max: 60 });
  const interval = fc.tuple(second, second).map(([a, b]) => ({
    fromSeconds: Math.min(a, b),
    toSeconds: Math.max(a, b),
  }));
  fc.assert(
    fc.property(fc.array(interval), (intervals) => {
      const union = unionOf(intervals);
      const covers = (parts: typeof union, at: number) =>
        parts.some(({ fromSeconds, toSeconds }) => fromSeconds <= at && at < toSeconds);
      for (let at = 0; at <= 60; at += 0.5) expect(covers(union, at)).toBe(covers(intervals, at));
      for (const [index, { fromSeconds }] of union.entries())
        if (index > 0) expect(fromSeconds).toBeGreaterThan(union[index - 1]!.toSeconds);
    }),
  );
});
