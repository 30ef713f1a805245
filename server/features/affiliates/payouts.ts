import { type SQL, sql } from "drizzle-orm";
import type { Payout } from "#contract/commissions.ts";
import type { Db } from "#server/database/client.ts";
import { payoutBatches } from "#server/database/schema/affiliates.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { sendPayoutTransfers } from "./jobs.ts";
import { planPayouts } from "./plan-payouts.ts";

type Stored = Pick<Services, "db" | "clock">;

/** The creator's payout runs, newest first; all unless `narrower` (of `payout_batches b`) says which. */
export async function listPayouts(db: Db, ownerId: string, narrower: SQL = sql`true`): Promise<Payout[]> {
  const { rows } = await db.execute<Payout>(sql`
    select b.id, b.method, b.failure, b.created_at as "createdAt", b.paid_at as "paidAt", sum(share.cents)::float8 as "totalCents",
           json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'amountCents', share.cents)
                    order by lower(a.name), a.id) as affiliates
      from payout_batches b
      join (select payout_batch_id, affiliate_id, sum(amount_cents)::float8 as cents
              from commissions where owner_id = ${ownerId} and payout_batch_id is not null
             group by payout_batch_id, affiliate_id) share on share.payout_batch_id = b.id
      join affiliates a on a.id = share.affiliate_id
     where b.owner_id = ${ownerId} and ${narrower}
     group by b.id
     order by b.created_at desc, b.id`);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    paidAt: row.paidAt && new Date(row.paidAt),
  }));
}

/** A payout run of the creator. Throws 404. */
export async function getPayout(db: Db, ownerId: string, payoutId: string): Promise<Payout> {
  const [payout] = await listPayouts(db, ownerId, sql`b.id = ${payoutId}`);
  if (!payout) throw payoutMissing();
  return payout;
}

/**
 * Puts everything payable into payouts, by transfer where it can be and on one list else. What was taken back after an
 * earlier payout is set off; an affiliate who would get nothing or less is left for the next run. From here on the rows
 * are frozen: a refund writes a new one. Throws 409 when nobody is owed anything.
 */
export async function createPayouts(
  { db, clock, payments }: Stored & Pick<Services, "payments">,
  ownerId: string,
): Promise<Payout[]> {
  return db.transaction(async (tx) => {
    const { provider } = payments;
    const plan = await planPayouts(tx, ownerId, provider);
    if (plan.length === 0) throw Conflict("There is nothing to pay out yet", "NOTHING_PAYABLE");
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
      await tx.execute(sql`
        update commissions set payout_batch_id = ${batch.id} where id = any(${sql.param(commissionIds)}::uuid[])`);
      ids.push(batch.id);
    }
    await enqueue(tx, sendPayoutTransfers, {}, { singletonKey: "send-payout-transfers" });
    return listPayouts(tx, ownerId, sql`b.id = any(${sql.param(ids)}::uuid[])`);
  });
}

/**
 * Says that the affiliates have their money. Saying so twice is saying it once. Throws 404, and 409 for a transfer that
 * is on its way: the provider says so.
 */
export async function markPayoutPaid(
  { db, clock }: Stored,
  ownerId: string,
  payoutId: string,
): Promise<Payout> {
  return db.transaction(async (tx) => {
    const now = clock.now().toISOString();
    await tx.execute(sql`
      with paid as (
        update payout_batches set paid_at = ${now}
         where id = ${payoutId} and owner_id = ${ownerId} and paid_at is null and method = 'CSV'
         returning id)
      update commissions set status = 'PAID', paid_at = ${now} from paid where payout_batch_id = paid.id`);
    const payout = await getPayout(tx, ownerId, payoutId);
    if (!payout.paidAt) throw onItsWay();
    return payout;
  });
}

/**
 * Dissolves a run that nobody was paid by; its commissions are payable again. Throws 404, and 409 once it is paid or on
 * its way.
 */
export async function cancelPayout(
  { db }: Stored,
  ownerId: string,
  payoutId: string,
): Promise<{ success: true }> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paid: boolean; method: Payout["method"] }>(sql`
      select paid_at is not null as paid, method from payout_batches where id = ${payoutId} and owner_id = ${ownerId} for update`);
    const [batch] = rows;
    if (!batch) throw payoutMissing();
    if (batch.paid) throw Conflict("This payout is marked paid already", "PAYOUT_PAID");
    if (batch.method === "TRANSFER") throw onItsWay();
    await tx.execute(sql`
      update commissions set payout_batch_id = null,
             held = (select disputed from orders where orders.id = commissions.order_id)
       where payout_batch_id = ${payoutId} and owner_id = ${ownerId}`);
    await tx.execute(sql`delete from payout_batches where id = ${payoutId} and owner_id = ${ownerId}`);
    return { success: true };
  });
}

const onItsWay = () => Conflict("The payment provider is sending this payout", "PAYOUT_ON_ITS_WAY");
const payoutMissing = () => NotFound("Payout not found");
