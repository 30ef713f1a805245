import { GatewayError, type PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";

const batch = 200;

/**
 * Asks the provider about every payment that nobody has looked at: whether its money went to the creator's account at
 * once, stays with the platform and is owed, or is not the provider's at all.
 */
export async function classifyShares(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, log } = services;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await pool.query<{ id: string; paymentIntentId: string }>(
      `select s.order_payment_id as id, p.payment_intent_id as "paymentIntentId"
         from payment_shares s join order_payments p on p.id = s.order_payment_id
        where s.owed_cents is null and s.kind = 'NEW' and s.order_payment_id > $1 order by s.order_payment_id limit ${batch}`,
      [after],
    );
    for (const { id, paymentIntentId } of rows) {
      stopping?.throwIfAborted();
      try {
        await classify(services, id, await findIntent(services, paymentIntentId));
      } catch (error) {
        log.error({ err: error, paymentIntentId }, "could not see where a payment went");
        if (error instanceof GatewayError && error.retryable) return;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

async function findIntent({ payments }: Services, id: string): Promise<PaymentIntent | undefined> {
  try {
    return await payments.getIntent(id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

async function classify(
  { pool, config }: Services,
  orderPaymentId: string,
  intent: PaymentIntent | undefined,
): Promise<void> {
  const payee = intent?.payee;
  const kind = payee ? "DIRECT" : intent ? "OWED" : "FOREIGN";
  await pool.query(
    `update payment_shares set kind = $2, account_id = $3, fee_cents = $4, fee_bps = $5
      where order_payment_id = $1 and kind = 'NEW'`,
    [
      orderPaymentId,
      kind,
      payee?.accountId ?? null,
      payee?.feeCents ?? 0,
      kind === "OWED" ? config.payouts.platformFeeBps : 0,
    ],
  );
}
