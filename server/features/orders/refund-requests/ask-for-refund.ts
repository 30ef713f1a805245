import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { LineRefund, RefundRequest } from "#contract/orders/refund-requests.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { lockOrder } from "#server/features/orders/refund-rows.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { sendBegun } from "#server/features/orders/refund-order.ts";
import type { Services } from "#server/services.ts";
import { grantRequest } from "./answer-refund-request.ts";
import { canAsk, guaranteeOf, leftOfLine, promisedUntil } from "./refund-request-json.ts";
import { getRequest, mailBuyer } from "./refund-request-rows.ts";

/**
 * A buyer asks for the money of a line, by any proof of the order. A guarantee grants it at once, in the same transaction.
 * Within days that were promised without one it is granted after three working days without an answer; else the creator
 * decides, and an answer is expected in seven days. The creator and the buyer get one email each. Asking again answers the
 * request that is open, or that the guarantee has granted.
 *
 * Throws 404 without proof, 422 for a line of another order, 409 where there is nothing to ask for.
 */
export async function requestRefund(
  services: Services,
  request: FastifyRequest,
  orderId: string,
  wanted: { orderItemId: string; message: string },
): Promise<RefundRequest> {
  const { pool, clock } = services;
  const order = await findProvenOrder(services, request, { orderId });
  if (!order) throw NotFound("Order not found");
  const { id, begun } = await inTransaction(pool, (client) => ask(client, order.id, wanted, clock.now()));
  await sendBegun(services, begun);
  return getRequest(pool, id);
}

/** The buyer takes a request back. Throws 404 without proof or for another order's, 409 once it was answered. */
export async function withdrawRefundRequest(
  services: Services,
  request: FastifyRequest,
  orderId: string,
  requestId: string,
): Promise<RefundRequest> {
  const { pool, clock } = services;
  const order = await findProvenOrder(services, request, { orderId });
  if (!order) throw NotFound("Order not found");
  await inTransaction(pool, async (client) => {
    await lockOrder(client, order.id);
    const [found] = await selectTitle(client, requestId, order.id);
    if (!found) throw NotFound("Order not found");
    const [withdrawn] = await withdraw(client, requestId, clock.now());
    if (withdrawn)
      await addOrderEvent(client, order.id, "REFUND_WITHDRAWN", clock.now(), { title: found.title });
    else if (found.status !== "WITHDRAWN")
      throw Conflict("This request has been answered", "ALREADY_ANSWERED");
  });
  return getRequest(pool, requestId);
}

async function ask(
  client: pg.PoolClient,
  orderId: string,
  { orderItemId, message }: { orderItemId: string; message: string },
  now: Date,
): Promise<{ id: string; begun: string[] }> {
  await lockOrder(client, orderId);
  await lockGuarantees(client, orderId);
  const [line] = await selectLine(client, orderItemId, orderId, now);
  if (!line) throw Invalid({ orderItemId: "Choose a line of this order" });
  if (line.openRequestId) return { id: line.openRequestId, begun: [] };
  // The first of two presses has refunded it.
  if (line.grantedRequestId && line.leftCents === 0) return { id: line.grantedRequestId, begun: [] };
  if (!line.canAsk) throw Conflict("There is nothing to ask back for this line", "NOT_REFUNDABLE");
  const { ownerId, guarantee, isPromised, answerBy, title, leftCents } = line;
  const isGranted = guarantee === "AT_ONCE";
  const [made] = await insertRequest(
    client,
    ownerId,
    orderId,
    line.id,
    message,
    isPromised,
    guarantee !== "NONE",
    answerBy,
    now,
  );
  if (!made) throw new Error("a refund request was not written");
  await addOrderEvent(client, orderId, "REFUND_REQUESTED", now, { title, amountCents: leftCents });
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "REFUND_REQUEST",
    event: `refund-requested:${made.id}`,
    facts: { orderId, title, cents: leftCents, isWithdrawal: false, isGranted },
    now,
    mail: { template: "refund-requested", data: { requestId: made.id } },
  });
  if (isGranted)
    return {
      id: made.id,
      begun: await grantRequest(client, made.id, "Guaranteed by the refund policy", now),
    };
  await mailBuyer(client, made.id, "RECEIVED");
  return { id: made.id, begun: [] };
}

type AskedLine = {
  id: string;
  ownerId: string;
  title: string;
  openRequestId: string | null;
  /** Granted by the guarantee. */
  grantedRequestId: string | null;
  canAsk: boolean;
  leftCents: number;
  guarantee: LineRefund["guarantee"];
  isPromised: boolean;
  answerBy: Date;
};

/** SQL: a moment of the creator's own days: three working days from `now` on, in `zone`; counted from Monday where it is a weekend. */
export const afterWorkingDays = (zone: string, now: string): string => {
  const local = `(${now}::timestamptz at time zone ${zone})`;
  const days = `(array[3, 3, 5, 5, 5, 5, 4])[extract(isodow from ${local})::int]`;
  return `((${local} + make_interval(days => ${days})) at time zone ${zone})`;
};

const selectLine = statement("orders_select_asked_line")<
  AskedLine,
  [orderItemId: string, orderId: string, now: Date]
>(`select line.id, line."ownerId", line.title, line."openRequestId", line."canAsk", line."leftCents", line.guarantee, line."isPromised", line."grantedRequestId",
          coalesce(case when line.guarantee = 'AT_ONCE' then $3::timestamptz
               when line.guarantee = 'ON_RETURN' then $3::timestamptz + interval '14 days'
               when line."isPromised" then line."workingDays" end, $3::timestamptz + interval '7 days') as "answerBy"
     from (select i.id, o.owner_id as "ownerId", p.title,
                  (select granted.id from refund_requests granted where granted.order_item_id = i.id and granted.is_guaranteed
                      and granted.status = 'GRANTED' order by granted.created_at desc limit 1) as "grantedRequestId",
                  ${guaranteeOf("i", "o", "$3")} as guarantee,
                  (select open.id from refund_requests open where open.order_item_id = i.id and open.status = 'REQUESTED') as "openRequestId",
                  ${canAsk("i", "o", "$3")} as "canAsk", ${leftOfLine("i")} as "leftCents",
                  coalesce(${promisedUntil("i", "o")} >= $3::timestamptz, false) as "isPromised",
                  ${afterWorkingDays(creatorZone("u"), "$3")} as "workingDays"
             from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id
             join users u on u.id = o.owner_id
            where i.id::text = $1 and i.order_id = $2) line`);

/** A guarantee is used once per buyer and product, whatever two of their orders ask for at once. */
const lockGuarantees = statement("orders_lock_guarantees")<never, [orderId: string]>(
  `select pg_advisory_xact_lock(hashtextextended(concat('refund guarantees:', ${mailboxOf("c.email")}), 0))
     from orders o join customers c on c.id = o.customer_id where o.id = $1 and o.refund_guaranteed`,
);

const insertRequest = statement("orders_insert_refund_request")<
  { id: string },
  [
    ownerId: string,
    orderId: string,
    orderItemId: string,
    message: string,
    isPromised: boolean,
    isGuaranteed: boolean,
    answerBy: Date,
    now: Date,
  ]
>(`insert into refund_requests (owner_id, order_id, order_item_id, message, is_promised, is_guaranteed, answer_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`);

const selectTitle = statement("orders_select_title_of_refund_request")<
  { title: string; status: string },
  [requestId: string, orderId: string]
>(`select p.title, r.status from refund_requests r join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
    where r.id = $1 and r.order_id = $2`);

const withdraw = statement("orders_withdraw_refund_request")<{ id: string }, [requestId: string, now: Date]>(
  "update refund_requests set status = 'WITHDRAWN', decided_at = $2 where id = $1 and status = 'REQUESTED' returning id",
);
