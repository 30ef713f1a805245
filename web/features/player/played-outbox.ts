import { type Interval, unionOf } from "./played-intervals.ts";

/** What was played and not yet noted by the server, and where the video stands. */
export type Played = { intervals: Interval[]; positionSeconds: number };

/** Posts what was played. Throws where trying again may help; what is refused for good counts as posted. */
export type PostPlayed = (played: Played, how: { leaving: boolean }) => Promise<void>;

export type PlayedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

type Options = { lessonId: string; knownSeconds: number; storage: PlayedStorage; post: PostPlayed };

export const outboxKey = (lessonId: string) => `openstall:played:${lessonId}`;

/** As many as one request may carry. */
const most = 100;

/**
 * Keeps what was played of one lesson until the server has noted it: in memory and, for a page that is closed without a
 * connection, in the storage. Posting the same stretch twice changes nothing, so whatever is in doubt is posted again.
 * `knownSeconds`: where the video stands by what the server noted last; what is left over does not take it back from there.
 */
export function playedOutbox({ lessonId, knownSeconds, storage, post }: Options) {
  const key = outboxKey(lessonId);
  const left = readPlayed(storage.getItem(key));
  let waiting: Interval[] = left?.intervals ?? [];
  let position = Math.max(left?.positionSeconds ?? 0, knownSeconds);
  let isMoved = false;
  let isSending = false;

  function keep() {
    if (waiting.length === 0) storage.removeItem(key);
    else {
      const played: Played = { intervals: waiting, positionSeconds: position };
      storage.setItem(key, JSON.stringify(played));
    }
  }

  return {
    /** Where the video stands, by the server or by what is left over here. */
    startSeconds: position,

    add(intervals: Interval[], positionSeconds: number) {
      isMoved ||= Math.abs(positionSeconds - position) >= 1;
      waiting = unionOf([...waiting, ...intervals]);
      position = positionSeconds;
      keep();
    },

    /** Posts what waits. `leaving`: at once, even while another request is under way, for there may be no next time. */
    async send({ leaving = false } = {}): Promise<void> {
      if ((waiting.length === 0 && !isMoved) || (isSending && !leaving)) return;
      const sent = waiting.slice(0, most);
      const wasMoved = isMoved;
      isSending = true;
      isMoved = false;
      try {
        await post({ intervals: sent, positionSeconds: position }, { leaving });
        waiting = without(waiting, sent);
        keep();
      } catch {
        // The next turn tries again.
        isMoved ||= wasMoved;
      } finally {
        isSending = false;
      }
    },
  };
}

export type PlayedOutbox = ReturnType<typeof playedOutbox>;

/** What was joined on while the request was under way stays, and with it the little that it was joined to. */
const without = (waiting: Interval[], sent: Interval[]) =>
  waiting.filter(
    (one) =>
      !sent.some(
        ({ fromSeconds, toSeconds }) => fromSeconds <= one.fromSeconds && one.toSeconds <= toSeconds,
      ),
  );

function readPlayed(text: string | null): Played | undefined {
  try {
    const { intervals, positionSeconds } = JSON.parse(text ?? "{}") as Partial<Played>;
    if (!Array.isArray(intervals) || typeof positionSeconds !== "number") return undefined;
    return { intervals, positionSeconds };
  } catch {
    return undefined;
  }
}
