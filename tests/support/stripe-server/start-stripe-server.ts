import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nextDue } from "./billing/billing-clock.ts";
import { onIntentChanged } from "./billing/invoice-payments.ts";
import { endpoints } from "./endpoints.ts";
import { createFaults } from "./faults.ts";
import { truthOf } from "./ledger.ts";
import { answerPage } from "./pages.ts";
import { setReady } from "./connect/accounts.ts";
import { closeDispute, openDispute } from "./payments/disputes.ts";
import { completeAuthentication } from "./payments/three-d-secure-page.ts";
import { settleRefunds } from "./payments/refunds.ts";
import { seededRandom } from "./random.ts";
import { createDeliverer, type WebhookTarget } from "./webhooks/deliverer.ts";
import { snapshotEvent, thinEvent } from "./webhooks/events.ts";
import { answerRequest, type Api } from "./wire/answer-request.ts";
import { createIdempotency } from "./wire/idempotency.ts";
import { createRouter } from "./wire/routes.ts";
import { addRow, createState, getRow, type StripeState } from "./state.ts";

export type StripeServerOptions = {
  /** The time that passes for this Stripe; real time unless told. `advanceClock` comes on top of it. */
  now?: () => Date;
  /** Of ids, and of faults by chance. */
  seed?: number;
  latencyMs?: number;
  /** Of the second try to deliver a webhook; every later one waits four times longer. */
  webhookRetryMs?: number;
  port?: number;
};

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;

/**
 * A Stripe on loopback for the real package `stripe`: it keeps state, follows Stripe's rules where they are known and
 * refuses where they are not. `new Stripe(secretKey, { host, port, protocol: "http" })` talks to it.
 */
export async function startStripeServer(options: StripeServerOptions = {}) {
  const { now = () => new Date(), seed = 1, latencyMs = 2, webhookRetryMs = 50 } = options;
  const random = seededRandom(seed);
  const keys = {
    secretKey: `sk_test_${random.letters(32)}`,
    publishableKey: `pk_test_${random.letters(32)}`,
  };
  const webhookSecrets = [`whsec_${random.letters(32)}`];
  let advancedSeconds = 0;
  /** Set while the calendar is caught up on, to the moment of each thing that happens. */
  let moment: number | undefined;
  const seconds = () => Math.floor(now().getTime() / 1000) + advancedSeconds;
  const deliverer = createDeliverer(seconds, seededRandom(seed + 1), webhookRetryMs);
  const faults = createFaults();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const state: StripeState = createState({
    random,
    pagesUrl: url,
    now: () => moment ?? seconds(),
    emit(type, object, previous) {
      const event = addRow(state, "events", snapshotEvent(state, type, object, previous));
      deliverer.send(event);
    },
    emitThin: (type, accountId) => deliverer.send(thinEvent(state, type, accountId)),
  });
  state.onIntentChanged = (intent) => onIntentChanged(state, intent);
  const api: Api = {
    state,
    keys,
    findRoute: createRouter(endpoints),
    idempotency: createIdempotency(seconds),
    faults,
    latencyMs,
  };
  server.on("request", (request, response) => {
    const isApi = /^\/v[12]\//.test(request.url ?? "");
    const work = isApi ? answerRequest(api, request, response) : answerPage(state, request, response);
    void work.catch((error: unknown) => {
      // A mistake of this server, not of its caller: nobody should take it for one of Stripe's errors.
      response.statusCode = 599;
      response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  });

  return {
    host: "127.0.0.1",
    port,
    url,
    ...keys,
    webhookSecrets,
    state,
    faults,
    webhooks: deliverer,
    /** Everything that really happened, for comparing books with. */
    ledger: () => truthOf(state),
    now: () => new Date(seconds() * 1000),
    /** Delivers events to a URL, signed with `webhookSecrets` unless told. */
    sendWebhooksTo(target: string, more: Partial<WebhookTarget> = {}) {
      deliverer.targets.push({
        url: target,
        secrets: webhookSecrets,
        events: ["*"],
        kind: "snapshot",
        ...more,
      });
    },
    /** The account's owner has said who they are; `false`: Stripe wants to know more, and stops transfers. */
    setAccountReady: (id: string, isReady = true) => setReady(state, getRow(state, "accounts", id), isReady),
    /** The buyer's bank takes the money of a charge back, or asks. */
    openDispute: (chargeId: string, reason: Parameters<typeof openDispute>[2] = "fraudulent") =>
      openDispute(state, getRow(state, "charges", chargeId), reason),
    closeDispute: (id: string, outcome: "won" | "lost") =>
      closeDispute(state, getRow(state, "disputes", id), outcome),
    /** Refunds that wait, or are going to fail, come to their end. */
    settleRefunds: () => settleRefunds(state),
    /** The buyer answers their bank; nothing happens when the intent does not wait for it. */
    completeAuthentication(intentId: string, result: "complete" | "fail") {
      completeAuthentication(state, intentId, result === "complete");
    },
    async close() {
      await deliverer.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    /**
     * Moves this Stripe's time on, never back, and lets everything happen that falls due until then, each at its own
     * moment: renewals, retries, expiries, settled refunds.
     */
    advanceClock(to: Date) {
      const until = Math.floor(to.getTime() / 1000);
      if (until < seconds()) throw new Error("The clock only goes forward.");
      advancedSeconds += until - seconds();
      settleRefunds(state);
      try {
        for (let due = nextDue(state, until); due; due = nextDue(state, until)) {
          moment = due.at;
          due.run();
        }
      } finally {
        moment = undefined;
      }
    },
  };
}
