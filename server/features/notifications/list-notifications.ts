import type pg from "pg";
import type { Notification } from "#contract/notifications/notifications.ts";
import { statement } from "#server/database/statement.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { describeNotification, type NotificationRow, orderOfNotification } from "./describe-notification.ts";

const perPage = 20;
/** Before every row. */
const start = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

type Row = NotificationRow & { isRead: boolean; placeMicros: string };

/** A page of what the creator was told in the app, the newest first. */
export async function listNotifications(
  pool: pg.Pool,
  ownerId: string,
  cursor: string = start,
): Promise<{ notifications: Notification[]; nextCursor: string | null }> {
  const [micros = "", id = ""] = cursor.split("_");
  const [zone, rows] = await Promise.all([
    getCreatorZone(pool, ownerId),
    selectPage(pool, ownerId, micros, id, perPage + 1),
  ]);
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return {
    notifications: shown.map((row) => ({
      ...describeNotification(row, zone),
      id: row.id,
      kind: row.kind,
      isRead: row.isRead,
      createdAt: row.createdAt,
    })),
    nextCursor: last ? `${last.placeMicros}_${last.id}` : null,
  };
}

const selectPage = statement("notifications_select_page")<
  Row,
  [ownerId: string, micros: string, id: string, limit: number]
>(`
  select n.id, n.kind, n.facts, n.created_at as "createdAt", n.read_at is not null as "isRead",
         (extract(epoch from n.created_at) * 1000000)::int8::text as "placeMicros", ${orderOfNotification.columns}
    from notifications n ${orderOfNotification.join}
   where n.owner_id = $1 and n.in_app
     and (n.created_at, n.id) < (timestamptz 'epoch' + $2::int8 * interval '1 microsecond', $3::uuid)
   order by n.created_at desc, n.id desc limit $4`);
