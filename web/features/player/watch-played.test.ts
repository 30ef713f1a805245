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

function watch(knownSeconds = 0) {
  const posted: (Played & { leaving: boolean })[] = [];
  const watching = watchPlayed("1", knownSeconds, async (played, { leaving }) => {
    posted.push({ ...played, leaving });
  });
  return { ...watching, posted };
}

test("while it plays it is posted every ten seconds", () => {
  const { advance, posted } = watch();
  advance(video(0));
  vi.advanceTimersByTime(postEveryMs - 1);
  advance(video(9.9));
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  advance(video(10));
  expect(posted).toEqual([
    { intervals: [{ fromSeconds: 0, toSeconds: 10 }], positionSeconds: 10, leaving: false },
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
    { intervals: [{ fromSeconds: 40, toSeconds: 43 }], positionSeconds: 43, leaving: true },
  ]);
});
