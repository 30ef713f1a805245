import { hotStatement, statement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { GatewayError, type GatewayRefund } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { findRefund, insertRefund, lockOrder, refundsOfProvider, type RefundRow } from "./refund-rows.ts";
import { listRefundableLines, spreadOverLines } from "./refundable-lines.ts";
import { sendRefund } from "./send-refund.ts";
import { type RefundOutcome, settleRefund } from "./settle-refund.ts";

/**
 * A payment that no order of ours names yet: complete it, then call again. One that no order names then either was sent
 * back, and of it `hasFailed` says that the money never left.
 */
export type SyncResult = { unknownPaymentId?: string; hasFailed?: boolean };

/**
 * Fetches a refund from the provider and brings our books to what it says, in whatever order events come: one of ours,
 * or one that somebody made in the provider's own dashboard, which is then spread over the lines of its payment.
 */
export async function syncRefund(services: Services, providerRefundId: string): Promise<SyncResult> {
  const refund = await getRefund(services, providerRefundId);
  if (!refund) return {};
  const ours = await findOurs(services, refund);
  if (ours.length > 0) {
    for (const { id } of ours) await settleRefund(services, id, outcomeOf(refund));
    return {};
  }
  const [payment] = await findPayment(services.pool, refund.paymentIntentId);
  if (!payment) return { unknownPaymentId: refund.paymentIntentId, hasFailed: refund.status === "failed" };
  // One that failed before we heard of it has moved nothing.
  if (refund.status === "failed") return {};
  await finishOpenRefunds(services, payment.id);
  for (const { id } of await recordOutsideRefund(services, payment, refund))
    await settleRefund(services, id, outcomeOf(refund));
  return {};
}

async function getRefund({ payments }: Services, id: string): Promise<GatewayRefund | undefined> {
  try {
    return await payments.getRefund(id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

const outcomeOf = ({ id, status }: GatewayRefund): RefundOutcome => ({ status, providerRefundId: id });

/** By the provider's id, or by the row it was made for: the answer with the id may have been lost with a process. */
async function findOurs({ pool }: Services, refund: GatewayRefund): Promise<RefundRow[]> {
  const known = await refundsOfProvider(pool, refund.id);
  const rowId = refund.metadata["refund"] ?? "";
  if (known.length > 0 || !isUuid(rowId)) return known;
  const made = await findRefund(pool, rowId);
  return made.filter(({ paymentIntentId }) => paymentIntentId === refund.paymentIntentId);
}

type Payment = { id: string; orderId: string; ownerId: string };

const findPayment = hotStatement("orders_find_payment")<
  Payment,
  [paymentIntentId: string]
>(`select pay.id, pay.order_id as "orderId", o.owner_id as "ownerId" from order_payments pay join orders o on o.id = pay.order_id
    where pay.payment_intent_id = $1 and pay.status = 'SUCCEEDED'`);

/** What of our own is still under way is settled first, so that it is known what the lines have left. */
async function finishOpenRefunds(services: Services, paymentId: string): Promise<void> {
  for (const { id } of await selectUnsent(services.pool, paymentId)) await sendRefund(services, id);
}

const selectUnsent = statement("orders_select_unsent_refunds")<{ id: string }, [orderPaymentId: string]>(
  "select id from refunds where order_payment_id = $1 and status = 'PENDING' and provider_refund_id is null",
);

async function recordOutsideRefund(
  { pool, clock, log }: Services,
  { id: paymentId, orderId, ownerId }: Payment,
  refund: GatewayRefund,
): Promise<RefundRow[]> {
  return inTransaction(pool, async (client) => {
    await lockOrder(client, orderId);
    const known = await refundsOfProvider(client, refund.id);
    if (known.length > 0) return known;
    const lines = (await listRefundableLines(client, orderId, clock.now())).filter(
      (line) => line.orderPaymentId === paymentId,
    );
    const shares = spreadOverLines(lines, refund.amountCents);
    if (shares.reduce((sum, { amountCents }) => sum + amountCents, 0) < refund.amountCents)
      log.error(
        { providerRefundId: refund.id, orderId },
        "a refund at the provider exceeds what its lines have left",
      );
    const [endsPlan] = await selectNewestOfPlan(client, orderId);
    const rows: RefundRow[] = [];
    for (const share of shares) {
      const leftCents = lines.find(({ id }) => id === share.id)?.leftCents ?? 0;
      const row = {
        ownerId,
        orderId,
        orderItemId: share.id,
        orderPaymentId: paymentId,
        amountCents: share.amountCents,
        reason: "",
        requestKey: refund.id,
        revokesAccess: true,
        endsMembership: endsPlan !== undefined && share.amountCents >= leftCents,
        restocks: false,
        providerRefundId: refund.id,
        disputeId: null,
      };
      rows.push(await insertRefund(client, row, clock.now()));
    }
    return rows;
  });
}

/** The newest payment of a plan: nobody can end that one here, so that giving it back whole does. */
const selectNewestOfPlan = statement("orders_select_newest_of_plan")<never, [orderId: string]>(
  `select from orders o join subscriptions s on s.id = o.subscription_id
    where o.id = $1 and is_plan(s.product_id) and not exists (
      select from orders later
       where later.customer_id = o.customer_id and later.subscription_id = o.subscription_id and later.paid_at > o.paid_at)`,
);
