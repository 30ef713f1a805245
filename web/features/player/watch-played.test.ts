import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Played } from "./played-outbox.ts";
import { postEveryMs, watchPlayed } from "./watch-played.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const video = (currentTime: number, state: { seeking?: boolean; paused?: boolean } = {}) => ({
  currentTime,
  seeking: false,
  paused: false,
  ...state,
});

function watch(knownSeconds: number | undefined = 0) {
  const posted: (Played & { leaving: boolean })[] = [];
  const watching = watchPlayed({
    lessonId: "1",
    duration: 300,
    knownSeconds,
    post: async (played, { leaving }) => void posted.push({ ...played, leaving }),
  });
  return { ...watching, posted };
}

test("while it plays it is posted every five seconds", () => {
  const { advance, posted } = watch();
  advance(video(0));
  vi.advanceTimersByTime(postEveryMs - 1);
  advance(video(9.9));
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  advance(video(10));
  expect(postEveryMs).toBe(5_000);
  expect(posted).toEqual([
    { intervals: [{ fromSeconds: 0, toSeconds: 10 }], positionSeconds: 10, secondsAgo: 0, leaving: false },
  ]);
});

test("a jump leaves out what it skips, even when the video tells of the new place before the jump", () => {
  const { advance, seek, save, posted } = watch();
  for (const second of [0, 2]) advance(video(second));
  advance(video(90, { seeking: true }));
  seek();
  save(video(90));
  advance(video(90));
  advance(video(91));
  save(video(91, { paused: true }));
  expect(posted[0]).toMatchObject({ intervals: [{ fromSeconds: 0, toSeconds: 2 }], positionSeconds: 90 });
});

test("a video that rests counts for nothing", () => {
  const { advance, save, posted } = watch();
  advance(video(5, { paused: true }));
  advance(video(30, { paused: true }));
  save(video(0.2, { paused: true }));
  expect(posted).toEqual([]);
});

test("whoever leaves posts what there is at once", () => {
  const { advance, flush, posted } = watch(40);
  for (const second of [40, 43]) advance(video(second));
  flush({ leaving: true });
  expect(posted).toEqual([
    { intervals: [{ fromSeconds: 40, toSeconds: 43 }], positionSeconds: 43, secondsAgo: 0, leaving: true },
  ]);
});

test("a place that was not read is not written over: only what was played is posted", () => {
  const posted: Played[] = [];
  const { advance, flush } = watchPlayed({
    lessonId: "1",
    duration: 300,
    knownSeconds: undefined,
    post: async (played) => void posted.push(played),
  });
  for (const second of [0, 20]) advance(video(second));
  flush();
  expect(posted).toEqual([{ intervals: [{ fromSeconds: 0, toSeconds: 20 }], secondsAgo: 0 }]);
});

test("the first seconds are no place, and neither is one at which nothing was played", () => {
  const opened = watch(200);
  opened.save(video(100, { paused: true }));
  expect(opened.posted).toEqual([]);
  for (const second of [0, 4]) opened.advance(video(second));
  opened.flush();
  expect(opened.posted).toEqual([
    { intervals: [{ fromSeconds: 0, toSeconds: 4 }], secondsAgo: 0, leaving: false },
  ]);
});

test("a video that has ended is noted as that, whatever second it tells", () => {
  const { advance, save, posted } = watch(200);
  for (const second of [200, 201]) advance(video(second));
  save(video(0, { paused: true }), { ended: true });
  expect(posted.at(-1)).toMatchObject({ positionSeconds: 0 });
});
