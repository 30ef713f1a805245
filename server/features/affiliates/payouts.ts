import { and, eq, sql } from "drizzle-orm";
import type { Payout } from "#contract/affiliates/commissions.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { commissions, payoutBatches } from "#server/database/schema/affiliates.ts";
import { orders } from "#server/database/schema/orders.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { sendPayoutTransfers } from "./jobs.ts";
import { planPayouts } from "./plan-payouts.ts";

type Dependencies = Pick<Services, "pool" | "clock">;

/** SQL of the creator's ($1) payout runs, newest first, of which `narrower` (of `payout_batches b`) says which. */
const payoutsWhere = (narrower: string): string => `
  select b.id, b.method, b.failure, b.created_at as "createdAt", b.paid_at as "paidAt", sum(share.cents)::float8 as "totalCents",
         json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'amountCents', share.cents)
                  order by lower(a.name), a.id) as affiliates
    from payout_batches b
    join (select payout_batch_id, affiliate_id, sum(amount_cents)::float8 as cents
            from commissions where owner_id = $1 and payout_batch_id is not null
           group by payout_batch_id, affiliate_id) share on share.payout_batch_id = b.id
    join affiliates a on a.id = share.affiliate_id
   where b.owner_id = $1 and ${narrower}
   group by b.id
   order by b.created_at desc, b.id`;

/** The creator's payout runs, newest first. */
export const listPayouts = statement("affiliates_list_payouts")<Payout, [ownerId: string]>(
  payoutsWhere("true"),
);

const selectPayouts = statement("affiliates_select_payouts")<Payout, [ownerId: string, payoutIds: string[]]>(
  payoutsWhere("b.id = any($2::uuid[])"),
);

const selectPayout = statement("affiliates_select_payout")<Payout, [ownerId: string, payoutId: string]>(
  payoutsWhere("b.id = $2"),
);

/** A payout run of the creator. Throws 404. */
export async function getPayout(client: Queryable, ownerId: string, payoutId: string): Promise<Payout> {
  const [payout] = await selectPayout(client, ownerId, payoutId);
  if (!payout) throw payoutMissing();
  return payout;
}

/**
 * Puts everything payable into payouts, by transfer where it can be and on one list else. What was taken back after an
 * earlier payout is set off; an affiliate who would get nothing or less is left for the next run. From here on the rows
 * are frozen: a refund writes a new one. Throws 409 when nobody is owed anything, and
 * while the store is suspended.
 */
export async function createPayouts(
  { pool, clock, payments }: Dependencies & Pick<Services, "payments">,
  ownerId: string,
): Promise<Payout[]> {
  return inTransaction(pool, async (client) => {
    if ((await selectSuspended(client, ownerId)).length > 0)
      throw Conflict("This store is suspended: nobody is paid until it is reinstated.", "STORE_SUSPENDED");
    const { provider } = payments;
    const plan = await planPayouts(client, ownerId, provider);
    if (plan.length === 0) throw Conflict("There is nothing to pay out yet", "NOTHING_PAYABLE");
    const tx = dbOn(client);
    const ids: string[] = [];
    for (const { accountId, commissionIds } of plan) {
      const [batch] = await tx
        .insert(payoutBatches)
        .values({
          ownerId,
          createdAt: clock.now(),
          ...(accountId && { method: "TRANSFER", provider, accountId }),
        })
        .returning({ id: payoutBatches.id });
      if (!batch) throw new Error("the payout was not written");
      await freeze(client, batch.id, commissionIds);
      ids.push(batch.id);
    }
    await enqueue(tx, sendPayoutTransfers, {}, { singletonKey: "send-payout-transfers" });
    return selectPayouts(client, ownerId, ids);
  });
}

const selectSuspended = statement("affiliates_select_suspended")<never, [ownerId: string]>(
  "select from store_suspensions where owner_id = $1",
);

const freeze = statement("affiliates_freeze")<never, [payoutId: string, commissionIds: string[]]>(
  "update commissions set payout_batch_id = $1 where id = any($2::uuid[])",
);

/**
 * Says that the affiliates have their money. Saying so twice is saying it once. Throws 404, and 409 for a transfer that
 * is on its way: the provider says so.
 */
export async function markPayoutPaid(
  { pool, clock }: Dependencies,
  ownerId: string,
  payoutId: string,
): Promise<Payout> {
  return inTransaction(pool, async (client) => {
    await writePaid(client, ownerId, payoutId, clock.now());
    const payout = await getPayout(client, ownerId, payoutId);
    if (!payout.paidAt) throw onItsWay();
    return payout;
  });
}

const writePaid = statement("affiliates_write_paid")<never, [ownerId: string, payoutId: string, now: Date]>(
  `with paid as (
     update payout_batches set paid_at = $3
      where id = $2 and owner_id = $1 and paid_at is null and method = 'CSV'
      returning id)
   update commissions set status = 'PAID', paid_at = $3 from paid where payout_batch_id = paid.id`,
);

/**
 * Dissolves a run that nobody was paid by; its commissions are payable again. Throws 404, and 409 once it is paid or on
 * its way.
 */
export async function cancelPayout(
  { db }: Pick<Services, "db">,
  ownerId: string,
  payoutId: string,
): Promise<{ success: true }> {
  return db.transaction(async (tx) => {
    const own = and(eq(payoutBatches.id, payoutId), eq(payoutBatches.ownerId, ownerId));
    const { paidAt, method } = payoutBatches;
    const [batch] = await tx.select({ paidAt, method }).from(payoutBatches).where(own).for("update");
    if (!batch) throw payoutMissing();
    if (batch.paidAt) throw Conflict("This payout is marked paid already", "PAYOUT_PAID");
    if (batch.method === "TRANSFER") throw onItsWay();
    const { disputed } = orders;
    await tx
      .update(commissions)
      .set({
        payoutBatchId: null,
        held: sql`(${tx.select({ disputed }).from(orders).where(eq(orders.id, commissions.orderId))})`,
      })
      .where(and(eq(commissions.payoutBatchId, payoutId), eq(commissions.ownerId, ownerId)));
    await tx.delete(payoutBatches).where(own);
    return { success: true };
  });
}

const onItsWay = () => Conflict("The payment provider is sending this payout", "PAYOUT_ON_ITS_WAY");
const payoutMissing = () => NotFound("Payout not found");
