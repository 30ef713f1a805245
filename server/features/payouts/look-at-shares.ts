import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { owedCents, reachedCents } from "./due.ts";

const batch = 500;
/** What is more than this waits for the next run, so that a flood of news keeps no money waiting. */
const mostMs = 10_000;

/**
 * Writes down what of each payment that something is new about has reached its creator, and what is still owed: so that a
 * balance is a sum, and what needs no movement is not looked at again. Stops between two batches when told to.
 */
export async function lookAtShares({ pool }: Pick<Services, "pool">, stopping?: AbortSignal): Promise<void> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    stopping?.throwIfAborted();
    const seen = await inTransaction(pool, async (client) => {
      // Locked by a statement of its own: the one after it sees what the last holder did.
      const rows = await lockNews(client);
      await writeSums(
        client,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
    if (seen < batch) return;
  }
}

/** SQL: whether there is a payment that nobody has looked at since something about it was new. */
export const isAnyShareNew = "exists (select from payment_shares where owed_cents is null)";

const lockNews = statement("payouts_lock_shares_with_news")<{ id: string }, []>(
  `select order_payment_id as id from payment_shares
    where owed_cents is null and kind in ('DIRECT', 'OWED', 'FOREIGN')
    order by kind, order_payment_id limit ${batch} for update skip locked`,
);

const writeSums = statement("payouts_write_share_sums")<never, [orderPaymentIds: string[]]>(
  `update payment_shares s set owed_cents = ${owedCents}, reached_cents = ${reachedCents}
     from order_payments p where p.id = s.order_payment_id and s.order_payment_id = any ($1::uuid[])`,
);
