import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { statement } from "#server/database/statement.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { isOfRequest } from "./refund-requests/refund-request-json.ts";
import type { RefundRow } from "./refund-rows.ts";
import type { DisputeRow } from "./sync-dispute.ts";

/** So many mails a day tell of one order's refunds: each can be of a cent. */
const aDay = 5;

/**
 * One mail to the buyer for the lines that were refunded together: when the last of them is settled. What exceeds five in a
 * day is told by the order's page alone.
 */
export async function mailRefund(
  client: pg.PoolClient,
  { orderId, requestKey }: RefundRow,
  now: Date,
): Promise<void> {
  // Who asked for it was told when it was granted.
  if (requestKey === null || isOfRequest(requestKey)) return;
  const yesterday = new Date(now.getTime() - 86_400_000);
  for (const { email } of await selectBuyerToTell(client, orderId, requestKey, yesterday))
    await queueMail(dbOn(client), {
      event: `refund:${orderId}:${requestKey}`,
      recipient: email,
      template: "refund",
      data: { orderId, requestKey },
    });
}

/** Tells the creator of a refund that the bank sent back. */
export async function notifyOfFailedRefund(
  client: pg.PoolClient,
  { id, ownerId, orderId, title, amountCents }: RefundRow,
  now: Date,
): Promise<void> {
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "REFUND_FAILED",
    event: `refund-failed:${id}`,
    facts: { orderId, title, cents: amountCents },
    now,
    mail: { template: "refund-failed", data: { refundId: id } },
  });
}

/** Tells the creator that a buyer's bank has opened a dispute, or asks about a payment. */
export async function notifyOfDispute(
  client: pg.PoolClient,
  {
    id: disputeId,
    ownerId,
    orderId,
    amountCents,
    isInquiry,
  }: Pick<DisputeRow, "id" | "ownerId" | "orderId" | "amountCents" | "isInquiry">,
  now: Date,
): Promise<void> {
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "DISPUTE",
    // An inquiry may become a dispute: then there are two.
    event: `${isInquiry ? "inquiry" : "dispute"}:${disputeId}`,
    facts: { orderId, cents: amountCents, isInquiry },
    now,
    mail: { template: "dispute", data: { disputeId } },
  });
}

const selectBuyerToTell = statement("orders_select_buyer_to_tell")<
  { email: string },
  [orderId: string, requestKey: string, settledAfter: Date]
>(
  `select c.email from orders o join customers c on c.id = o.customer_id
    where o.id = $1
      and exists (select from refunds where order_id = $1 and request_key = $2 and status = 'SUCCEEDED')
      and not exists (select from refunds where order_id = $1 and request_key = $2 and status = 'PENDING')
      and (select count(distinct request_key) from refunds
            where order_id = $1 and request_key <> $2 and status = 'SUCCEEDED' and settled_at > $3) < ${aDay}`,
);
