import type pg from "pg";
import { statement } from "#server/database/statement.ts";

/**
 * Of messages about carts those whose cart is still left, and whose buyer wants to hear of it. An order that is being written
 * is waited for: its carts are locked until the transaction ends.
 */
export async function openCartsOf(client: pg.PoolClient, sendIds: string[]): Promise<Set<string>> {
  if (sendIds.length === 0) return new Set();
  await lockCarts(client, sendIds);
  return new Set((await selectOpen(client, sendIds)).map(({ id }) => id));
}

const lockCarts = statement("social_lock_carts_of_sends")<{ id: string }, [sendIds: string[]]>(
  `select c.id from abandoned_carts c
    where c.id in (select cart_id from cart_mails where send_id = any ($1::uuid[])) order by c.id for share`,
);

/** By itself, after the lock: a statement that waits for a lock reads other tables as they were before. */
const selectOpen = statement("social_select_open_carts")<{ id: string }, [sendIds: string[]]>(
  `select m.send_id as id from cart_mails m join abandoned_carts c on c.id = m.cart_id
    where m.send_id = any ($1::uuid[]) and c.outcome is null and c.stopped is null and c.abandoned_at is not null
      and suppression_of(c.owner_id, c.email, c.id) is null`,
);
