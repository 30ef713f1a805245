import { createCounter, type LimitStore, takes } from "#server/http/rate-limits.ts";

/** What a network may take of one scarce product for nothing: anybody can type ever other addresses. */
const ofNetwork = { points: 10, seconds: 86_400 };

type Taken = { productId: string; network: string; checkoutSessionId: string };

/** Whether a checkout may take one more. A checkout counts once, however often its buyer clicks. */
export type TakesScarce = (taken: Taken) => Promise<boolean>;

export function createScarceCounter(store: LimitStore, factor: number): TakesScarce {
  const taken = createCounter(store, "free-scarce", ofNetwork, factor);
  const counted = createCounter(store, "free-scarce-once", { points: 1, seconds: ofNetwork.seconds });
  return async ({ productId, network, checkoutSessionId }) => {
    const key = `${productId} ${network}`;
    if (await takes(counted, `${productId} ${checkoutSessionId}`)) return takes(taken, key);
    return ((await taken.get(key))?.consumedPoints ?? 0) <= taken.points;
  };
}
