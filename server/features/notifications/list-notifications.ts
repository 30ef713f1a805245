import type pg from "pg";
import { kindsOfRole } from "#contract/notifications/kinds.ts";
import type { Notification } from "#contract/notifications/notifications.ts";
import { comesAfter, cutPage, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { describeNotification, type NotificationRow, orderOfNotification } from "./describe-notification.ts";
import { type Hearer, newsOfTeam } from "./team-news.ts";

const perPage = 20;
type Row = NotificationRow & { isRead: boolean; placeMicros: string };

/** A page of what the creator was told in the app, or of what somebody on their team hears of, the newest first. */
export async function listNotifications(
  pool: pg.Pool,
  { creatorId: ownerId, personId, role }: Hearer,
  cursor: string | undefined,
): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
  const [zone, rows] = await Promise.all([
    getCreatorZone(pool, ownerId),
    role === "OWNER"
      ? selectPage(pool, ownerId, ...placeOf(cursor), perPage + 1)
      : selectTeamPage(pool, ownerId, personId, [...kindsOfRole[role]], ...placeOf(cursor), perPage + 1),
  ]);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return {
    notifications: shown.map((row) => ({
      ...describeNotification(row, zone, role),
      id: row.id,
      kind: row.kind,
      isRead: row.isRead,
      createdAt: row.createdAt,
    })),
    nextCursor,
  };
}

const columns = (
  readAt: string,
) => `n.id, n.kind, n.facts, n.created_at as "createdAt", ${readAt} is not null as "isRead",
         ${placeMicros("n.created_at")} as "placeMicros", ${orderOfNotification.columns}`;

const selectPage = statement("notifications_select_page")<
  Row,
  [ownerId: string, micros: string, id: string, limit: number]
>(`
  select ${columns("n.read_at")} from notifications n ${orderOfNotification.join}
   where n.owner_id = $1 and n.in_app
     and ${comesAfter("n.created_at", "n.id", ["$2", "$3"])}
   order by n.created_at desc, n.id desc limit $4`);

const selectTeamPage = statement("notifications_select_team_page")<
  Row,
  [ownerId: string, personId: string, kinds: string[], micros: string, id: string, limit: number]
>(`
  select ${columns("t.read_at")} from ${newsOfTeam.tables} ${orderOfNotification.join}
   where ${newsOfTeam.areTheirs}
     and ${comesAfter("n.created_at", "n.id", ["$4", "$5"])}
   order by n.created_at desc, n.id desc limit $6`);
