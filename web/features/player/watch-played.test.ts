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
  const { reach, posted } = watch();
  reach(video(0));
  vi.advanceTimersByTime(postEveryMs - 1);
  reach(video(9.9));
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  reach(video(10));
  expect(posted).toEqual([
    { intervals: [{ fromSeconds: 0, toSeconds: 10 }], positionSeconds: 10, leaving: false },
  ]);
});

test("a jump leaves out what it skips, even when the video tells of the new place before the jump", () => {
  const { reach, jump, rest, posted } = watch();
  for (const second of [0, 2]) reach(video(second));
  reach(video(90, { seeking: true }));
  jump();
  rest(video(90));
  reach(video(90));
  reach(video(91));
  rest(video(91, { paused: true }));
  expect(posted[0]).toMatchObject({ intervals: [{ fromSeconds: 0, toSeconds: 2 }], positionSeconds: 90 });
});

test("a video that rests counts for nothing", () => {
  const { reach, rest, posted } = watch();
  reach(video(5, { paused: true }));
  reach(video(30, { paused: true }));
  rest(video(0.2, { paused: true }));
  expect(posted).toEqual([]);
});

test("whoever leaves posts what there is at once", () => {
  const { reach, pass, posted } = watch(40);
  for (const second of [40, 43]) reach(video(second));
  pass({ leaving: true });
  expect(posted).toEqual([
    { intervals: [{ fromSeconds: 40, toSeconds: 43 }], positionSeconds: 43, leaving: true },
  ]);
});
