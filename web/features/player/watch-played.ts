import { collectIntervals } from "./played-intervals.ts";
import { type PlayedStorage, playedOutbox, type PostPlayed } from "./played-outbox.ts";

type Watched = Pick<HTMLVideoElement, "currentTime" | "seeking" | "paused">;

/** What was played is posted this often while it plays. */
export const postEveryMs = 10_000;

/** Follows a video element of one lesson by its events, and posts what was truly played of it. */
export function watchPlayed(lessonId: string, knownSeconds: number, post: PostPlayed) {
  const outbox = playedOutbox({ lessonId, knownSeconds, post, storage: safeStorage });
  const played = collectIntervals();
  let at = outbox.startSeconds;
  let postedAt = Date.now();

  function flush(how?: { leaving: boolean }) {
    postedAt = Date.now();
    outbox.add(played.drain(), at);
    void outbox.send(how);
  }

  return {
    startSeconds: outbox.startSeconds,
    /** `timeupdate`. One that was under way when the viewer jumped already tells of the new place. */
    advance(video: Watched) {
      if (video.seeking || video.paused) return;
      at = video.currentTime;
      played.advance(at);
      if (Date.now() - postedAt >= postEveryMs) flush();
    },
    /** `seeking` */
    seek() {
      played.interrupt();
    },
    /** `pause`, `seeked` and `ended`. */
    save(video: Watched) {
      if (video.seeking) return;
      at = video.currentTime;
      if (video.paused) played.interrupt();
      flush();
    },
    /** Now and then, also when nothing happens: what could not be posted is tried again. */
    flush,
  };
}

/** A browser that keeps nothing, or has no room left, still has the page's memory. */
const safeStorage: PlayedStorage = {
  getItem: (key) => orUndefined(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => orUndefined(() => localStorage.setItem(key, value)),
  removeItem: (key) => orUndefined(() => localStorage.removeItem(key)),
};

function orUndefined<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
