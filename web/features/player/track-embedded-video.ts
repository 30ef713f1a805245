import type { PlayerEvent } from "./embedded-messages.ts";
import type { watchPlayed } from "./watch-played.ts";

type Watch = Pick<ReturnType<typeof watchPlayed>, "advance" | "seek" | "save">;

/** Both players play at up to twice the speed. */
const fastest = 2;
/** Their messages come several times a second; this is for one that comes late. Their smallest jump is of 5 seconds. */
const spareSeconds = 1;
/** After a longer silence nobody knows what was played in it. */
const longestSilenceMs = 5_000;

/**
 * Notes what a framed player plays by what it tells. A jump is known by its distance, for YouTube does not tell of any.
 * Nothing counts before it plays first, for until then it may not stand where it is to begin. A video that has ended
 * begins anew next time; that is noted here, because how long it is is known to the player only: the lesson's length is
 * what its creator wrote, and the server never takes one from a browser.
 */
export function trackEmbeddedVideo(watch: Watch, onEnd: () => void): (event: PlayerEvent) => void {
  let at: number | undefined;
  let movedAt = 0;
  let isPlaying = false;
  let isOver = false;

  /** Comes to this second; answers whether by a jump. */
  function move(seconds: number, wasPlaying: boolean): boolean {
    const now = Date.now();
    const moved = seconds - (at ?? seconds);
    const playable = (Math.min(now - movedAt, longestSilenceMs) / 1000) * fastest + spareSeconds;
    at = seconds;
    movedAt = now;
    return wasPlaying && (moved > playable || moved < -spareSeconds);
  }

  return function handleEvent(event) {
    const wasPlaying = isPlaying;
    const wasAt = at;
    isPlaying = event.isPlaying ?? isPlaying;
    if (!isPlaying && (at === undefined || isOver)) return;
    isOver = event.hasEnded ?? false;

    const hasJumped = event.seconds !== undefined && move(event.seconds, wasPlaying);
    if (at === undefined) return;
    if (hasJumped) watch.seek();
    if (wasPlaying || isPlaying) watch.advance({ currentTime: at, seeking: false, paused: false });
    const hasPaused = !isPlaying && (wasPlaying || at !== wasAt);
    if (isOver) watch.save({ currentTime: 0, seeking: false, paused: true }, { ended: true });
    else if (hasJumped || hasPaused) watch.save({ currentTime: at, seeking: false, paused: !isPlaying });
    if (isOver) onEnd();
  };
}
