import type pg from "pg";
import type { QuarantinedPayment } from "#contract/order-page.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";

/** Payments that did not fit their checkout: those that wait, or all of one checkout, or one. */
export async function selectQuarantined(
  pool: pg.Pool,
  ownerId: string,
  which: { open?: true; checkoutSessionId?: string; id?: string },
): Promise<QuarantinedPayment[]> {
  const { rows } = await pool.query<QuarantinedPayment>(
    `select q.id, q.payment_intent_id as "paymentIntentId", q.reason, q.expected_cents as "expectedCents",
            q.received_cents as "receivedCents", s.email, p.title as "productTitle", q.resolution, q.created_at as "createdAt"
       from quarantined_payments q
       left join checkout_sessions s on s.session_id = q.checkout_session_id
       left join products p on p.id = s.product_id
      where q.owner_id = $1 and (not $2 or q.resolved_at is null)
        and ($3::uuid is null or q.checkout_session_id = $3) and ($4::uuid is null or q.id = $4)
      order by q.created_at desc limit 100`,
    [ownerId, which.open === true, which.checkoutSessionId ?? null, which.id ?? null],
  );
  return rows;
}

export const listQuarantinedPayments = ({ pool }: Pick<Services, "pool">, ownerId: string) =>
  selectQuarantined(pool, ownerId, { open: true });

/**
 * Gives such a payment back, or only marks it as seen to. A refund that was made and not recorded is repeated with the
 * same key, which gives nothing twice. Throws 404, 409 when it has been resolved, 503 when the provider does not answer.
 */
export async function resolveQuarantinedPayment(
  { pool, payments, clock }: Services,
  ownerId: string,
  id: string,
  resolution: "REFUNDED" | "DISMISSED",
): Promise<QuarantinedPayment> {
  const [payment] = await selectQuarantined(pool, ownerId, { id });
  if (!payment) throw NotFound();
  if (payment.resolution) throw Conflict("This payment has been resolved", "RESOLVED");
  if (resolution === "REFUNDED") await giveBack(payments, payment);
  const { rowCount } = await pool.query(
    "update quarantined_payments set resolved_at = $3, resolution = $4 where id = $2 and owner_id = $1 and resolved_at is null",
    [ownerId, id, clock.now(), resolution],
  );
  if (rowCount === 0) throw Conflict("This payment has been resolved", "RESOLVED");
  return { ...payment, resolution };
}

async function giveBack(
  payments: Services["payments"],
  { id, paymentIntentId }: QuarantinedPayment,
): Promise<void> {
  try {
    await payments.refund({ paymentIntentId, idempotencyKey: `quarantined_${id}` });
  } catch (error) {
    // Given back already, in the provider's own dashboard.
    if (error instanceof GatewayError && error.code === "charge_already_refunded") return;
    if (error instanceof GatewayError && !error.retryable) throw Conflict(error.message, "NOT_REFUNDABLE");
    throw Unavailable("The payment provider did not answer. Please try again.");
  }
}
