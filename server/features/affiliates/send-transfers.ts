import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { payoutBatches } from "#server/database/schema/affiliates.ts";
import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import { arePayoutsHeld, isHolding } from "#server/features/payouts/held-payouts.ts";
import { isAnswerable, keyLivesMs } from "#server/features/payouts/send-movement.ts";
import { isDecided } from "#server/payments/payment-gateway.ts";
import { logSecurityEvent } from "#server/http/security-events.ts";
import type { Services } from "#server/services.ts";

const batch = 200;

type Transfer = { id: string; accountId: string; amountCents: number; currency: string; isKeyed: boolean };

/**
 * Pays the payouts that go by transfer, also those that a killed process had begun. The payout's id is the key: however
 * often the provider is asked, the money moves once.
 */
export async function sendTransfers(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, payments, clock } = services;
  if (payments.provider === "none" || (await arePayoutsHeld(pool))) return;
  const keyed = new Date(clock.now().getTime() - keyLivesMs);
  for (const transfer of await selectUnsent(pool, payments.provider, keyed)) {
    stopping?.throwIfAborted();
    await (transfer.isKeyed ? send(services, transfer) : settleUnanswered(services, transfer.id));
  }
}

/** SQL: whether the payout `b` may be sent, or asked about, now: `keyed` says since when its key is alive. */
const isSendable = (
  provider: string,
  keyed: string,
) => `b.method = 'TRANSFER' and b.paid_at is null and b.provider = ${provider}
      and b.account_id is not null and ${isAnswerable("b.created_at", keyed)} and not ${isStoreSuspended("b.owner_id")}`;

/** SQL: whether there is any at `$1`, with the provider `$2`. */
export const isAnyTransferDue = `not ${isHolding} and exists (
  select from payout_batches b
   where ${isSendable("$2", `($1::timestamptz - interval '${keyLivesMs} milliseconds')`)}
     and exists (select from commissions c where c.payout_batch_id = b.id))`;

const selectUnsent = statement("affiliates_select_unsent")<Transfer, [provider: string, keyed: Date]>(
  `select b.id, b.account_id as "accountId", min(o.currency) as currency,
          sum(c.amount_cents)::float8 as "amountCents", b.created_at > $2 as "isKeyed"
     from payout_batches b
     join commissions c on c.payout_batch_id = b.id
     join orders o on o.id = c.order_id
    where ${isSendable("$1", "$2")}
    group by b.id order by b.created_at > $2 desc, b.created_at limit ${batch}`,
);

/** Without an answer the payout stays as it is, and is asked for again. */
async function send(services: Services, transfer: Transfer): Promise<void> {
  const { db, pool, payments, clock, log } = services;
  const { id, accountId, amountCents, currency } = transfer;
  try {
    const made = await payments.payouts.transfer({
      accountId,
      amountCents,
      currency,
      ...nameOf(id),
      idempotencyKey: id,
    });
    await writePaid(pool, id, clock.now(), made.id);
    logSecurityEvent(services, "PAYOUT", { account: accountId, job: "send-payout-transfers" });
  } catch (error) {
    log.error({ err: error, payoutId: id }, "a transfer to an affiliate was not made");
    if (!isDecided(error)) return;
    await markFailed(db, id, error.message);
  }
}

/**
 * Finds out what became of a transfer whose answer never came, and whose key the provider may have forgotten: asked for
 * again it could move the money twice.
 */
async function settleUnanswered({ db, pool, payments, clock, log }: Services, id: string): Promise<void> {
  try {
    const made = await payments.payouts.findTransfer(nameOf(id));
    log.warn(
      { payoutId: id, wasMade: made !== undefined },
      "the answer about an affiliate's transfer never came",
    );
    if (made) await writePaid(pool, id, clock.now(), made.id);
    else await markFailed(db, id, "The provider has no record of it.");
  } catch (error) {
    log.error({ err: error, payoutId: id }, "could not find out what became of a transfer to an affiliate");
  }
}

/** What a payout is made with at the provider, and found by. */
export const nameOf = (id: string) => ({ group: `payout_${id}`, metadata: { payout: id } });

/** The creator pays it by hand, or takes it back. */
const markFailed = (db: Db, id: string, failure: string) =>
  db
    .update(payoutBatches)
    .set({ method: "CSV", provider: null, accountId: null, failure })
    .where(and(eq(payoutBatches.id, id), eq(payoutBatches.method, "TRANSFER"), isNull(payoutBatches.paidAt)));

export const writePaid = statement("affiliates_write_sent")<
  never,
  [payoutId: string, now: Date, providerTransferId: string]
>(
  `with paid as (
     update payout_batches set paid_at = $2, provider_transfer_id = $3
      where id = $1 and method = 'TRANSFER' and paid_at is null
     returning id)
   update commissions set status = 'PAID', paid_at = $2 from paid where payout_batch_id = paid.id`,
);
