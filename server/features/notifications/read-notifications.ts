import type pg from "pg";
import { unreadAtMost } from "#contract/notifications/notifications.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import { markOf } from "./news-streams.ts";

type Unread = {
  unread: number;
  mark: string;
  firstSale: { orderId: string; title: string; totalCents: number; currency: string } | null;
};

/** How many notifications are unread, at most 100, and the first sale while its creator has not seen it celebrated. */
export async function getUnread(pool: pg.Pool, ownerId: string): Promise<Unread> {
  // First: what comes after it is told by the stream, whether or not it is counted here.
  const mark = await markOf(pool, ownerId);
  const [[counted], [firstSale]] = await Promise.all([
    countUnread(pool, ownerId),
    selectFirstSale(pool, ownerId),
  ]);
  return { unread: counted?.unread ?? 0, firstSale: firstSale ?? null, mark };
}

/** Marks one notification, or all of them. Throws 422 for an id that is not the creator's. */
export async function markRead(
  pool: pg.Pool,
  ownerId: string,
  id: string | undefined,
  now: Date,
): Promise<void> {
  if (id === undefined) await markAll(pool, ownerId, now);
  else if ((await markOne(pool, ownerId, id, now)).length === 0)
    throw Invalid({ id: "There is no such notification" });
}

/** The creator has seen their first sale celebrated. */
export const dismissFirstSale = (pool: pg.Pool, ownerId: string, now: Date): Promise<unknown> =>
  celebrate(pool, ownerId, now);

const countUnread = statement("notifications_count_unread")<{ unread: number }, [ownerId: string]>(
  `select count(*)::int as unread from (
     select from notifications where owner_id = $1 and in_app and read_at is null limit ${unreadAtMost}) counted`,
);

const selectFirstSale = statement("notifications_select_first_sale")<
  { orderId: string; title: string; totalCents: number; currency: string },
  [ownerId: string]
>(`
  select o.id as "orderId", p.title, o.total_cents as "totalCents", o.currency
    from first_sales f join orders o on o.id = f.order_id join products p on p.id = o.product_id
   where f.owner_id = $1 and f.celebrated_at is null`);

const celebrate = statement("notifications_celebrate")<never, [ownerId: string, now: Date]>(
  "update first_sales set celebrated_at = $2 where owner_id = $1 and celebrated_at is null",
);

const markOne = statement("notifications_mark_one")<{ id: string }, [ownerId: string, id: string, now: Date]>(
  "update notifications set read_at = coalesce(read_at, $3) where owner_id = $1 and id = $2 and in_app returning id",
);

const markAll = statement("notifications_mark_all")<never, [ownerId: string, now: Date]>(
  "update notifications set read_at = $2 where owner_id = $1 and in_app and read_at is null",
);
