import type { AbandonedCart } from "#contract/carts/carts.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getCart } from "./list-carts.ts";
import { saveFirstSequence } from "./sequences.ts";
import { type Queued, queueNextMail } from "./queue-cart-mails.ts";

type Needs = Pick<Services, "pool" | "clock" | "config">;

/**
 * Queues the next mail of a cart's sequence at once, at most one an hour for each cart, and only to whom a mail of its own
 * time might go. Throws 404 for a cart of somebody else's, 409 with the reason where none may be sent.
 */
export async function sendCartEmail(services: Needs, ownerId: string, id: string): Promise<AbandonedCart> {
  const { kind } = await getCart(services, ownerId, id);
  await saveFirstSequence(services, ownerId, kind);
  const queued = await queueNextMail(services, id, "HAND");
  if (queued !== "QUEUED") throw Conflict(reasons[queued ?? "NONE"]);
  return getCart(services, ownerId, id);
}

/** Ends a cart's sequence. Repeated it changes nothing. Throws 404 for a cart of somebody else's, 409 for one that was recovered. */
export async function stopCartSequence(services: Needs, ownerId: string, id: string): Promise<AbandonedCart> {
  const cart = await getCart(services, ownerId, id);
  if (cart.recovered) throw Conflict("This cart was recovered: it gets no more mail");
  await stopByHand(services.pool, ownerId, id, services.clock.now());
  return getCart(services, ownerId, id);
}

const reasons: Record<Exclude<NonNullable<Queued>, "QUEUED"> | "NONE", string> = {
  NONE: "All mails of its sequence have been sent. Write another one under Campaigns.",
  OVER: "This cart is over: it was paid or has expired",
  STOPPED: "Its sequence was stopped",
  UNSUBSCRIBED: "This address has asked for no more of your mails",
  NOT_ON_SALE: "What was in it is not on sale now",
  OWNED: "This person has bought it already",
  NEWER_CART: "This person has left a newer cart",
  PENDING: "Its payment is on its way, or somebody is in its checkout now",
  TOO_SOON: "This person has had a mail of yours about a cart within the hour",
  TOO_MANY: "This person has had three such mails within a day. Try again tomorrow.",
  TOO_LATE: "It is too late for this mail",
};

const stopByHand = statement("carts_stop_by_hand")<never, [ownerId: string, id: string, now: Date]>(
  `update abandoned_carts set stopped = coalesce(stopped, 'STOPPED'), next_mail_at = null, updated_at = $3
    where owner_id = $1 and id = $2`,
);
