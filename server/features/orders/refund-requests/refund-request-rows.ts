import type pg from "pg";
import type { OpenRefundRequest, RefundRequest } from "#contract/orders/refund-requests.ts";
import { dbOn } from "#server/database/client.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import {
  billsOn,
  leftOfLine,
  refundRequest,
  type RefundRequestJson,
  requestOf,
} from "./refund-request-json.ts";

/** One request as everybody who may see it sees it. */
export async function getRequest(pool: pg.Pool, requestId: string): Promise<RefundRequest> {
  const [row] = await selectRequest(pool, requestId);
  if (!row) throw NotFound();
  return requestOf(row.json);
}

/** The creator's requests that wait for an answer: the most urgent ones, and how many there are. */
export async function listRefundRequests(
  pool: pg.Pool,
  ownerId: string,
): Promise<{ count: number; requests: OpenRefundRequest[] }> {
  const rows = await selectOpen(pool, ownerId);
  return { count: rows[0]?.count ?? 0, requests: rows.map(openRequestOf) };
}

/** All requests for the lines of one of the creator's orders, oldest first. */
export async function listRequestsOfOrder(
  pool: pg.Pool,
  ownerId: string,
  orderId: string,
): Promise<OpenRefundRequest[]> {
  return (await selectOfOrder(pool, ownerId, orderId)).map(openRequestOf);
}

/** Tells the buyer what became of a request: once for each thing that can. */
export async function mailBuyer(
  client: pg.PoolClient,
  requestId: string,
  news: "RECEIVED" | "GRANTED" | "DECLINED",
): Promise<void> {
  for (const { email } of await selectBuyer(client, requestId))
    await queueMail(dbOn(client), {
      event: `refund-request:${requestId}:${news}`,
      recipient: email,
      template: "refund-request",
      data: { requestId, news },
    });
}

const openRequestOf = ({ json }: { json: OpenRequestJson }): OpenRefundRequest => ({
  ...json,
  ...requestOf(json),
});

type OpenRequestJson = RefundRequestJson &
  Pick<
    OpenRefundRequest,
    "orderId" | "orderItemId" | "title" | "currency" | "leftCents" | "billsOn" | "customer"
  >;

const openRequest = `(${refundRequest("r")}::jsonb || jsonb_build_object(
  'orderId', r.order_id, 'orderItemId', r.order_item_id, 'title', p.title, 'currency', o.currency, 'leftCents', ${leftOfLine("i")}, 'billsOn', ${billsOn("i")},
  'customer', jsonb_build_object('email', c.email, 'name', o.customer_name)))`;

const joined = `refund_requests r join orders o on o.id = r.order_id join order_items i on i.id = r.order_item_id
     join products p on p.id = i.product_id join customers c on c.id = o.customer_id`;

const selectRequest = statement("orders_select_refund_request")<
  { json: RefundRequestJson },
  [requestId: string]
>(`select ${refundRequest("r")} as json from refund_requests r where r.id = $1`);

const selectOpen = statement("orders_select_open_refund_requests")<
  { count: number; json: OpenRequestJson },
  [ownerId: string]
>(`select (select count(*)::int from refund_requests w where w.owner_id = $1 and w.status = 'REQUESTED') as count,
          ${openRequest} as json
     from ${joined} where r.owner_id = $1 and r.status = 'REQUESTED' order by r.answer_by, r.id limit 50`);

const selectOfOrder = statement("orders_select_refund_requests_of_order")<
  { json: OpenRequestJson },
  [ownerId: string, orderId: string]
>(
  `select ${openRequest} as json from ${joined} where r.owner_id = $1 and r.order_id = $2 order by r.created_at, r.id`,
);

const selectBuyer = statement("orders_select_buyer_of_refund_request")<
  { email: string },
  [requestId: string]
>(
  `select c.email from refund_requests r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id where r.id = $1`,
);
