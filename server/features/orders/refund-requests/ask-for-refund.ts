import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { RefundRequest } from "#contract/orders/refund-requests.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { lockOrder } from "#server/features/orders/refund-rows.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import type { Services } from "#server/services.ts";
import { canAsk, leftOfLine, promisedUntil } from "./refund-request-json.ts";
import { getRequest, mailBuyer } from "./refund-request-rows.ts";

/**
 * A buyer asks for the money of a line, by any proof of the order. Within the days that were promised at the sale it is
 * granted after three working days without an answer; else the creator decides, and an answer is expected in seven days.
 * The creator and the buyer get one mail each. While a request is open, asking again answers it.
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
  const id = await inTransaction(pool, (client) => ask(client, order.id, wanted, clock.now()));
  wakeListeners(pool, "job_outbox");
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
): Promise<string> {
  await lockOrder(client, orderId);
  const [line] = await selectLine(client, orderItemId, orderId, now);
  if (!line) throw Invalid({ orderItemId: "Choose a line of this order" });
  if (line.openRequestId) return line.openRequestId;
  if (!line.canAsk) throw Conflict("There is nothing to ask back for this line", "NOT_REFUNDABLE");
  const { ownerId, isPromised, answerBy, title, leftCents } = line;
  const [made] = await insertRequest(client, ownerId, orderId, line.id, message, isPromised, answerBy, now);
  if (!made) throw new Error("a refund request was not written");
  await addOrderEvent(client, orderId, "REFUND_REQUESTED", now, { title, amountCents: leftCents });
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "REFUND_REQUEST",
    event: `refund-requested:${made.id}`,
    facts: { orderId, title, cents: leftCents, isWithdrawal: false },
    now,
    mail: { template: "refund-requested", data: { requestId: made.id } },
  });
  await mailBuyer(client, made.id, "RECEIVED");
  return made.id;
}

type AskedLine = {
  id: string;
  ownerId: string;
  title: string;
  openRequestId: string | null;
  canAsk: boolean;
  leftCents: number;
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
>(`select line.id, line."ownerId", line.title, line."openRequestId", line."canAsk", line."leftCents", line."isPromised",
          coalesce(case when line."isPromised" then line."workingDays" end, $3::timestamptz + interval '7 days') as "answerBy"
     from (select i.id, o.owner_id as "ownerId", p.title, 
                  (select open.id from refund_requests open where open.order_item_id = i.id and open.status = 'REQUESTED') as "openRequestId",
                  ${canAsk("i", "o", "$3")} as "canAsk", ${leftOfLine("i")} as "leftCents",
                  coalesce(${promisedUntil("i", "o")} >= $3::timestamptz, false) as "isPromised",
                  ${afterWorkingDays(creatorZone("u"), "$3")} as "workingDays"
             from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id
             join users u on u.id = o.owner_id
            where i.id::text = $1 and i.order_id = $2) line`);

const insertRequest = statement("orders_insert_refund_request")<
  { id: string },
  [
    ownerId: string,
    orderId: string,
    orderItemId: string,
    message: string,
    isPromised: boolean,
    answerBy: Date,
    now: Date,
  ]
>(`insert into refund_requests (owner_id, order_id, order_item_id, message, is_promised, answer_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`);

const selectTitle = statement("orders_select_title_of_refund_request")<
  { title: string; status: string },
  [requestId: string, orderId: string]
>(`select p.title, r.status from refund_requests r join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
    where r.id = $1 and r.order_id = $2`);

const withdraw = statement("orders_withdraw_refund_request")<{ id: string }, [requestId: string, now: Date]>(
  "update refund_requests set status = 'WITHDRAWN', decided_at = $2 where id = $1 and status = 'REQUESTED' returning id",
);
