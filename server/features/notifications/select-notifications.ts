import type pg from "pg";
import { kindsOfRole } from "#contract/notifications/kinds.ts";
import type { Role } from "#contract/team/roles.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import {
  describeNotification,
  type NotificationRow,
  orderOfNotification,
  type Words,
} from "./describe-notification.ts";

export type Described = Words & Pick<NotificationRow, "id" | "kind" | "facts" | "currency">;

/** Some of a creator's notifications in words for somebody of a role, the newest first; those that are gone, or that no such role hears of, are left out. */
export async function selectNotifications(
  pool: pg.Pool,
  ownerId: string,
  ids: string[],
  role: Role = "OWNER",
): Promise<Described[]> {
  const [zone, rows] = await Promise.all([getCreatorZone(pool, ownerId), selectByIds(pool, ownerId, ids)]);
  return rows
    .filter(({ kind }) => role === "OWNER" || kindsOfRole[role].includes(kind))
    .map((row) => ({ ...row, ...describeNotification(row, zone, role) }));
}

const selectByIds = statement("notifications_select_by_ids")<
  NotificationRow,
  [ownerId: string, ids: string[]]
>(`
  select n.id, n.kind, n.facts, n.created_at as "createdAt", ${orderOfNotification.columns}
    from notifications n ${orderOfNotification.join}
   where n.owner_id = $1 and n.id = any($2::uuid[]) order by n.created_at desc, n.id desc`);
