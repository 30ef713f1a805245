import type pg from "pg";
import type { QuarantinedPayment } from "#contract/orders/order-page.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import { isOfNobody } from "#server/database/seen-by-nobody.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement, type Queryable, statement } from "#server/database/statement.ts";
import { GatewayError, isDecided } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";

/** Payments that did not fit their checkout: those that wait, or all of one checkout, or one. */
export const selectQuarantined = (
  pool: pg.Pool,
  ownerId: string,
  which: { open?: true; checkoutSessionId?: string; id?: string },
): Promise<QuarantinedPayment[]> =>
  selectChosen(pool, ownerId, which.open === true, which.checkoutSessionId ?? null, which.id ?? null);

export const listQuarantinedPayments = ({ pool }: Pick<Services, "pool">, ownerId: string) =>
  selectQuarantined(pool, ownerId, { open: true });

/**
 * Gives such a payment back, or only marks it as seen to. The first decision stands: it is written down before the
 * provider is asked, and a refund that was begun and not recorded is gone on with, under the same key, which gives
 * nothing twice. Throws 404, 409 when it has been resolved or is being refunded, 503 when the provider does not answer.
 */
export async function resolveQuarantinedPayment(
  services: Services,
  ownerId: string,
  id: string,
  resolution: "REFUNDED" | "DISMISSED",
): Promise<QuarantinedPayment> {
  const [payment] = await selectQuarantined(services.pool, ownerId, { id });
  if (!payment) throw NotFound();
  await resolve(services, payment, resolution);
  return { ...payment, resolution };
}

/**
 * The same of a payment that no creator sees, for whoever runs the installation. `record` is called in the transaction that
 * writes the decision down, and not by who goes on with it.
 */
export async function resolveOwnerlessPayment(
  services: Services,
  id: string,
  resolution: "REFUNDED" | "DISMISSED",
  record: (client: Queryable) => Promise<void>,
): Promise<void> {
  const [payment] = await selectOwnerless(services.pool, id);
  if (!payment) throw NotFound();
  await resolve(services, payment, resolution, record);
}

async function resolve(
  { pool, payments, clock }: Services,
  payment: Refundable,
  resolution: "REFUNDED" | "DISMISSED",
  record?: (client: Queryable) => Promise<void>,
): Promise<void> {
  const { id } = payment;
  await inTransaction(pool, async (client) => {
    const [decided] = await decide(client, id, resolution);
    if (decided) return await record?.(client);
    const [begun] = await selectBegun(client, id, resolution);
    if (!begun) throw isResolved();
  });
  if (resolution === "REFUNDED") await giveBack({ pool, payments }, payment);
  const [resolved] = await markResolved(pool, id, resolution, clock.now());
  if (!resolved) throw isResolved();
}

const isResolved = () => Conflict("This payment has been resolved", "RESOLVED");

/** Goes on with refunds that were decided, and whose process died or whose provider did not answer. */
export async function finishQuarantineRefunds(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  for (const payment of await selectUnfinished(pool)) {
    try {
      await giveBack(services, payment);
      await markResolved(pool, payment.id, "REFUNDED", clock.now());
    } catch (error) {
      log.error({ err: error, paymentIntentId: payment.paymentIntentId }, "could not give a payment back");
    }
  }
}

type Refundable = Pick<QuarantinedPayment, "id" | "paymentIntentId">;

/** A definite refusal frees the decision. */
async function giveBack(
  { pool, payments }: Pick<Services, "pool" | "payments">,
  { id, paymentIntentId }: Refundable,
): Promise<void> {
  try {
    await payments.refund({ paymentIntentId, idempotencyKey: `quarantined_${id}` });
  } catch (error) {
    // Given back already, in the provider's own dashboard.
    if (error instanceof GatewayError && error.code === "charge_already_refunded") return;
    if (!isDecided(error)) throw Unavailable("The payment provider did not answer. Please try again.");
    await withdraw(pool, id);
    throw Conflict(error.message, "NOT_REFUNDABLE");
  }
}

const decide = hotStatement("orders_decide_quarantined")<
  { id: string },
  [id: string, resolution: "REFUNDED" | "DISMISSED"]
>(`update quarantined_payments set resolution = $2
    where id = $1 and resolved_at is null and resolution is null returning id`);

const selectBegun = hotStatement("orders_select_begun_quarantined")<
  { id: string },
  [id: string, resolution: "REFUNDED" | "DISMISSED"]
>("select id from quarantined_payments where id = $1 and resolved_at is null and resolution = $2");

const withdraw = hotStatement("orders_withdraw_quarantined")<never, [id: string]>(
  "update quarantined_payments set resolution = null where id = $1 and resolved_at is null",
);

const markResolved = hotStatement("orders_mark_quarantined")<
  { id: string },
  [id: string, resolution: "REFUNDED" | "DISMISSED", now: Date]
>(`update quarantined_payments set resolved_at = $3
    where id = $1 and resolved_at is null and resolution = $2 returning id`);

const selectChosen = statement("orders_select_quarantined")<
  QuarantinedPayment,
  [ownerId: string, onlyOpen: boolean, checkoutSessionId: string | null, id: string | null]
>(
  `select q.id, q.payment_intent_id as "paymentIntentId", q.reason, q.expected_cents as "expectedCents",
          q.received_cents as "receivedCents", s.email, p.title as "productTitle", q.resolution, q.created_at as "createdAt"
     from quarantined_payments q
     left join checkout_sessions s on s.session_id = q.checkout_session_id
     left join products p on p.id = s.product_id
    where q.owner_id = $1 and (not $2 or q.resolved_at is null)
      and ($3::uuid is null or q.checkout_session_id = $3) and ($4::uuid is null or q.id = $4)
    order by q.created_at desc limit 100`,
);

const selectOwnerless = statement("orders_select_ownerless")<Refundable, [id: string]>(
  `select id, payment_intent_id as "paymentIntentId" from quarantined_payments where id = $1 and ${isOfNobody}`,
);

const unfinished = "quarantined_payments where resolution = 'REFUNDED' and resolved_at is null";

/** SQL: whether the refund of such a payment was decided, and is not recorded. */
export const isAnyQuarantineRefundOpen = `exists (select from ${unfinished})`;

const selectUnfinished = statement("orders_select_unfinished_quarantine_refunds")<Refundable, []>(
  `select id, payment_intent_id as "paymentIntentId" from ${unfinished} order by created_at limit 200`,
);
