import type pg from "pg";
import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { GatewayError, type PaymentGateway } from "#server/payments/payment-gateway.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { captureIntent, releaseIntent } from "./capture-intent.ts";
import { getDispute } from "./disputes.ts";
import { deletePayer } from "./delete-payer.ts";
import { intentOf } from "./intent-row.ts";
import {
  cancelIntent,
  createIntent,
  createSetup,
  getIntentRow,
  highestPaymentCents,
  updateIntent,
  updateSetup,
} from "./intents.ts";
import { openSandboxPayouts } from "./payouts.ts";
import { EventObject, eventOf, listEvents } from "./list-events.ts";
import { findPayment, listPayments } from "./list-payments.ts";
import { getRefund, refund } from "./refunds.ts";
import { chargeSavedCard } from "./saved-card.ts";
import { openSandboxSubscriptions } from "./subscriptions.ts";
import { isSigned, signatureHeader, webhookKey } from "./webhook-signature.ts";

/** A provider of its own inside the server: it has its own tables, and tells us what happened by signed webhooks only. */
export function openSandboxGateway(services: {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  secret: string;
}): PaymentGateway {
  const { db, pool, clock } = services;
  const key = webhookKey(services.secret);
  const subscriptions = openSandboxSubscriptions(services);
  return {
    provider: "sandbox",
    publishableKey: null,
    highestPaymentCents,
    createIntent: (input) => createIntent(pool, input, clock.now()),
    updateIntent: (id, input) => updateIntent(pool, id, input, clock.now()),
    getIntent: async (id) => intentOf(await getIntentRow(pool, id)),
    createSetup: (input) => createSetup(pool, input, clock.now()),
    updateSetup: (id, input) => updateSetup(pool, id, input, clock.now()),
    chargeSavedCard: (input) => chargeSavedCard(pool, input, clock.now()),
    cancelIntent: (id) => cancelIntent(pool, id, clock.now()),
    captureIntent: (id) => captureIntent(pool, id, clock.now()),
    releaseIntent: (id) => releaseIntent(pool, id, clock.now()),
    async refund(input) {
      const answer = await refund(db, input, clock.now());
      wakeListeners(pool, "sandbox_events");
      return answer;
    },
    // Its wallet shows everywhere.
    registerDomain: async () => {},
    deletePayer: (paymentIntentId) => deletePayer({ pool, subscriptions }, paymentIntentId),
    getRefund: (id) => getRefund(db, id),
    listPayments: (begun) => listPayments(pool, begun),
    findPayment: (id) => findPayment(pool, id),
    eventDays: undefined,
    listEvents: (since) => listEvents(pool, since),
    getDispute: (id) => getDispute(db, id),
    subscriptions,
    payouts: openSandboxPayouts(services),
    readWebhook(rawBody, headers) {
      if (!isSigned(key, rawBody, headers[signatureHeader], clock.now())) {
        throw new GatewayError("bad_signature", "This webhook is not signed by the sandbox");
      }
      const { data: event } = SignedEvent.safeParse(jsonOf(rawBody));
      if (!event) throw new GatewayError("bad_signature", "This webhook is not an event of the sandbox");
      return eventOf(event.id, event.type, event.data.object);
    },
  };
}

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** What the deliverer sends. */
const SignedEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: EventObject }),
});
