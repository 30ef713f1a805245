import { inLineOrder } from "#server/database/line-order.ts";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { applyRefund } from "#server/features/orders/apply-refund.ts";
import { insertRefund } from "#server/features/orders/refund-rows.ts";

/** Gives all of an order back, as a creator does whom its buyer asked. */
export async function refundDemoOrder(client: pg.PoolClient, orderId: string, now: Date): Promise<void> {
  const { rows } = await client.query<{
    ownerId: string;
    orderItemId: string;
    orderPaymentId: string;
    amountCents: number;
  }>(
    `select owner_id as "ownerId", id as "orderItemId", order_payment_id as "orderPaymentId", total_price_cents as "amountCents"
       from order_items where order_id = $1 and total_price_cents > 0 order by ${inLineOrder("order_items")}`,
    [orderId],
  );
  const requestKey = randomUUID();
  for (const line of rows) {
    const providerRefundId = `re_seed_${randomUUID().replaceAll("-", "")}`;
    const asked = { reason: "requested_by_customer", requestKey, revokesAccess: true, restocks: false };
    const refund = await insertRefund(
      client,
      { ...line, ...asked, orderId, providerRefundId, disputeId: null },
      now,
    );
    await applyRefund(client, refund, now);
  }
}
