import type pg from "pg";
import { findSlot } from "#contract/bookings/session-slots.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { freeOf } from "./free-times.ts";
import { lockBookings, timeTaken } from "./lock-bookings.ts";

type Wanted = {
  checkoutSessionId: string;
  productId: string;
  /** Undefined: nothing was chosen. */
  startsAt: Date | undefined;
  email: string;
  /** Nobody pays for it. */
  isFree: boolean;
  network: string;
  expiresAt: Date;
  now: Date;
};

/** Open holds of one network, and what it has to come for nothing. */
const mostOfNetwork = 5;
/** To come for nothing, of one address. */
const mostFreeOfAddress = 2;

/**
 * Keeps the chosen time of a session for a payment, in the caller's transaction; what the checkout keeps already moves to it.
 * False where the buyer's network has as much as it may. Throws 422 at `startsAt` where nothing was chosen or the time is
 * none that is offered, 409 with the next free times where it is taken, and where an address has enough for nothing.
 */
export async function holdTime(client: pg.PoolClient, wanted: Wanted): Promise<boolean> {
  const { checkoutSessionId, productId, startsAt, email, isFree, network, expiresAt, now } = wanted;
  if (!startsAt) throw Invalid({ startsAt: "Please choose a day and a time" });
  const [seen] = await selectOffer(client, productId);
  if (!seen?.times) throw Invalid({ startsAt: "This session has no times any more" });
  await lockBookings(client, seen.ownerId, now);
  const offer = { productId, ownerId: seen.ownerId, times: seen.times };
  const [own] = await selectHeld(client, checkoutSessionId);
  const isKept = own?.state === "HELD" && own.startsAt.getTime() === startsAt.getTime();
  const slot = findSlot(offer.times, startsAt, now);
  if (!slot && !isKept)
    throw Invalid({ startsAt: "This time is not offered any more. Please choose another one." });
  if (!slot) return prolonged(client, checkoutSessionId, expiresAt);
  const except = { checkoutSessionId };
  const [free] = await freeOf(client, offer, [slot], now, except);
  if (!free) throw await timeTaken(client, offer, now, except);
  const [kept] = await countKept(client, offer.ownerId, productId, network, email, checkoutSessionId, now);
  if ((kept?.ofNetwork ?? 0) >= mostOfNetwork) return false;
  if (isFree && (kept?.freeOfAddress ?? 0) >= mostFreeOfAddress)
    throw Conflict("You have two free sessions to come. Please hold these first.", "ENOUGH_SESSIONS");
  const { endsAt, blockedFrom, blockedUntil, wallTime } = slot;
  await saveHold(
    client,
    offer.ownerId,
    productId,
    checkoutSessionId,
    startsAt,
    endsAt,
    blockedFrom,
    blockedUntil,
    offer.times.zone,
    wallTime,
    network,
    expiresAt,
    now,
  );
  return true;
}

async function prolonged(client: pg.PoolClient, checkoutSessionId: string, expiresAt: Date): Promise<true> {
  await prolong(client, checkoutSessionId, expiresAt);
  return true;
}

/** Gives back the times that checkouts keep; they may be taken again by their payments, where they are still free. */
export async function releaseTimes(
  client: pg.PoolClient,
  checkoutSessionIds: readonly string[],
): Promise<void> {
  await release(client, [...checkoutSessionIds]);
}

type HeldBy = { id: string; ownerId: string };

/**
 * The time that a checkout has kept is its order's, in the transaction that writes the order. One that was given back
 * meanwhile is taken again; where somebody else has it, or holds it in time, `bookings_no_overlap` is broken: roll back
 * then. One that is over is left: its buyer chooses another.
 */
export async function bookHeldTime(
  client: pg.PoolClient,
  { id, ownerId }: HeldBy,
  orderId: string,
  now: Date,
): Promise<void> {
  await lockBookings(client, ownerId, now);
  await book(client, id, orderId, now);
}

const selectOffer = statement("bookings_select_offer")<
  { ownerId: string; times: SessionTimes | null },
  [productId: string]
>(`select owner_id as "ownerId", session_times as times from products where id = $1`);

const selectHeld = statement("bookings_select_held")<
  { state: string; startsAt: Date },
  [checkoutSessionId: string]
>(`select state, starts_at as "startsAt" from bookings where checkout_session_id = $1`);

const prolong = statement("bookings_prolong")<never, [checkoutSessionId: string, expiresAt: Date]>(
  "update bookings set expires_at = $2 where checkout_session_id = $1 and state = 'HELD'",
);

const countKept = statement("bookings_count_kept")<
  { ofNetwork: number; freeOfAddress: number },
  [ownerId: string, productId: string, network: string, email: string, checkoutSessionId: string, now: Date]
>(`
  select (select count(*) from bookings b
           where b.product_id = $2 and b.network = $3 and b.checkout_session_id is distinct from $5::uuid
             and (b.state = 'HELD' or b.starts_at > $6))::int as "ofNetwork",
         (select count(*) from bookings b
            join order_items i on i.id = b.order_item_id join orders o on o.id = i.order_id
            join customers c on c.id = o.customer_id
           where b.owner_id = $1 and b.state = 'BOOKED' and b.starts_at > $6 and i.total_price_cents = 0
             and lower(c.email) = lower($4))::int as "freeOfAddress"`);

const saveHold = hotStatement("bookings_save_hold")<
  never,
  [
    ownerId: string,
    productId: string,
    checkoutSessionId: string,
    startsAt: Date,
    endsAt: Date,
    blockedFrom: Date,
    blockedUntil: Date,
    zone: string,
    wallTime: string,
    network: string,
    expiresAt: Date,
    now: Date,
  ]
>(`
  insert into bookings (owner_id, product_id, checkout_session_id, starts_at, ends_at, blocked_from, blocked_until, zone, wall_time,
                        network, expires_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
  on conflict (checkout_session_id) where checkout_session_id is not null do update
    set state = 'HELD', starts_at = excluded.starts_at, ends_at = excluded.ends_at, blocked_from = excluded.blocked_from,
        blocked_until = excluded.blocked_until, zone = excluded.zone, wall_time = excluded.wall_time, network = excluded.network,
        expires_at = excluded.expires_at, updated_at = excluded.updated_at`);

const release = hotStatement("bookings_release")<never, [checkoutSessionIds: string[]]>(
  `update bookings set state = 'RELEASED', expires_at = null, network = null
    where checkout_session_id = any ($1::uuid[]) and state = 'HELD'`,
);

const book = hotStatement("bookings_book")<never, [checkoutSessionId: string, orderId: string, now: Date]>(`
  update bookings b
     set state = 'BOOKED', order_item_id = i.id, checkout_session_id = null, expires_at = null, updated_at = $3,
         network = case when i.total_price_cents = 0 then b.network end,
         -- The receipt says it to the buyer.
         told_starts_at = b.starts_at
    from order_items i
   where b.checkout_session_id = $1 and i.order_id = $2 and i.product_id = b.product_id and i.item_type = 'MAIN'
     and (b.state = 'HELD' or b.starts_at > $3)`);
