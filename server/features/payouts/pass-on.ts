import type { Services } from "#server/services.ts";
import { type Movement, movementColumns, planMovement } from "./plan-movement.ts";
import { sendMovement } from "./send-movement.ts";

const batch = 200;

/**
 * Brings what each creator with a ready account has received to what it should be: passes owed money on, takes back
 * their part of what was refunded since, and finishes what a killed process had begun.
 */
export async function passOn(services: Services): Promise<void> {
  for (const movement of await listPending(services)) await sendMovement(services, movement);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await listOpenShares(services, after);
    for (const id of ids) {
      const movement = await planMovement(services, id);
      if (movement) await sendMovement(services, movement);
    }
    const last = ids.at(-1);
    if (!last || ids.length < batch) return;
    after = last;
  }
}

async function listPending({ pool, payments }: Services): Promise<Movement[]> {
  const { rows } = await pool.query<Movement>(
    `select ${movementColumns} from creator_transfers t join order_payments p on p.id = t.order_payment_id
      where t.status = 'PENDING' and t.provider = $1 order by t.created_at limit ${batch}`,
    [payments.provider],
  );
  return rows;
}

async function listOpenShares({ pool, payments }: Services, after: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select s.order_payment_id as id from payment_shares s
       join payout_accounts a on a.owner_id = s.owner_id and a.provider = $1 and a.transfers_active
      where s.open and s.kind = 'OWED' and s.order_payment_id > $2 order by s.order_payment_id limit ${batch}`,
    [payments.provider, after],
  );
  return rows.map(({ id }) => id);
}
