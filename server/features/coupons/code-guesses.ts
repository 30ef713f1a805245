import { HttpError } from "#server/errors.ts";
import { createCounter, type LimitStore, takes } from "#server/http/rate-limits.ts";

export type CountGuess = ReturnType<typeof createGuessCounter>;

const guesses = 10;
const minutes = 10;

/**
 * Counts the codes that do not exist, by network: ten in ten minutes, then no code is looked up for the rest of them. The
 * same code once more is no new guess, so that a link that has ended takes the codes of others from nobody.
 */
export function createGuessCounter(store: LimitStore, factor: number) {
  const seconds = minutes * 60;
  const perNetwork = createCounter(store, "coupon-guesses", { points: guesses, seconds }, factor);
  const told = createCounter(store, "coupon-guess", { points: 1, seconds });
  /**
   * Call it once it is known whether a code is there, and before that is answered: many guesses at one moment gain nothing.
   * Throws 429 at `couponCode` where the network has guessed as often as it may.
   */
  return async ({ network, ownerId, code, isThere }: Guess): Promise<void> => {
    // Whoever has guessed enough writes nothing more down here.
    const before = await perNetwork.get(network);
    if (before && before.consumedPoints >= perNetwork.points) throw tooManyGuesses(before.msBeforeNext);
    // Asked of right codes too: they take as long as wrong ones, and no place before them.
    const isFirst = await takes(told, `${network} ${ownerId} ${code.toLowerCase()}`);
    const misses = isFirst && !isThere;
    const counted = misses ? await perNetwork.penalty(network) : await perNetwork.get(network);
    if (counted && counted.consumedPoints >= perNetwork.points + (misses ? 1 : 0))
      throw tooManyGuesses(counted.msBeforeNext);
  };
}

type Guess = { network: string; ownerId: string; code: string; isThere: boolean };

function tooManyGuesses(waitMs: number): HttpError {
  const wait = Math.max(1, Math.ceil(waitMs / 60_000));
  const message = `Too many codes were tried that do not exist. Please try again in ${wait} ${wait === 1 ? "minute" : "minutes"}.`;
  return new HttpError(429, "TOO_MANY_CODES", message, {
    fields: { couponCode: message },
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
