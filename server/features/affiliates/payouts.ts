import { type SQL, sql } from "drizzle-orm";
import type { Payout } from "#contract/commissions.ts";
import type { Db } from "#server/database/client.ts";
import { payoutBatches } from "#server/database/schema/affiliates.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Stored = Pick<Services, "db" | "clock">;

/** The creator's payout runs, newest first; all unless `narrower` (of `payout_batches b`) says which. */
export async function listPayouts(db: Db, ownerId: string, narrower: SQL = sql`true`): Promise<Payout[]> {
  const { rows } = await db.execute<Payout>(sql`
    select b.id, b.method, b.created_at as "createdAt", b.paid_at as "paidAt", sum(share.cents)::int as "totalCents",
           json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'amountCents', share.cents)
                    order by lower(a.name), a.id) as affiliates
      from payout_batches b
      join (select payout_batch_id, affiliate_id, sum(amount_cents)::int as cents
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
 * Puts everything payable into one run. What was taken back after an earlier payout is set off; an affiliate who would
 * get nothing or less is left for the next run. From here on the rows are frozen: a refund writes a new one. Throws 409
 * when nobody is owed anything.
 */
export async function createPayout({ db, clock }: Stored, ownerId: string): Promise<Payout> {
  return db.transaction(async (tx) => {
    // Locked before they are added up: a refund waits, and finds them frozen.
    await tx.execute(sql`select from commissions where ${payable(ownerId)} order by id for update`);
    const [batch] = await tx
      .insert(payoutBatches)
      .values({ ownerId, createdAt: clock.now() })
      .returning({ id: payoutBatches.id });
    if (!batch) throw new Error("the payout was not written");
    const { rowCount } = await tx.execute(sql`
      update commissions set payout_batch_id = ${batch.id}
       where ${payable(ownerId)} and affiliate_id in (
         select affiliate_id from commissions where ${payable(ownerId)} group by affiliate_id having sum(amount_cents) > 0)`);
    if (!rowCount) throw Conflict("There is nothing to pay out yet", "NOTHING_PAYABLE");
    return getPayout(tx, ownerId, batch.id);
  });
}

const payable = (ownerId: string) =>
  sql`owner_id = ${ownerId} and status = 'PAYABLE' and not held and payout_batch_id is null`;

/** Says that the affiliates have their money. Saying so twice is saying it once. Throws 404. */
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
         where id = ${payoutId} and owner_id = ${ownerId} and paid_at is null
         returning id)
      update commissions set status = 'PAID', paid_at = ${now} from paid where payout_batch_id = paid.id`);
    return getPayout(tx, ownerId, payoutId);
  });
}

/** Dissolves a run that nobody was paid by; its commissions are payable again. Throws 404, and 409 once it is paid. */
export async function cancelPayout(
  { db }: Stored,
  ownerId: string,
  payoutId: string,
): Promise<{ success: true }> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ paid: boolean }>(sql`
      select paid_at is not null as paid from payout_batches where id = ${payoutId} and owner_id = ${ownerId} for update`);
    const [batch] = rows;
    if (!batch) throw payoutMissing();
    if (batch.paid) throw Conflict("This payout is marked paid already", "PAYOUT_PAID");
    await tx.execute(sql`
      update commissions set payout_batch_id = null,
             held = (select disputed from orders where orders.id = commissions.order_id)
       where payout_batch_id = ${payoutId} and owner_id = ${ownerId}`);
    await tx.execute(sql`delete from payout_batches where id = ${payoutId} and owner_id = ${ownerId}`);
    return { success: true };
  });
}

const payoutMissing = () => NotFound("Payout not found");
