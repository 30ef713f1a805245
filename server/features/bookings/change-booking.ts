import type pg from "pg";
import { isolated } from "#contract/isolated.ts";
import { findSlot } from "#contract/bookings/session-slots.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import type { bookingStates } from "#server/database/schema/bookings.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";
import { freeOf } from "./free-times.ts";
import { lockBookings, takenText, timeTaken, wasTaken } from "./lock-bookings.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
/** Creators need no notice, and go by no rule of their own. */
export type Who = "BUYER" | "CREATOR";

/** A bought session, and its time as far as it has one. */
export type BoughtSession = {
  itemId: string;
  productId: string;
  ownerId: string;
  title: string;
  times: SessionTimes | null;
  state: (typeof bookingStates)[number] | null;
  startsAt: Date | null;
  /** Its buyer may use it now. */
  isOpen: boolean;
};

/**
 * Books the time of a line, or moves it: one row, which is one time. Throws 404 where the line is not open or no session,
 * 409 where it is too late or the time is taken, 422 at `startsAt` for a time that is not offered.
 */
export async function saveTime(
  { pool, clock }: Dependencies,
  itemId: string,
  startsAt: Date,
  who: Who,
): Promise<{ startsAt: Date; endsAt: Date }> {
  try {
    return await inTransaction(pool, (client) => save(client, itemId, startsAt, who, clock.now()));
  } catch (error) {
    throw wasTaken(error) ? Conflict(takenText, "TIME_TAKEN") : error;
  }
}

/** Gives a booked time back. Throws as `saveTime` does; what was cancelled stays so. */
export async function cancelTime({ pool, clock }: Dependencies, itemId: string, who: Who): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    const session = await locked(client, itemId, now);
    // A creator may cancel what a bank disputes, too.
    if (session.state === null || (who === "BUYER" && !session.isOpen)) throw NotFound("Order not found");
    if (session.state === "CANCELLED") return;
    requireInTime(session, who, now);
    await cancel(client, itemId, who, now);
  });
}

/** As a creator sees it to move it: nothing has to be far ahead. */
export const withoutNotice = (times: SessionTimes): SessionTimes => ({
  ...times,
  noticeHours: 0,
  daysAhead: 365,
});

/** A bought session by its line; undefined where it is none. */
export async function findBoughtSession(
  db: pg.Pool | pg.PoolClient,
  itemId: string,
  now: Date,
): Promise<BoughtSession | undefined> {
  const [session] = await selectBought(db, itemId, now);
  return session;
}

async function save(client: pg.PoolClient, itemId: string, startsAt: Date, who: Who, now: Date) {
  const session = await locked(client, itemId, now);
  if (!session.isOpen) throw NotFound("Order not found");
  requireInTime(session, who, now);
  const { productId, ownerId, times: offered, title } = session;
  if (!offered) throw Conflict(`${isolated(title)} has no times to choose here any more.`, "NO_TIMES");
  const times = who === "CREATOR" ? withoutNotice(offered) : offered;
  const slot = findSlot(times, startsAt, now);
  if (!slot) throw Invalid({ startsAt: "This time is not offered. Please choose another one." });
  const offer = { productId, ownerId, times };
  const except = { orderItemId: itemId };
  const [free] = await freeOf(client, offer, [slot], now, except);
  if (!free) throw await timeTaken(client, offer, now, except);
  const { endsAt, blockedFrom, blockedUntil, wallTime } = slot;
  await saveBooked(
    client,
    ownerId,
    productId,
    itemId,
    startsAt,
    endsAt,
    blockedFrom,
    blockedUntil,
    times.zone,
    wallTime,
    now,
  );
  return { startsAt, endsAt };
}

async function locked(client: pg.PoolClient, itemId: string, now: Date): Promise<BoughtSession> {
  const seen = await findBoughtSession(client, itemId, now);
  if (!seen) throw NotFound("Order not found");
  await lockBookings(client, seen.ownerId, now);
  const session = await findBoughtSession(client, itemId, now);
  if (!session) throw NotFound("Order not found");
  return session;
}

function requireInTime({ state, startsAt, times }: BoughtSession, who: Who, now: Date): void {
  if (state !== "BOOKED" || !startsAt) return;
  if (startsAt <= now) throw Conflict("It has begun, so its time stays as it is.", "SESSION_BEGUN");
  const hours = times?.changeHours ?? 0;
  if (who === "BUYER" && startsAt.getTime() - hours * 3_600_000 <= now.getTime())
    throw Conflict(
      `It begins within ${hours} ${hours === 1 ? "hour" : "hours"}, so it cannot be changed here any more. Please write to the seller.`,
      "TOO_LATE",
    );
}

const selectBought = statement("bookings_select_bought")<BoughtSession, [itemId: string, now: Date]>(`
  select i.id as "itemId", p.id as "productId", p.owner_id as "ownerId", p.title, p.session_times as times, b.state,
         b.starts_at as "startsAt",
         exists (select from ${openAccess("$2")} a where a.order_item_id = i.id) as "isOpen"
    from order_items i
    join products p on p.id = i.product_id and p.type = 'BOOKING_LINK'
    left join bookings b on b.order_item_id = i.id
   where i.id = $1 and (p.session_times is not null or b.id is not null)`);

const saveBooked = statement("bookings_save_booked")<
  never,
  [
    ownerId: string,
    productId: string,
    itemId: string,
    startsAt: Date,
    endsAt: Date,
    blockedFrom: Date,
    blockedUntil: Date,
    zone: string,
    wallTime: string,
    now: Date,
  ]
>(`
  insert into bookings as b (owner_id, product_id, order_item_id, state, starts_at, ends_at, blocked_from, blocked_until, zone, wall_time,
                        created_at, updated_at)
  values ($1, $2, $3, 'BOOKED', $4, $5, $6, $7, $8, $9, $10, $10)
  on conflict (order_item_id) where order_item_id is not null do update
    set state = 'BOOKED', cancelled_by = null, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        blocked_from = excluded.blocked_from, blocked_until = excluded.blocked_until, zone = excluded.zone,
        wall_time = excluded.wall_time, revision = b.revision + 1, updated_at = excluded.updated_at`);

const cancel = statement("bookings_cancel")<never, [itemId: string, who: string, now: Date]>(
  `update bookings set state = 'CANCELLED', cancelled_by = $2, network = null, revision = revision + 1, updated_at = $3
    where order_item_id = $1 and state = 'BOOKED'`,
);
