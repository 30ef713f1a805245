import { inLineOrder } from "#server/database/line-order.ts";
import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";

/** A refund of one line, with what its mail, its event and its call at the provider need. */
export type RefundRow = {
  id: string;
  ownerId: string;
  orderId: string;
  orderItemId: string;
  orderPaymentId: string;
  paymentIntentId: string;
  providerRefundId: string | null;
  disputeId: string | null;
  requestKey: string | null;
  amountCents: number;
  reason: string;
  revokesAccess: boolean;
  endsMembership: boolean;
  restocks: boolean;
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  failure: string | null;
  settledAt: Date | null;
  createdAt: Date;
  title: string;
};

const columns = `
  r.id, r.owner_id as "ownerId", r.order_id as "orderId", r.order_item_id as "orderItemId", r.order_payment_id as "orderPaymentId",
  pay.payment_intent_id as "paymentIntentId", r.provider_refund_id as "providerRefundId", r.dispute_id as "disputeId",
  r.request_key as "requestKey", r.amount_cents as "amountCents", r.reason, r.revokes_access as "revokesAccess",
  r.ends_membership as "endsMembership", r.restocks,
  r.status, r.failure, r.settled_at as "settledAt", r.created_at as "createdAt", p.title`;
const joins = `
  refunds r
  join order_payments pay on pay.id = r.order_payment_id
  join order_items i on i.id = r.order_item_id
  join products p on p.id = i.product_id`;

export const findRefund = hotStatement("orders_find_refund")<RefundRow, [id: string]>(
  `select ${columns} from ${joins} where r.id = $1`,
);

/** One refund at the provider's dashboard may stand in several rows. */
export const refundsOfProvider = hotStatement("orders_refunds_of_provider")<
  RefundRow,
  [providerRefundId: string]
>(`select ${columns} from ${joins} where r.provider_refund_id = $1 order by r.created_at, r.id`);

export const refundsOfDispute = hotStatement("orders_refunds_of_dispute")<RefundRow, [disputeId: string]>(
  `select ${columns} from ${joins} where r.dispute_id = $1 and r.status = 'SUCCEEDED' order by r.created_at, r.id`,
);

export const refundsOfRequest = hotStatement("orders_refunds_of_request")<
  RefundRow,
  [orderId: string, requestKey: string]
>(`select ${columns} from ${joins} where r.order_id = $1 and r.request_key = $2
    order by ${inLineOrder("i")}`);

/** Whatever changes an order's money or access takes this lock first, so that one change sees the other. */
export const lockOrder = hotStatement("orders_lock_order")<
  { id: string; ownerId: string; status: string; totalCents: number; refundedCents: number },
  [orderId: string]
>(`select id, owner_id as "ownerId", status, total_cents as "totalCents", refunded_cents as "refundedCents"
     from orders where id = $1 for update`);

type NewRefundRow = {
  ownerId: string;
  orderId: string;
  orderItemId: string;
  orderPaymentId: string;
  amountCents: number;
  reason: string;
  requestKey: string;
  revokesAccess: boolean;
  endsMembership?: boolean;
  restocks: boolean;
  providerRefundId: string | null;
  disputeId: string | null;
};

/** Writes a PENDING refund under the order's lock; answers its row. */
export async function insertRefund(client: pg.PoolClient, row: NewRefundRow, now: Date): Promise<RefundRow> {
  const [inserted] = await insertRow(
    client,
    row.ownerId,
    row.orderId,
    row.orderItemId,
    row.orderPaymentId,
    row.amountCents,
    row.reason,
    row.requestKey,
    row.revokesAccess,
    row.restocks,
    row.providerRefundId,
    row.disputeId,
    now,
    row.endsMembership ?? false,
  );
  const [refund] = inserted ? await findRefund(client, inserted.id) : [];
  if (!refund) throw new Error("a refund was not written");
  return refund;
}

const insertRow = hotStatement("orders_insert_refund")<
  { id: string },
  [
    string,
    string,
    string,
    string,
    number,
    string,
    string,
    boolean,
    boolean,
    string | null,
    string | null,
    Date,
    boolean,
  ]
>(`insert into refunds (owner_id, order_id, order_item_id, order_payment_id, amount_cents, reason, request_key, revokes_access,
                        restocks, provider_refund_id, dispute_id, created_at, ends_membership)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`);
