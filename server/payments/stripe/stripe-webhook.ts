import Stripe from "stripe";
import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import { GatewayError, type GatewayEvent } from "#server/payments/payment-gateway.ts";
import { isLiveKey, type StripeConfig } from "./stripe-client.ts";
import { askStripe } from "./stripe-errors.ts";
import { allPages, seconds } from "./stripe-list.ts";
import { snapshotEvents } from "./webhook-events.ts";

/** How old a webhook may be. */
const toleranceSeconds = 300;

/** Snapshot events carry the object and the version they are written in; thin ones only name the object. */
const Snapshot = z.looseObject({
  object: z.literal("event"),
  id: z.string(),
  type: z.string(),
  api_version: z.string().nullable(),
  livemode: z.boolean(),
  data: z.looseObject({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    }),
  }),
});
const Thin = z.looseObject({
  object: z.literal("v2.core.event"),
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  related_object: z.looseObject({ id: z.string() }).nullish(),
});
const StripeEvent = z.discriminatedUnion("object", [Snapshot, Thin]);

/**
 * Reads a webhook of either kind: signed with one of our secrets over these very bytes, less than five minutes ago, in
 * the version that this code was written for, and of the mode of our key. Throws `bad_signature` for any other.
 */
export function readWebhook(
  stripe: Stripe,
  { secretKey, webhookSecrets }: StripeConfig,
  clock: Clock,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  const header = headers["stripe-signature"];
  if (
    typeof header !== "string" ||
    !webhookSecrets.some((secret) => isSigned(stripe, rawBody, header, secret, clock))
  )
    throw refused("This webhook is not signed by Stripe");
  const parsed = StripeEvent.safeParse(jsonOf(rawBody));
  if (!parsed.success) throw refused("This webhook is not an event that we know how to read");
  const event = parsed.data;
  if (event.livemode !== isLiveKey(secretKey))
    throw refused("This webhook is of the other mode than our key");
  const { id, type } = event;
  if (event.object === "v2.core.event")
    return { id, type, objectId: event.related_object?.id ?? "", paymentIntentId: null };
  if (event.api_version !== Stripe.API_VERSION)
    throw refused(
      `This webhook is of the version ${event.api_version}: its endpoint must be set to ${Stripe.API_VERSION}`,
    );
  return eventOf(event);
}

function eventOf({ id, type, data: { object } }: z.output<typeof Snapshot>): GatewayEvent {
  const payment = object.payment_intent;
  return {
    id,
    type,
    objectId: object.id ?? "",
    paymentIntentId:
      object.object === "payment_intent"
        ? (object.id ?? null)
        : typeof payment === "string"
          ? payment
          : (payment?.id ?? null),
  };
}

const ours: ReadonlySet<string> = new Set(snapshotEvents);

/** What Stripe has told since then, as far as a webhook of ours is told of it. */
export async function* listEvents(stripe: Stripe, since: Date): AsyncIterable<GatewayEvent> {
  const created = { gte: seconds(since) };
  for await (const event of allPages((page) => askStripe(() => stripe.events.list({ created, ...page })))) {
    const parsed = ours.has(event.type) ? Snapshot.safeParse(event) : undefined;
    if (parsed?.success) yield eventOf(parsed.data);
  }
}

function isSigned(stripe: Stripe, rawBody: Buffer, header: string, secret: string, clock: Clock): boolean {
  try {
    return (
      stripe.webhooks.signature?.verifyHeader(
        rawBody,
        header,
        secret,
        toleranceSeconds,
        undefined,
        clock.now().getTime(),
      ) ?? false
    );
  } catch {
    return false;
  }
}

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

const refused = (why: string) => new GatewayError("bad_signature", why);
