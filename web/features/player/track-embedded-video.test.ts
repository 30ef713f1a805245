import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayerEvent } from "./embedded-messages.ts";
import { trackEmbeddedVideo } from "./track-embedded-video.ts";
import type { Played } from "./played-outbox.ts";
import { unionOf } from "./played-intervals.ts";
import { watchPlayed } from "./watch-played.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A framed player; what it tells is noted as in the page. */
function follow() {
  const posted: Played[] = [];
  const onEnd = vi.fn<() => void>();
  const watch = watchPlayed({
    lessonId: "1",
    // Short, so that its first seconds are few.
    duration: 20,
    knownSeconds: 0,
    post: async (played) => void posted.push(played),
  });
  const handleEvent = trackEmbeddedVideo(watch, onEnd);
  return {
    onEnd,
    handleEvent,
    /** Tells of every second from one to the other, at this speed. */
    async play(from: number, to: number, speed = 1) {
      for (let seconds = from; seconds <= to; seconds++) {
        handleEvent({ seconds });
        await vi.advanceTimersByTimeAsync(1000 / speed);
      }
    },
    async noted() {
      watch.flush({ leaving: true });
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

const playing: PlayerEvent = { isPlaying: true, hasEnded: false };
const paused: PlayerEvent = { isPlaying: false, hasEnded: false };

test("what plays is noted, at twice the speed too, and a jump is not", async () => {
  const { handleEvent, play, noted } = follow();
  handleEvent({ ...playing, seconds: 30 });
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
  const { handleEvent, play, noted } = follow();
  handleEvent({ seconds: 0 });
  handleEvent({ ...paused, seconds: 0 });
  await play(0, 5);
  expect(await noted()).toEqual({ played: [], position: undefined });
  handleEvent({ ...playing, seconds: 40 });
  await play(40, 42);
  handleEvent({ ...paused, seconds: 42 });
  await play(42, 50);
  handleEvent({ ...paused, seconds: 70 });
  handleEvent({ ...playing, seconds: 70 });
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
  const { handleEvent, play, noted } = follow();
  handleEvent({ ...playing, seconds: 0 });
  await play(0, 2);
  await vi.advanceTimersByTimeAsync(60_000);
  await play(60, 61);
  expect((await noted()).played).toEqual([
    [0, 2],
    [60, 61],
  ]);
});

test("a state without a time leaves the time that was told last", async () => {
  const { handleEvent, play, noted } = follow();
  handleEvent({ isPlaying: true });
  await play(5, 8);
  handleEvent({});
  handleEvent(paused);
  await play(8, 8);
  expect(await noted()).toEqual({ played: [[5, 8]], position: 8 });
});

test("the end is told once, and the video begins anew after it", async () => {
  const { handleEvent, play, noted, onEnd } = follow();
  const ended: PlayerEvent = { isPlaying: false, hasEnded: true, seconds: 20 };
  handleEvent(ended);
  expect(onEnd).not.toHaveBeenCalled();
  handleEvent({ ...playing, seconds: 15 });
  await play(15, 19);
  handleEvent(ended);
  handleEvent(ended);
  handleEvent({ seconds: 20 });
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(await noted()).toEqual({ played: [[15, 20]], position: 0 });
  handleEvent({ ...playing, seconds: 0 });
  await play(0, 3);
  expect(await noted()).toMatchObject({ position: 3 });
  handleEvent(ended);
  expect(onEnd).toHaveBeenCalledTimes(2);
});
