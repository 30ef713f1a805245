import { createHmac } from "node:crypto";
import type { XState } from "./state.ts";

/** `status` is the webhook's answer; 0: there was none. */
export type Delivery = { eventType: string; body: string; url: string; status: number };

export type Deliverer = ReturnType<typeof createDeliverer>;

/** Posts events to webhooks, signed: at once, or when told to, in another order, several times, or again. */
export function createDeliverer(consumerSecret: string) {
  const log: Delivery[] = [];
  const sent: { eventType: string; body: string; url: string }[] = [];
  let held: typeof sent | undefined;
  let underWay: Promise<unknown>[] = [];

  const post = async (event: (typeof sent)[number]) => {
    const signature = signatureOf(consumerSecret, event.body);
    let status = 0;
    try {
      const response = await fetch(event.url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-twitter-webhooks-signature": signature },
        body: event.body,
        redirect: "manual",
        signal: AbortSignal.timeout(60_000),
      });
      await response.arrayBuffer();
      ({ status } = response);
    } catch {
      // As good as a refusal: X does not come back by itself either.
    }
    log.push({ ...event, status });
  };
  const deliver = (event: (typeof sent)[number], times: number) => {
    for (let count = 0; count < times; count++) underWay.push(post(event));
  };

  const deliverer = {
    log,
    /** How often each event is posted. */
    times: 1,
    send(url: string, eventType: string, envelope: object) {
      const event = { url, eventType, body: JSON.stringify(envelope) };
      sent.push(event);
      if (held) held.push(event);
      else deliver(event, deliverer.times);
    },
    /** Keeps events back from now on. */
    hold() {
      held ??= [];
    },
    /** Posts what was kept back; `order` may change its order. */
    release(order: (events: { eventType: string; body: string; url: string }[]) => void = () => undefined) {
      const events = held ?? [];
      held = undefined;
      order(events);
      for (const event of events) deliver(event, deliverer.times);
    },
    /** What a replay job does: everything so far again. */
    replay() {
      for (const event of sent) deliver(event, 1);
    },
    /** Once every post has been answered. */
    async settled() {
      while (underWay.length > 0) {
        const waiting = underWay;
        underWay = [];
        await Promise.all(waiting);
      }
    },
  };
  return deliverer;
}

export const signatureOf = (consumerSecret: string, body: string | Buffer): string =>
  `sha256=${createHmac("sha256", consumerSecret).update(body).digest("base64")}`;

/** Posts an event for everybody whose subscription asks for it, to webhooks that X believes in. */
export function createEmitter(state: XState, deliverer: Deliverer): XState["emit"] {
  return (eventType, userId, payload, includes) => {
    for (const subscription of state.subscriptions.values()) {
      if (subscription.eventType !== eventType || subscription.filter.user_id !== userId) continue;
      const webhook = state.webhooks.get(subscription.webhookId ?? "");
      if (!webhook?.valid) continue;
      if (eventType === "dm.received") state.credits.spend("messageEvent");
      else if (eventType === "post.mention.create") state.credits.spend("post");
      else if (["chat.received", "follow.follow"].includes(eventType)) state.credits.spend("otherEvent");
      deliverer.send(webhook.url, eventType, {
        data: {
          event_uuid: state.newId(),
          filter: userId === undefined ? {} : { user_id: userId },
          event_type: eventType,
          ...(subscription.tag && { tag: subscription.tag }),
          payload,
          ...(includes && { includes }),
        },
      });
    }
  };
}
