import type pg from "pg";
import type { Notification } from "#contract/notifications/notifications.ts";
import { comesAfter, cutPage, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { describeNotification, type NotificationRow, orderOfNotification } from "./describe-notification.ts";

const perPage = 20;
type Row = NotificationRow & { isRead: boolean; placeMicros: string };

/** A page of what the creator was told in the app, the newest first. */
export async function listNotifications(
  pool: pg.Pool,
  ownerId: string,
  cursor: string | undefined,
): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
  const [zone, rows] = await Promise.all([
    getCreatorZone(pool, ownerId),
    selectPage(pool, ownerId, ...placeOf(cursor), perPage + 1),
  ]);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return {
    notifications: shown.map((row) => ({
      ...describeNotification(row, zone),
      id: row.id,
      kind: row.kind,
      isRead: row.isRead,
      createdAt: row.createdAt,
    })),
    nextCursor,
  };
}

const selectPage = statement("notifications_select_page")<
  Row,
  [ownerId: string, micros: string, id: string, limit: number]
>(`
  select n.id, n.kind, n.facts, n.created_at as "createdAt", n.read_at is not null as "isRead",
         ${placeMicros("n.created_at")} as "placeMicros", ${orderOfNotification.columns}
    from notifications n ${orderOfNotification.join}
   where n.owner_id = $1 and n.in_app
     and ${comesAfter("n.created_at", "n.id", ["$2", "$3"])}
   order by n.created_at desc, n.id desc limit $4`);
