import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

const batchSize = 200;
const dayMs = 86_400_000;

/** SQL: the orders whose buyers were asked before that moment, have not answered and were not reminded. */
const unreminded = (before: string) =>
  `work_orders where state = 'WAITING' and reminded_at is null and created_at <= ${before}`;

/** SQL: whether a buyer is to be reminded at `$1`. */
export const isAnyBriefAwaited = `exists (select from ${unreminded(`$1::timestamptz - interval '${dayMs} milliseconds'`)})`;

/** Reminds buyers of the brief that is waited for, once, a day after they paid. Of what is not open any more nothing is said. */
export async function queueBriefReminders({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    for (const { itemId, buyer, isOpen } of await claimWaiting(
      client,
      now,
      new Date(now.getTime() - dayMs),
      batchSize,
    ))
      if (isOpen)
        await queueMail(dbOn(client), {
          event: `brief-reminder:${itemId}`,
          recipient: buyer,
          template: "brief-reminder",
          data: { orderItemId: itemId },
        });
  });
  wakeListeners(pool, "job_outbox");
}

const claimWaiting = statement("work_orders_claim_waiting")<
  { itemId: string; buyer: string; isOpen: boolean },
  [now: Date, before: Date, limit: number]
>(`
  with due as (
    select order_item_id as id from ${unreminded("$2")}
     order by created_at limit $3 for update skip locked)
  update work_orders w set reminded_at = $1
    from due, order_items i, orders o, customers c
   where w.order_item_id = due.id and i.id = due.id and o.id = i.order_id and c.id = o.customer_id
   returning w.order_item_id as "itemId", c.email as buyer,
             exists (select from ${openAccess("$1")} a where a.order_item_id = w.order_item_id) as "isOpen"`);
