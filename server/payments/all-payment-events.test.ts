import { expect, test } from "vitest";
import { allPaymentEvents } from "./all-payment-events.ts";
import { paymentFound, returnFailed } from "./payment-event.ts";
import { accountEvents, snapshotEvents } from "./stripe/webhook-events.ts";

/** Stripe's, the sandbox's own way to tell of an account, and ours. */
const events = [
  ...snapshotEvents,
  ...accountEvents,
  "account.updated",
  paymentFound("pi").type,
  returnFailed("pi").type,
];
const handlersOf = (event: string) =>
  allPaymentEvents.filter(({ types }) => types.some((type) => event.startsWith(type)));

test("every event that we ask the provider for, and each of our own, is handled by one feature", () => {
  expect(events.filter((event) => handlersOf(event).length !== 1)).toEqual([]);
});

test("nobody handles events that never come", () => {
  const types = allPaymentEvents.flatMap((handler) => handler.types);
  expect(types.filter((type) => !events.some((event) => event.startsWith(type)))).toEqual([]);
});
