import { type Interval, unionOf } from "./played-intervals.ts";

/** What was played and not yet noted by the server. */
export type Played = {
  intervals: Interval[];
  /** Where the video stands; absent where that is not to be noted. */
  positionSeconds?: number;
  /** How long it has stood there: no two clocks agree, but on how much time passed. */
  secondsAgo: number;
};

/** Posts what was played. Throws where trying again may help; what is refused for good counts as posted. */
export type PostPlayed = (played: Played, how: { leaving: boolean }) => Promise<void>;

export type PlayedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem"> & { keys: () => string[] };

/** Where the video stood, and when by this browser's clock. */
type Place = { seconds: number; at: number };
type Kept = { intervals: Interval[]; place?: Place | undefined };

type Options = { lessonId: string; knownSeconds: number; storage: PlayedStorage; post: PostPlayed };

const prefix = "openstall:played:";
const lessonOf = (key: string) =>
  key.startsWith(prefix) ? key.slice(prefix.length).split(":")[0] : undefined;

/** As many as one request may carry. */
const most = 100;

/**
 * Keeps what was played of one lesson until the server has noted it: in memory and, for a page that is closed without a
 * connection, in the storage, where each player has a place of its own, for two tabs may play one lesson. Posting the same
 * stretch twice changes nothing, so whatever is in doubt is posted again. `knownSeconds`: where the video stands by what
 * the server noted last; a place that could not be posted is newer.
 */
export function playedOutbox({ lessonId, knownSeconds, storage, post }: Options) {
  const key = `${prefix}${lessonId}:${Math.random().toString(36).slice(2)}`;
  const startSeconds = leftPlace(lessonId, storage)?.seconds ?? knownSeconds;
  let waiting: Interval[] = [];
  let place: Place | undefined;
  let stands = startSeconds;
  let isSending = false;

  function keep() {
    const kept: Kept = { intervals: waiting, place };
    if (waiting.length === 0 && !place) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(kept));
  }

  return {
    /** Where the video stands, by the server or by what could not be posted yet. */
    startSeconds,

    /** `positionSeconds` is undefined where it is not to be noted. */
    add(intervals: Interval[], positionSeconds: number | undefined) {
      waiting = unionOf([...waiting, ...intervals]);
      const isMoved = positionSeconds !== undefined && Math.abs(positionSeconds - stands) >= 1;
      if (positionSeconds !== undefined && (isMoved || intervals.length > 0)) {
        place = { seconds: positionSeconds, at: Date.now() };
        stands = positionSeconds;
      }
      keep();
    },

    /** Posts what waits. `leaving`: at once, even while another request is under way, for there may be no next time. */
    async send({ leaving = false } = {}): Promise<void> {
      if ((waiting.length === 0 && !place) || (isSending && !leaving)) return;
      const sent = { intervals: waiting.slice(0, most), place };
      isSending = true;
      try {
        await post(playedOf(sent), { leaving });
        waiting = without(waiting, sent.intervals);
        if (place === sent.place) place = undefined;
        keep();
      } catch {
        // The next turn tries again.
      } finally {
        isSending = false;
      }
    },
  };
}

/** Posts what earlier players of these lessons could not; what fails again stays. */
export async function postLeftOver(
  lessonIds: readonly string[],
  storage: PlayedStorage,
  postOf: (lessonId: string) => PostPlayed,
): Promise<void> {
  for (const key of storage.keys()) {
    const lessonId = lessonOf(key);
    if (lessonId === undefined || !lessonIds.includes(lessonId)) continue;
    const text = storage.getItem(key);
    const kept = readKept(text);
    try {
      for (let from = 0; kept && (from === 0 || from < kept.intervals.length); from += most) {
        const { place, intervals } = kept;
        await postOf(lessonId)(playedOf({ place, intervals: intervals.slice(from, from + most) }), {
          leaving: false,
        });
      }
    } catch {
      continue;
    }
    // Its player may be another tab's, and have added to it meanwhile.
    if (storage.getItem(key) === text) storage.removeItem(key);
  }
}

/** The newest place of a lesson that could not be posted. */
function leftPlace(lessonId: string, storage: PlayedStorage): Place | undefined {
  return storage
    .keys()
    .filter((key) => lessonOf(key) === lessonId)
    .flatMap((key) => readKept(storage.getItem(key))?.place ?? [])
    .toSorted((one, other) => other.at - one.at)[0];
}

const playedOf = ({ intervals, place }: Kept): Played => ({
  intervals,
  ...(place && { positionSeconds: place.seconds }),
  secondsAgo: place ? Math.min(longestAgo, Math.max(0, Math.round((Date.now() - place.at) / 1000))) : 0,
});

/** A year: what is older is as old. */
const longestAgo = 31_536_000;

/** What was joined on while the request was under way stays, and with it the little that it was joined to. */
const without = (waiting: Interval[], sent: Interval[]) =>
  waiting.filter(
    (one) =>
      !sent.some(
        ({ fromSeconds, toSeconds }) => fromSeconds <= one.fromSeconds && one.toSeconds <= toSeconds,
      ),
  );

function readKept(text: string | null): Kept | undefined {
  try {
    const { intervals, place } = JSON.parse(text ?? "{}") as Partial<Kept>;
    if (!Array.isArray(intervals)) return undefined;
    const isPlace = typeof place?.seconds === "number" && typeof place.at === "number";
    return { intervals, place: isPlace ? place : undefined };
  } catch {
    return undefined;
  }
}
