import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import {
  correctDisputedCommissions,
  holdCommissions,
  releaseCommissions,
} from "#server/features/affiliates/commission-corrections.ts";
import { type GatewayDispute, GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { closePayment, reopenPayment, takeLostMoney } from "./dispute-money.ts";
import type { SyncResult } from "./sync-refund.ts";
import { notifyOfDispute } from "./mail-refunds.ts";
import { addOrderEvent, type OrderEventKind } from "./order-events.ts";
import { lockOrder } from "./refund-rows.ts";

/**
 * Fetches a dispute, an inquiry or a fraud warning from the provider and brings the order to what it says. An open
 * dispute suspends the order's access and holds its commission; a won one restores both; a lost one closes the lines of
 * its payment and counts like a refund of them. An inquiry or a warning only tells the creator.
 */
export async function syncDispute(services: Services, providerDisputeId: string): Promise<SyncResult> {
  const { pool, clock } = services;
  const dispute = await getDispute(services, providerDisputeId);
  if (!dispute) return {};
  const [payment] = await findPayment(pool, dispute.paymentIntentId);
  if (!payment) return { unknownPaymentId: dispute.paymentIntentId };
  await inTransaction(pool, (client) => recordDispute(client, payment, dispute, clock.now()));
  wakeListeners(pool, "job_outbox");
  return {};
}

async function getDispute({ payments }: Services, id: string): Promise<GatewayDispute | undefined> {
  try {
    return await payments.getDispute(id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === "resource_missing") return undefined;
    throw error;
  }
}

export type DisputeStatus = "OPEN" | "WON" | "LOST" | "CLOSED";
export type DisputeRow = {
  id: string;
  ownerId: string;
  orderId: string;
  orderPaymentId: string;
  amountCents: number;
  status: DisputeStatus;
  isInquiry: boolean;
};

const statusOf = { open: "OPEN", won: "WON", lost: "LOST", closed: "CLOSED" } as const;

async function recordDispute(
  client: pg.PoolClient,
  payment: { id: string; orderId: string },
  told: GatewayDispute,
  now: Date,
): Promise<void> {
  const [order] = await lockOrder(client, payment.orderId);
  if (!order) return;
  const status = statusOf[told.status];
  const [earlier] = await findDispute(client, told.id);
  // What has ended does not open again; only an appeal turns a lost dispute into a won one.
  const hasEnded = earlier && earlier.status !== "OPEN" && !(earlier.status === "LOST" && status === "WON");
  if (hasEnded) return;
  const [dispute] = await saveDispute(
    client,
    order.ownerId,
    payment.orderId,
    payment.id,
    told.id,
    told.amountCents,
    told.reason,
    status,
    told.isInquiry,
    now,
  );
  if (!dispute) throw new Error("a dispute was not kept");

  const tell = (kind: OrderEventKind) =>
    addOrderEvent(client, order.id, kind, now, { amountCents: told.amountCents, reason: told.reason });
  if (!earlier || (earlier.isInquiry && !told.isInquiry)) {
    await tell(told.isInquiry ? "INQUIRY" : "DISPUTED");
    await notifyOfDispute(client, dispute, now);
  }
  const commissions = { orderPaymentId: payment.id, disputeId: dispute.id, now };
  if (earlier?.status === "LOST" && status === "WON") {
    await reopenPayment(client, dispute, now);
    await correctDisputedCommissions(client, commissions);
  }
  if (earlier?.status !== status) {
    if (status === "WON") await tell("DISPUTE_WON");
    if (status === "CLOSED") await tell("INQUIRY_CLOSED");
    if (status === "LOST") {
      await tell("DISPUTE_LOST");
      await takeLostMoney(client, dispute, now);
      await closePayment(client, dispute, now);
      await correctDisputedCommissions(client, commissions);
    }
  }
  await suspendWhileDisputed(client, order.id, now);
}

/** Access and commission rest while any dispute about the order is open. */
async function suspendWhileDisputed(client: pg.PoolClient, orderId: string, now: Date): Promise<void> {
  const [order] = await markDisputed(client, orderId, now);
  if (order?.disputed) await holdCommissions(client, orderId);
  else await releaseCommissions(client, orderId);
}

const columns = `id, owner_id as "ownerId", order_id as "orderId", order_payment_id as "orderPaymentId",
  amount_cents as "amountCents", status, is_inquiry as "isInquiry"`;

const findDispute = statement("orders_find_dispute")<DisputeRow, [providerDisputeId: string]>(
  `select ${columns} from disputes where provider_dispute_id = $1`,
);

const saveDispute = statement("orders_save_dispute")<
  DisputeRow,
  [
    ownerId: string,
    orderId: string,
    orderPaymentId: string,
    providerDisputeId: string,
    amountCents: number,
    reason: string,
    status: DisputeStatus,
    isInquiry: boolean,
    now: Date,
  ]
>(
  `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents, reason, status, is_inquiry, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (provider_dispute_id) do update set status = excluded.status, is_inquiry = excluded.is_inquiry,
     amount_cents = excluded.amount_cents, reason = excluded.reason, updated_at = excluded.updated_at
   returning ${columns}`,
);

const findPayment = statement("orders_find_disputed_payment")<
  { id: string; orderId: string },
  [paymentIntentId: string]
>(
  `select id, order_id as "orderId" from order_payments where payment_intent_id = $1 and status = 'SUCCEEDED'`,
);

const markDisputed = statement("orders_mark_disputed")<{ disputed: boolean }, [orderId: string, now: Date]>(
  `update orders set updated_at = $2,
          disputed = exists (select from disputes where order_id = $1 and status = 'OPEN' and not is_inquiry)
    where id = $1 returning disputed`,
);
