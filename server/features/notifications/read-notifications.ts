import type pg from "pg";
import { kindsOfRole } from "#contract/notifications/kinds.ts";
import { unreadAtMost } from "#contract/notifications/notifications.ts";
import { streamNews } from "#contract/notifications/stream.ts";
import { mayCall } from "#contract/team/roles.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import { markOf } from "./news-streams.ts";
import { type Hearer, newsOfTeam } from "./team-news.ts";

type Unread = {
  unread: number;
  mark: string;
  firstSale: { orderId: string; title: string; totalCents: number; currency: string } | null;
};

/**
 * How many notifications are unread, at most 100, and the first sale while its creator has not seen it celebrated; nobody else
 * celebrates it.
 */
export async function getUnread(pool: pg.Pool, hearer: Hearer): Promise<Unread> {
  const { creatorId: ownerId, personId, role } = hearer;
  // First: what comes after it is told by the stream, whether or not it is counted here. Who hears no stream knows no sales.
  const mark = mayCall(role, streamNews.config.roles) ? await markOf(pool, ownerId) : "none";
  if (role !== "OWNER") {
    const [counted] = await countTeamUnread(pool, ownerId, personId, [...kindsOfRole[role]]);
    return { unread: counted?.unread ?? 0, firstSale: null, mark };
  }
  const [[counted], [firstSale]] = await Promise.all([
    countUnread(pool, ownerId),
    selectFirstSale(pool, ownerId),
  ]);
  return { unread: counted?.unread ?? 0, firstSale: firstSale ?? null, mark };
}

/** Marks one notification, or all of them, as read by whoever asks. Throws 422 for an id of none that they hear of. */
export async function markRead(
  pool: pg.Pool,
  { creatorId: ownerId, personId, role }: Hearer,
  id: string | undefined,
  now: Date,
): Promise<void> {
  const marked =
    role !== "OWNER"
      ? await markTeam(pool, ownerId, personId, [...kindsOfRole[role]], id ?? null, now)
      : id === undefined
        ? await markAll(pool, ownerId, now)
        : await markOne(pool, ownerId, id, now);
  if (id !== undefined && marked.length === 0) throw Invalid({ id: "There is no such notification" });
}

/** The creator has seen their first sale celebrated. */
export const dismissFirstSale = (pool: pg.Pool, ownerId: string, now: Date): Promise<unknown> =>
  celebrate(pool, ownerId, now);

const countUnread = statement("notifications_count_unread")<{ unread: number }, [ownerId: string]>(
  `select count(*)::int as unread from (
     select from notifications where owner_id = $1 and in_app and read_at is null limit ${unreadAtMost}) counted`,
);

const countTeamUnread = statement("notifications_count_team_unread")<
  { unread: number },
  [ownerId: string, personId: string, kinds: string[]]
>(
  `select count(*)::int as unread from (
     select from ${newsOfTeam.tables} where ${newsOfTeam.areTheirs} and t.read_at is null limit ${unreadAtMost}) counted`,
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

/** One of them, or all that are unread. Whoever is removed meanwhile has read nothing. */
const markTeam = statement("notifications_mark_team")<
  { id: string },
  [ownerId: string, personId: string, kinds: string[], id: string | null, now: Date]
>(`
  insert into team_news as known (owner_id, user_id, notification_id, read_at)
  select n.owner_id, m.user_id, n.id, $5::timestamptz from ${newsOfTeam.tables}
   where ${newsOfTeam.areTheirs} and (n.id = $4::uuid or $4 is null and t.read_at is null)
     for key share of n, m
  on conflict (owner_id, user_id, notification_id) do update set read_at = coalesce(known.read_at, excluded.read_at)
  returning notification_id as id`);
