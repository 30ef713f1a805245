import type { Booking, FreeTimes } from "#contract/bookings/bookings.ts";
import { commonZone } from "#contract/dates.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import type { Services } from "#server/services.ts";
import { cancelTime, findBoughtSession, saveTime, withoutNotice } from "./change-booking.ts";
import { listFreeTimes } from "./free-times.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Asked = { when: "COMING" | "PAST"; q?: string | undefined; page: number; perPage: number };

/** A page of the creator's sessions that have every word of `q`, and how many there are. */
export async function listBookings(
  { pool, clock }: Dependencies,
  ownerId: string,
  { when, q, page, perPage }: Asked,
): Promise<{ bookings: Booking[]; total: number }> {
  const now = clock.now();
  const words = wordsOf(q).map((word) => anywhere(word.replace(/^#(?=\d)/, "")));
  const select = when === "PAST" ? selectPast : selectComing;
  const count = when === "PAST" ? countPast : countComing;
  const [[counted], bookings] = await Promise.all([
    count(pool, ownerId, now, words),
    select(pool, ownerId, now, words, perPage, (page - 1) * perPage),
  ]);
  return { bookings, total: counted?.total ?? 0 };
}

const noTimes: FreeTimes = { zone: commonZone, lengthMinutes: 0, starts: [], next: null };

/** The times that a session can be moved to. Throws 404 for another's. */
export async function listTimesForBooking(
  { pool, clock }: Dependencies,
  ownerId: string,
  bookingId: string,
  from: Date | undefined,
): Promise<FreeTimes> {
  const now = clock.now();
  const session = await findBoughtSession(pool, await itemOf(pool, ownerId, bookingId), now);
  // It stays where it is: its times are chosen elsewhere by now, or it is not open to its buyer.
  if (!session?.times || !session.isOpen) return noTimes;
  const offer = { productId: session.productId, ownerId, times: withoutNotice(session.times) };
  return listFreeTimes(pool, offer, from, now, { orderItemId: session.itemId });
}

/** Throws 404 for another creator's, and as `saveTime` does. */
export async function moveBooking(
  services: Dependencies,
  ownerId: string,
  bookingId: string,
  startsAt: Date,
): Promise<{ startsAt: Date; endsAt: Date }> {
  return saveTime(services, await itemOf(services.pool, ownerId, bookingId), startsAt, "CREATOR");
}

/** Throws 404 for another creator's, and as `cancelTime` does. */
export async function cancelBooking(
  services: Dependencies,
  ownerId: string,
  bookingId: string,
): Promise<void> {
  await cancelTime(services, await itemOf(services.pool, ownerId, bookingId), "CREATOR");
}

async function itemOf(pool: Services["pool"], ownerId: string, bookingId: string): Promise<string> {
  const [booking] = await selectItem(pool, bookingId, ownerId);
  if (!booking?.itemId) throw NotFound("Session not found");
  return booking.itemId;
}

const selectItem = statement("bookings_select_item")<
  { itemId: string | null },
  [bookingId: string, ownerId: string]
>(
  `select order_item_id as "itemId" from bookings where id = $1 and owner_id = $2 and order_item_id is not null`,
);

/** Of those that are over, what was cancelled is left out: it did not take place. */
const listed = (when: string) => `
    from bookings b
    join order_items i on i.id = b.order_item_id
    join orders o on o.id = i.order_id
    join customers c on c.id = o.customer_id
    join products p on p.id = b.product_id
   where b.owner_id = $1 and ${when}
     and (lower(o.customer_name || ' ' || c.email || ' ' || p.title) || ' ' || coalesce(${orderNumber("o")}::text, '')) like all ($3::text[])`;

const coming = "b.state in ('BOOKED', 'CANCELLED') and b.ends_at > $2";
const past = "b.state = 'BOOKED' and b.ends_at <= $2";

const columns = `b.id, o.id as "orderId", ${orderNumber("o")}::int as number, p.title as "productTitle", o.customer_name as name, c.email,
         b.starts_at as "startsAt", b.ends_at as "endsAt", b.state = 'CANCELLED' as "isCancelled",
         b.state = 'BOOKED' and b.starts_at > $2 and p.session_times is not null
           and exists (select from ${openAccess("$2")} a where a.order_item_id = i.id) as "canMove"`;

type Counted = [ownerId: string, now: Date, words: string[]];
type Listed = [...Counted, limit: number, offset: number];

const countComing = statement("bookings_count_coming")<{ total: number }, Counted>(
  `select count(*)::int as total ${listed(coming)}`,
);
const countPast = statement("bookings_count_past")<{ total: number }, Counted>(
  `select count(*)::int as total ${listed(past)}`,
);
const selectComing = statement("bookings_select_coming")<Booking, Listed>(
  `select ${columns} ${listed(coming)} order by b.starts_at, b.id limit $4 offset $5`,
);
const selectPast = statement("bookings_select_past")<Booking, Listed>(
  `select ${columns} ${listed(past)} order by b.starts_at desc, b.id limit $4 offset $5`,
);
