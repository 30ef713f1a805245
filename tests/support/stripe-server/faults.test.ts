import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { faultKinds, type FaultKind } from "./faults.ts";
import { seededRandom } from "./random.ts";
import { startStripeServer, type StripeServer } from "./start-stripe-server.ts";
import { stripeClient } from "./talk-to-stripe.ts";

let server: StripeServer;
beforeEach(async () => {
  server = await startStripeServer();
  server.faults.slowMs = 50;
});
afterEach(() => server.close());

const intents = () => server.state.tables.payment_intents.size;
const create = (stripe: Stripe, idempotencyKey = "the key") =>
  stripe.paymentIntents.create({ amount: 4900, currency: "usd" }, { idempotencyKey });

// What the caller sees of the first try, whether it took effect, and whether the same key gives the intent afterwards.
const faults: [FaultKind, object | undefined, number, boolean][] = [
  ["refuse", { type: "StripeConnectionError" }, 0, true],
  ["time_out_before", { type: "StripeConnectionError" }, 0, true],
  ["time_out_after", { type: "StripeConnectionError" }, 1, true],
  ["unavailable_before", { statusCode: 503 }, 0, true],
  ["unavailable_after", { statusCode: 503 }, 1, true],
  ["failed_before", { statusCode: 500 }, 0, false],
  ["failed_after", { statusCode: 500 }, 1, false],
  ["rate_limited", { statusCode: 429, code: "rate_limit" }, 0, true],
  ["reset", { type: "StripeConnectionError" }, 1, true],
  ["malformed", {}, 1, true],
  ["slow", undefined, 1, true],
];

test("every kind of fault is tried below", () => {
  expect(faults.map(([kind]) => kind).toSorted()).toEqual([...faultKinds].toSorted());
});

describe("a call that goes wrong", () => {
  test.each(faults)("%s", async (kind, error, effects, isHealed) => {
    const stripe = stripeClient(server, { timeout: 2_000 });
    // A connection that breaks at once is tried again by the package on its own, whatever it is told.
    server.faults.next(kind, /^POST \/v1\/payment_intents$/, kind === "refuse" ? 2 : 1);
    if (error) await expect(create(stripe)).rejects.toMatchObject(error);
    else await create(stripe);
    expect(intents()).toBe(effects);
    if (isHealed) await create(stripe);
    else await expect(create(stripe)).rejects.toMatchObject({ statusCode: 500 });
    expect(intents()).toBe(isHealed ? 1 : effects);
  });

  test.each(faults.filter(([, , , isHealed]) => isHealed).map(([kind]) => kind))(
    "%s is healed by the package itself, which tries again under the same key",
    async (kind) => {
      server.faults.next(kind, /payment_intents/);
      const stripe = stripeClient(server, { timeout: 2_000, maxNetworkRetries: 2 });
      // A 429 without the retry header is given up by the package; so is an answer that is no JSON.
      const outcome = await create(stripe).catch(() => create(stripe));
      expect(outcome.status).toBe("requires_payment_method");
      expect(intents()).toBe(1);
    },
  );
});

test("faults by chance are the same for the same seed, and stop when they are healed", async () => {
  const outcomes = async (seed: number) => {
    const own = await startStripeServer({ seed: 3 });
    own.faults.byChance(seededRandom(seed), 0.5, ["refuse", "unavailable_after", "rate_limited"]);
    const stripe = stripeClient(own);
    const seen: string[] = [];
    for (let at = 0; at < 12; at++)
      seen.push(
        await create(stripe, `key ${at}`).then(
          () => "ok",
          (error: Stripe.errors.StripeError) => String(error.statusCode ?? "no answer"),
        ),
      );
    own.faults.heal();
    await create(stripe, "after");
    await own.close();
    return seen;
  };
  const first = await outcomes(5);
  expect(new Set(first).size).toBeGreaterThan(1);
  expect(await outcomes(5)).toEqual(first);
  expect(await outcomes(6)).not.toEqual(first);
});
