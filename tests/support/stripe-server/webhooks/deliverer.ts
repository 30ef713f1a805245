import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#tests/support/stripe-server/random.ts";
import type { StripeEvent, ThinEvent } from "./objects.ts";
import { signPayload } from "./signature.ts";

export type WebhookTarget = {
  url: string;
  /** Several while a secret is being rolled. */
  secrets: readonly string[];
  /** `*` for all snapshot events; thin events have an endpoint of their own. */
  events: readonly string[];
  kind: "snapshot" | "thin";
};

export type WebhookFaults = {
  /** Events that are lost for good. */
  dropNext: number;
  /** Before each delivery. */
  delayMs: number;
  /** How often each event comes, at least once. */
  copies: number;
  /** Holds this many events back and sends them in a random order. */
  shuffle: number;
};

/** One try to deliver: `status` 0 when nobody answered. */
export type Delivery = { eventId: string; type: string; url: string; status: number };

const tries = 4;
const answerWithinMs = 10_000;

/** Sends events as Stripe does: signed, without waiting, again when refused, in no promised order. */
export function createDeliverer(now: () => number, random: Random, retryAfterMs: number) {
  const targets: WebhookTarget[] = [];
  const faults: WebhookFaults = { dropNext: 0, delayMs: 0, copies: 1, shuffle: 0 };
  const deliveries: Delivery[] = [];
  const running = new Set<Promise<void>>();
  let heldBack: (StripeEvent | ThinEvent)[] = [];
  let isClosed = false;

  const run = (work: Promise<void>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const wants = (target: WebhookTarget, event: StripeEvent | ThinEvent) =>
    (target.kind === "thin") === (event.object === "v2.core.event") &&
    (target.events.includes("*") || target.events.includes(event.type));

  async function deliver(target: WebhookTarget, event: StripeEvent | ThinEvent) {
    const body = JSON.stringify(event, null, 2);
    for (let attempt = 0; attempt < tries && !isClosed; attempt++) {
      const waitMs = attempt === 0 ? faults.delayMs : retryAfterMs * 4 ** (attempt - 1);
      if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
      const status = await post(target, body);
      deliveries.push({ eventId: event.id, type: event.type, url: target.url, status });
      if (status >= 200 && status < 300) return;
    }
  }

  async function post(target: WebhookTarget, body: string): Promise<number> {
    try {
      const response = await fetch(target.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signPayload(body, target.secrets, now()),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(answerWithinMs),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  function sendNow(event: StripeEvent | ThinEvent) {
    for (const target of targets.filter((candidate) => wants(candidate, event)))
      for (let copy = 0; copy < faults.copies; copy++) run(deliver(target, event));
  }

  function releaseHeldBack() {
    const events = heldBack;
    heldBack = [];
    const keyed = events.map((event) => ({ event, key: random.next() }));
    for (const { event } of keyed.toSorted((a, b) => a.key - b.key)) sendNow(event);
  }

  return {
    targets,
    faults,
    deliveries,
    send(event: StripeEvent | ThinEvent) {
      if (isClosed) return;
      if (faults.dropNext > 0) {
        faults.dropNext--;
        return;
      }
      if (faults.shuffle < 2) return sendNow(event);
      heldBack.push(event);
      if (heldBack.length >= faults.shuffle) releaseHeldBack();
    },
    /** Sends an event once more, as a person can from Stripe's dashboard. */
    resend: sendNow,
    /** Sends what is held back, and waits until nothing is on its way any more. */
    async settled() {
      releaseHeldBack();
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      isClosed = true;
      await Promise.all(running);
    },
  };
}

export type Deliverer = ReturnType<typeof createDeliverer>;
