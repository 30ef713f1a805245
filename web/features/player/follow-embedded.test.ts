import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayerNews } from "./embedded-messages.ts";
import { followEmbedded } from "./follow-embedded.ts";
import type { Played } from "./played-outbox.ts";
import { unionOf } from "./played-intervals.ts";
import { watchPlayed } from "./watch-played.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A framed player; what it tells is noted as in the page. */
function follow() {
  const posted: Played[] = [];
  const onEnd = vi.fn<() => void>();
  const watch = watchPlayed("1", 0, async (played) => void posted.push(played));
  const hear = followEmbedded(watch, onEnd);
  return {
    onEnd,
    hear,
    /** Tells of every second from one to the other, at this speed. */
    async play(from: number, to: number, speed = 1) {
      for (let seconds = from; seconds <= to; seconds++) {
        hear({ seconds });
        await vi.advanceTimersByTimeAsync(1000 / speed);
      }
    },
    async noted() {
      watch.pass({ leaving: true });
      await vi.advanceTimersByTimeAsync(0);
      return {
        played: unionOf(posted.flatMap(({ intervals }) => intervals)).map(
          ({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds] as const,
        ),
        position: posted.at(-1)?.positionSeconds,
      };
    },
  };
}

const playing: PlayerNews = { isPlaying: true, hasEnded: false };
const resting: PlayerNews = { isPlaying: false, hasEnded: false };

test("what plays is noted, at twice the speed too, and a jump is not", async () => {
  const { hear, play, noted } = follow();
  hear({ ...playing, seconds: 30 });
  await play(30, 34);
  await play(100, 104, 2);
  await play(10, 12);
  expect(await noted()).toEqual({
    played: [
      [10, 12],
      [30, 34],
      [100, 104],
    ],
    position: 12,
  });
});

test("a player that rests, or has not begun, plays nothing", async () => {
  const { hear, play, noted } = follow();
  hear({ seconds: 0 });
  hear({ ...resting, seconds: 0 });
  await play(0, 5);
  expect(await noted()).toEqual({ played: [], position: undefined });
  hear({ ...playing, seconds: 40 });
  await play(40, 42);
  hear({ ...resting, seconds: 42 });
  await play(42, 50);
  hear({ ...resting, seconds: 70 });
  hear({ ...playing, seconds: 70 });
  await play(70, 71);
  expect(await noted()).toEqual({
    played: [
      [40, 42],
      [70, 71],
    ],
    position: 71,
  });
});

test("what passes unseen while nothing is told was not played", async () => {
  const { hear, play, noted } = follow();
  hear({ ...playing, seconds: 0 });
  await play(0, 2);
  await vi.advanceTimersByTimeAsync(60_000);
  await play(60, 61);
  expect((await noted()).played).toEqual([
    [0, 2],
    [60, 61],
  ]);
});

test("a state without a time leaves the time that was told last", async () => {
  const { hear, play, noted } = follow();
  hear({ isPlaying: true });
  await play(5, 8);
  hear({});
  hear(resting);
  await play(8, 8);
  expect(await noted()).toEqual({ played: [[5, 8]], position: 8 });
});

test("the end is told once, and the video begins anew after it", async () => {
  const { hear, play, noted, onEnd } = follow();
  const ended: PlayerNews = { isPlaying: false, hasEnded: true, seconds: 20 };
  hear(ended);
  expect(onEnd).not.toHaveBeenCalled();
  hear({ ...playing, seconds: 15 });
  await play(15, 19);
  hear(ended);
  hear(ended);
  hear({ seconds: 20 });
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await noted()).toEqual({ played: [[15, 20]], position: 0 });
  hear({ ...playing, seconds: 0 });
  await play(0, 3);
  expect(await noted()).toMatchObject({ position: 3 });
  hear(ended);
  expect(onEnd).toHaveBeenCalledTimes(2);
});
