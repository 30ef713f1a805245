import { createCounter, type LimitStore, takes } from "#server/http/rate-limits.ts";

/**
 * What a network may take of one scarce product for nothing in a day: anybody can type ever other addresses, but behind a
 * network of a phone company, or of a school, there may be very many.
 */
const [leastOfNetwork, partOfNetwork] = [10, 0.2];
const seconds = 86_400;

type Taken = { productId: string; network: string; checkoutSessionId: string; left: number };

/** Whether a checkout may take one more of what has so much left. A checkout counts once, however often its buyer clicks. */
export type TakesScarce = (taken: Taken) => Promise<boolean>;

export function createScarceCounter(store: LimitStore, factor: number): TakesScarce {
  const taken = createCounter(store, "free-scarce", { points: 1_000_000, seconds });
  const counted = createCounter(store, "free-scarce-once", { points: 1, seconds });
  return async ({ productId, network, checkoutSessionId, left }) => {
    const key = `${productId} ${network}`;
    const isNew = await takes(counted, `${productId} ${checkoutSessionId}`);
    const sum = isNew ? await taken.consume(key) : await taken.get(key);
    return (sum?.consumedPoints ?? 0) <= Math.max(leastOfNetwork, left * partOfNetwork) * factor;
  };
}
