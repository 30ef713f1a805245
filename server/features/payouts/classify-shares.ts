import { and, eq } from "drizzle-orm";
import { paymentShares } from "#server/database/schema/payouts.ts";
import { statement } from "#server/database/statement.ts";
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
    const rows = await selectNew(pool, after);
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

const selectNew = statement("payouts_select_new_shares")<
  { id: string; paymentIntentId: string },
  [after: string]
>(
  `select s.order_payment_id as id, p.payment_intent_id as "paymentIntentId"
     from payment_shares s join order_payments p on p.id = s.order_payment_id
    where s.owed_cents is null and s.kind = 'NEW' and s.order_payment_id > $1 order by s.order_payment_id limit ${batch}`,
);

async function findIntent({ payments }: Services, id: string): Promise<PaymentIntent | undefined> {
  try {
    return await payments.getIntent(id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

async function classify(
  { db, config }: Services,
  orderPaymentId: string,
  intent: PaymentIntent | undefined,
): Promise<void> {
  const payee = intent?.payee;
  const kind = payee ? "DIRECT" : intent ? "OWED" : "FOREIGN";
  await db
    .update(paymentShares)
    .set({
      kind,
      accountId: payee?.accountId ?? null,
      feeCents: payee?.feeCents ?? 0,
      feeBps: kind === "OWED" ? config.payouts.platformFeeBps : 0,
    })
    .where(and(eq(paymentShares.orderPaymentId, orderPaymentId), eq(paymentShares.kind, "NEW")));
}
