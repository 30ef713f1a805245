import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { applyRefund } from "./apply-refund.ts";
import type { DisputeRow } from "./sync-dispute.ts";
import { insertRefund, refundsOfDispute } from "./refund-rows.ts";
import { listRefundableLines, spreadOverLines } from "./refundable-lines.ts";
import { undoRefund } from "./undo-refund.ts";

/** What a lost dispute took stands in the books as refunds that name it, so that every sum of refunds holds it too. */
export async function takeLostMoney(client: pg.PoolClient, dispute: DisputeRow, now: Date): Promise<void> {
  const { id, ownerId, orderId, orderPaymentId, amountCents } = dispute;
  const lines = (await listRefundableLines(client, orderId, now)).filter(
    (line) => line.orderPaymentId === orderPaymentId,
  );
  for (const share of spreadOverLines(lines, amountCents)) {
    const refund = await insertRefund(
      client,
      {
        ownerId,
        orderId,
        orderItemId: share.id,
        orderPaymentId,
        amountCents: share.amountCents,
        reason: "",
        requestKey: `dispute:${id}`,
        revokesAccess: true,
        restocks: false,
        providerRefundId: null,
        disputeId: id,
      },
      now,
    );
    await applyRefund(client, refund, now);
  }
}

/** A lost dispute closes every line of its payment, also where the bank took a part only. */
export async function closePayment(
  client: pg.PoolClient,
  { orderPaymentId }: DisputeRow,
  now: Date,
): Promise<void> {
  await closeLines(client, orderPaymentId, now);
}

/** An appeal was won: what the lost dispute had taken and closed comes back. */
export async function reopenPayment(client: pg.PoolClient, { id }: DisputeRow, now: Date): Promise<void> {
  for (const refund of await refundsOfDispute(client, id)) {
    await undoRefund(client, refund, now);
    await withdrawRefund(client, refund.id);
  }
}

const closeLines = statement("orders_close_lines_of_payment")<never, [orderPaymentId: string, now: Date]>(
  `with closed as (
     update access set revoked_at = $2 from order_items i
      where i.id = access.order_item_id and i.order_payment_id = $1 and access.revoked_at is null
     returning access.order_item_id)
   update digital_downloads set is_active = false from closed where digital_downloads.order_item_id = closed.order_item_id`,
);

const withdrawRefund = statement("orders_withdraw_refund_of_dispute")<never, [refundId: string]>(
  "update refunds set status = 'FAILED', failure = 'The dispute was won after all.', settled_at = null where id = $1",
);
