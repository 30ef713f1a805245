import { keyLivesMs } from "#server/features/payouts/send-movement.ts";
import { isDecided } from "#server/payments/payment-gateway.ts";
import { logSecurityEvent } from "#server/security-events.ts";
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
  const { rows } = await pool.query<Transfer>(
    `select b.id, b.account_id as "accountId", min(o.currency) as currency,
            sum(c.amount_cents)::float8 as "amountCents"
       from payout_batches b
       join commissions c on c.payout_batch_id = b.id
       join orders o on o.id = c.order_id
      where b.method = 'TRANSFER' and b.paid_at is null and b.provider = $1 and b.created_at > $2
      group by b.id order by b.created_at limit ${batch}`,
    [payments.provider, keyed],
  );
  for (const transfer of rows) {
    stopping?.throwIfAborted();
    await send(services, transfer);
  }
}

/** Asked for again they could move the money twice. They keep none of the others waiting. */
async function warnOfLost({ pool, payments, log }: Services, keyed: Date): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from payout_batches where method = 'TRANSFER' and paid_at is null and provider = $1 and created_at <= $2
      order by created_at limit 20`,
    [payments.provider, keyed],
  );
  if (rows.length === 0) return;
  const payoutIds = rows.map(({ id }) => id);
  log.error(
    { payoutIds },
    "affiliates' transfers have had no answer for 20 hours: look at the provider's dashboard",
  );
}

/** Without an answer the payout stays as it is, and is asked for again. */
async function send(services: Services, transfer: Transfer): Promise<void> {
  const { pool, payments, clock, log } = services;
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
    await pool.query(
      `with paid as (
         update payout_batches set paid_at = $2, provider_transfer_id = $3
          where id = $1 and method = 'TRANSFER' and paid_at is null
         returning id)
       update commissions set status = 'PAID', paid_at = $2 from paid where payout_batch_id = paid.id`,
      [id, clock.now(), made.id],
    );
    logSecurityEvent(services, "PAYOUT", { account: accountId, job: "send-payout-transfers" });
  } catch (error) {
    log.error({ err: error, payoutId: id }, "a transfer to an affiliate was not made");
    if (!isDecided(error)) return;
    // The creator pays it by hand, or takes it back.
    await pool.query(
      `update payout_batches set method = 'CSV', provider = null, account_id = null, failure = $2
        where id = $1 and method = 'TRANSFER' and paid_at is null`,
      [id, error.message],
    );
  }
}
