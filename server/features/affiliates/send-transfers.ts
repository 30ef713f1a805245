import { and, eq, isNull } from "drizzle-orm";
import { payoutBatches } from "#server/database/schema/affiliates.ts";
import { statement } from "#server/database/statement.ts";
import { keyLivesMs } from "#server/features/payouts/send-movement.ts";
import { isDecided } from "#server/payments/payment-gateway.ts";
import { logSecurityEvent } from "#server/http/security-events.ts";
import type { Services } from "#server/services.ts";

const batch = 200;

type Transfer = { id: string; accountId: string; amountCents: number; currency: string };

/**
 * Pays the payouts that go by transfer, also those that a killed process had begun. The payout's id is the key: however
 * often the provider is asked, the money moves once.
 */
export async function sendTransfers(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, payments, clock } = services;
  if (payments.provider === "none") return;
  const keyed = new Date(clock.now().getTime() - keyLivesMs);
  await warnOfLost(services, keyed);
  for (const transfer of await selectUnsent(pool, payments.provider, keyed)) {
    stopping?.throwIfAborted();
    await send(services, transfer);
  }
}

const selectUnsent = statement("affiliates_select_unsent")<Transfer, [provider: string, keyed: Date]>(
  `select b.id, b.account_id as "accountId", min(o.currency) as currency,
          sum(c.amount_cents)::float8 as "amountCents"
     from payout_batches b
     join commissions c on c.payout_batch_id = b.id
     join orders o on o.id = c.order_id
    where b.method = 'TRANSFER' and b.paid_at is null and b.provider = $1 and b.created_at > $2
      and b.account_id is not null
    group by b.id order by b.created_at limit ${batch}`,
);

/** Asked for again they could move the money twice. They keep none of the others waiting. */
async function warnOfLost({ pool, payments, log }: Services, keyed: Date): Promise<void> {
  const rows = await selectLost(pool, payments.provider, keyed);
  if (rows.length === 0) return;
  const payoutIds = rows.map(({ id }) => id);
  log.error(
    { payoutIds },
    "affiliates' transfers have had no answer for 20 hours: look at the provider's dashboard",
  );
}

const selectLost = statement("affiliates_select_lost")<{ id: string }, [provider: string, keyed: Date]>(
  `select id from payout_batches where method = 'TRANSFER' and paid_at is null and provider = $1 and created_at <= $2
    order by created_at limit 20`,
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
      group: `payout_${id}`,
      metadata: { payout: id },
      idempotencyKey: id,
    });
    await writePaid(pool, id, clock.now(), made.id);
    logSecurityEvent(services, "PAYOUT", { account: accountId, job: "send-payout-transfers" });
  } catch (error) {
    log.error({ err: error, payoutId: id }, "a transfer to an affiliate was not made");
    if (!isDecided(error)) return;
    // The creator pays it by hand, or takes it back.
    await db
      .update(payoutBatches)
      .set({ method: "CSV", provider: null, accountId: null, failure: error.message })
      .where(
        and(eq(payoutBatches.id, id), eq(payoutBatches.method, "TRANSFER"), isNull(payoutBatches.paidAt)),
      );
  }
}

const writePaid = statement("affiliates_write_sent")<
  never,
  [payoutId: string, now: Date, providerTransferId: string]
>(
  `with paid as (
     update payout_batches set paid_at = $2, provider_transfer_id = $3
      where id = $1 and method = 'TRANSFER' and paid_at is null
     returning id)
   update commissions set status = 'PAID', paid_at = $2 from paid where payout_batch_id = paid.id`,
);
