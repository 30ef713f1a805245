import { StripeError } from "./stripe-error.ts";

export type SavedAnswer = { status: number; body: string; requestId: string };
type Entry = { fingerprint: string; answer: SavedAnswer | "in progress" };

const keepMs = 24 * 60 * 60 * 1000;

/**
 * Stripe's memory of idempotency keys: the first answer, a 500 too, is given again for 24 hours; another request under
 * the same key is refused, and so is the same one while the first is still running.
 */
export function createIdempotency(now: () => number) {
  const entries = new Map<string, Entry & { since: number }>();
  return {
    /** The saved answer, or undefined when the caller has the key now and must `keep` or `free` it. */
    claim(key: string, fingerprint: string): SavedAnswer | undefined {
      if (key.length > 255)
        throw new StripeError(400, {
          type: "invalid_request_error",
          message: "Idempotency keys can have at most 255 characters.",
        });
      const entry = entries.get(key);
      if (entry === undefined || (now() - entry.since) * 1000 > keepMs) {
        entries.set(key, { fingerprint, answer: "in progress", since: now() });
        return undefined;
      }
      if (entry.answer === "in progress")
        throw new StripeError(409, {
          type: "idempotency_error",
          code: "idempotency_key_in_use",
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      if (entry.fingerprint !== fingerprint)
        throw new StripeError(400, {
          type: "idempotency_error",
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      return entry.answer;
    },
    keep(key: string, answer: SavedAnswer) {
      const entry = entries.get(key);
      if (entry) entry.answer = answer;
    },
    free(key: string) {
      entries.delete(key);
    },
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
