import type { AbandonedCart } from "#contract/carts/carts.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getCart } from "./list-carts.ts";
import { saveFirstSequence } from "./sequences.ts";
import { queueNextMail } from "./queue-cart-mails.ts";
import { reasons } from "./refusal-words.ts";

type Needs = Pick<Services, "pool" | "clock" | "config" | "platforms" | "secret">;

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

const stopByHand = statement("carts_stop_by_hand")<never, [ownerId: string, id: string, now: Date]>(
  `update abandoned_carts set stopped = coalesce(stopped, 'STOPPED'), next_mail_at = null, updated_at = $3
    where owner_id = $1 and id = $2`,
);
