import type pg from "pg";

/**
 * The demo creator has heard of what was sold before the store was there: only the last two days are unread, nothing is
 * still to be mailed, and the first sale was celebrated long ago.
 */
export async function seedNotifications(client: pg.PoolClient, ownerId: string, now: Date): Promise<void> {
  await client.query(
    `update notifications set wants_mail = false, wants_push = false,
            read_at = case when created_at < $2::timestamptz - interval '2 days' then created_at end
      where owner_id = $1`,
    [ownerId, now],
  );
  await client.query("update first_sales set celebrated_at = sold_at where owner_id = $1", [ownerId]);
}
