import type pg from "pg";
import type { FreeTimes } from "#contract/bookings/bookings.ts";
import { slotsBetween, type Slot } from "#contract/bookings/session-slots.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { statement } from "#server/database/statement.ts";

type Database = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/** A session and the times that are offered for it. */
export type Offer = { productId: string; ownerId: string; times: SessionTimes };

/** Whose time does not stand in the way: the own one, of what is moved or held anew. */
export type Except = { checkoutSessionId?: string; orderItemId?: string };

const pieceDays = 35;
const dayMs = 86_400_000;

/** The free times of an offer from a moment on, a piece of its calendar. */
export async function listFreeTimes(
  db: Database,
  offer: Offer,
  wantedFrom: Date | undefined,
  now: Date,
  except: Except = {},
): Promise<FreeTimes> {
  const { zone, lengthMinutes, daysAhead } = offer.times;
  const from = wantedFrom && wantedFrom > now ? wantedFrom : now;
  const until = new Date(from.getTime() + pieceDays * dayMs);
  const end = now.getTime() + daysAhead * dayMs;
  const starts = await freeOf(db, offer, slotsBetween(offer.times, from, until, now), now, except);
  return {
    zone,
    lengthMinutes,
    starts: starts.map(({ startsAt }) => startsAt),
    next: until.getTime() < end ? until : null,
  };
}

/** Those of the slots, in order, that nobody has and no other date's limit forbids. */
export async function freeOf(
  db: Database,
  { productId, ownerId, times }: Offer,
  slots: readonly Slot[],
  now: Date,
  { checkoutSessionId, orderItemId }: Except,
): Promise<Slot[]> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  // The limit of a date counts everything booked on it, and a date can last 25 hours.
  const busy = await selectBusy(
    db,
    ownerId,
    now,
    new Date(first.blockedFrom.getTime() - 2 * dayMs),
    new Date(last.blockedUntil.getTime() + 2 * dayMs),
    checkoutSessionId ?? null,
    orderItemId ?? null,
  );
  const perDate = new Map<string, number>();
  for (const { productId: booked, wallTime } of busy)
    if (booked === productId) perDate.set(dateOf(wallTime), (perDate.get(dateOf(wallTime)) ?? 0) + 1);
  const most = times.mostPerDay ?? Number.POSITIVE_INFINITY;
  const isTaken = takenInOrder(busy);
  return slots.filter((slot) => !isTaken(slot) && (perDate.get(dateOf(slot.wallTime)) ?? 0) < most);
}

/** Whether any of `busy` is in the way of a slot; to be asked about slots in their order, since both are gone through once. */
function takenInOrder(busy: readonly { from: Date; until: Date }[]): (slot: Slot) => boolean {
  const taken: { from: Date; until: Date }[] = [];
  for (const { from, until } of busy.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = taken.at(-1);
    if (!last || from > last.until) taken.push({ from, until });
    else if (until > last.until) last.until = until;
  }
  let next = 0;
  return ({ blockedFrom, blockedUntil }) => {
    for (let one = taken[next]; one; one = taken[++next])
      if (one.until > blockedFrom) return one.from < blockedUntil;
    return false;
  };
}

const dateOf = (wallTime: string) => wallTime.slice(0, 10);

const selectBusy = statement("bookings_select_busy")<
  { productId: string; from: Date; until: Date; wallTime: string },
  [
    ownerId: string,
    now: Date,
    from: Date,
    until: Date,
    checkoutSessionId: string | null,
    orderItemId: string | null,
  ]
>(`
  select product_id as "productId", blocked_from as "from", blocked_until as until, wall_time as "wallTime"
    from bookings
   where owner_id = $1 and state in ('HELD', 'BOOKED') and (state = 'BOOKED' or expires_at > $2)
     and tstzrange(blocked_from, blocked_until) && tstzrange($3, $4)
     and ($5::uuid is null or checkout_session_id is distinct from $5::uuid) and ($6::uuid is null or order_item_id is distinct from $6::uuid)`);
