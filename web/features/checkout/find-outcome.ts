import { finishPayment } from "#contract/checkout/checkout.ts";
import { ApiError, callApi } from "#web/api.ts";
import { isReachable, waitToRetry } from "#web/network.ts";

/** What became of a payment, as the server knows it. */
export type Found =
  | { kind: "paid" | "processing" | "at bank" }
  /** Nothing is on its way; `message` and `code`: why the last attempt failed, where one did. */
  | { kind: "unpaid"; message: string | null; code: string | null };

type Question = {
  paymentIntentId: string;
  /** When a confirmation went out that nobody answered, by `performance.now()`. */
  sentAt?: number | undefined;
  /** Whether somebody still wants to know. */
  isWanted: () => boolean;
};

/** A call that was cut off may still arrive: only after this is it sure that it did not. */
const surelyLostMs = 5_000;

/** Asks until the server knows what became of a payment, over any outage; undefined once nobody wants to know. */
export async function findOutcome({
  paymentIntentId,
  sentAt = -Infinity,
  isWanted,
}: Question): Promise<Found | undefined> {
  for (let turn = 0; isWanted(); turn++) {
    if (await isReachable()) {
      const askedAt = performance.now();
      const found = await ask(paymentIntentId);
      if (found && (found.kind !== "unpaid" || askedAt - sentAt >= surelyLostMs))
        return isWanted() ? found : undefined;
    }
    await waitToRetry(turn);
  }
  return undefined;
}

/** Undefined where nobody answered. */
async function ask(paymentIntentId: string): Promise<Found | undefined> {
  try {
    const body = { paymentIntentId };
    const signal = AbortSignal.timeout(10_000);
    const { status, waitsFor, message, code } = await callApi(finishPayment, { body }, { signal });
    if (status === "PAID") return { kind: "paid" };
    if (waitsFor === "AUTHENTICATION") return { kind: "at bank" };
    if (waitsFor === "ATTEMPT" || status === "FAILED") return { kind: "unpaid", message, code };
    return { kind: "processing" };
  } catch (error) {
    // It is none of this browser's.
    if (error instanceof ApiError && error.status === 404)
      return { kind: "unpaid", message: null, code: null };
    return undefined;
  }
}
