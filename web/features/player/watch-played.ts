import { collectIntervals } from "./played-intervals.ts";
import { playedOutbox, type PostPlayed } from "./played-outbox.ts";
import { playedStorage } from "./played-storage.ts";
import { edgeSeconds } from "./video-time.ts";

type Watched = Pick<HTMLVideoElement, "currentTime" | "seeking" | "paused">;

type Options = {
  lessonId: string;
  /** Seconds; 0 where it is not known. */
  duration: number;
  /** Where the video stands by what the server noted last; undefined where that could not be read. */
  knownSeconds: number | undefined;
  post: PostPlayed;
};

/** What was played is posted this often while it plays. */
export const postEveryMs = 5_000;

/**
 * Follows a video element of one lesson by its events, and posts what was truly played of it and where it stands. That is
 * noted only once it has played here, and never over a place that could not be read. Its first seconds are no place to go
 * on at: whoever opens a video that then fails to find its place must not lose it.
 */
export function watchPlayed({ lessonId, duration, knownSeconds, post }: Options) {
  const outbox = playedOutbox({ lessonId, knownSeconds: knownSeconds ?? 0, post, storage: playedStorage });
  const played = collectIntervals();
  let at = outbox.startSeconds;
  let hasPlayed = false;
  let hasEnded = false;
  let postedAt = Date.now();

  function flush(how?: { leaving: boolean }) {
    postedAt = Date.now();
    const isPlace = hasPlayed && knownSeconds !== undefined && (hasEnded || at >= edgeSeconds(duration));
    outbox.add(played.drain(), isPlace ? at : undefined);
    void outbox.send(how);
  }

  return {
    startSeconds: outbox.startSeconds,
    /** `timeupdate`. One that was under way when the viewer jumped already tells of the new place. */
    advance(video: Watched) {
      if (video.seeking || video.paused) return;
      at = video.currentTime;
      hasPlayed = true;
      hasEnded = false;
      played.advance(at);
      if (Date.now() - postedAt >= postEveryMs) flush();
    },
    /** `seeking` */
    seek() {
      played.interrupt();
    },
    /** `pause`, `seeked` and `ended`. `ended`: whoever comes again begins anew, whatever second it tells. */
    save(video: Watched, { ended = false } = {}) {
      if (video.seeking) return;
      at = video.currentTime;
      hasEnded = ended;
      if (video.paused) played.interrupt();
      flush();
    },
    /** Now and then, also when nothing happens: what could not be posted is tried again. */
    flush,
  };
}
