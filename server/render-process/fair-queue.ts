import { TooManyRequests, Unavailable } from "#server/errors.ts";

export type FairQueue = {
  /** Throws what `run` would: for asking before a body is read. */
  requireRoom(key: string): void;
  /** Waits for the key's turn, then does the work. Throws 429 where the key has too much waiting, 503 where all have. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

type Bounds = { perKey: number; total: number; retryAfterSeconds: number };

/**
 * Does one piece of work at a time, the keys in turns: whoever brings twelve waits behind one piece of everyone else after
 * each of theirs. At most `perKey` and `total` pieces are in it.
 */
export function createFairQueue({ perKey, total, retryAfterSeconds }: Bounds): FairQueue {
  /** By key, the next turn's first. A key whose work is running has at least an empty list. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const counts = new Map<string, number>();
  let size = 0;
  let isRunning = false;

  function requireRoom(key: string): void {
    if ((counts.get(key) ?? 0) >= perKey) throw TooManyRequests(retryAfterSeconds);
    if (size >= total)
      throw Unavailable("Many pictures are being prepared right now. Please try again in a moment.", "BUSY");
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = takeNext(); next; next = takeNext()) await next();
    isRunning = false;
  }

  function takeNext(): (() => Promise<void>) | undefined {
    const [turn] = waiting;
    if (!turn) return undefined;
    const [key, [first, ...others]] = turn;
    waiting.delete(key);
    if (others.length > 0) waiting.set(key, others);
    return first;
  }

  function leave(key: string): void {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
    size--;
  }

  return {
    requireRoom,
    run<T>(key: string, piece: () => Promise<T>) {
      requireRoom(key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      size++;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const turn = () =>
        piece()
          .then(resolve, reject)
          .finally(() => leave(key));
      waiting.set(key, [...(waiting.get(key) ?? []), turn]);
      void work();
      return promise;
    },
  };
}
