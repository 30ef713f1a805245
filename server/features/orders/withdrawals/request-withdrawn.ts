import type pg from "pg";
import { creatorZone } from "#server/database/creator-zone.ts";
import { dbOn } from "#server/database/client.ts";
import { statement } from "#server/database/statement.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { afterWorkingDays } from "#server/features/orders/refund-requests/ask-for-refund.ts";
import { leftOfLine } from "#server/features/orders/refund-requests/refund-request-json.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { withdrawableUntil, withdrawnSince } from "./withdrawable-lines.ts";

const message = "Withdrawal from the contract, as consumers in the EU may within 14 days";

/**
 * Asks for the money of every line that can be withdrawn from, under the order's lock, once for each. Silence grants it after
 * three working days, and of a plan at once; of what was shipped, which has to come back first, the seller decides within
 * the law's 14 days. A request for the same line that is open already becomes the withdrawal. Answers of how
 * many lines money goes back by it, or has gone.
 */
export async function requestWithdrawn(
  client: pg.PoolClient,
  { withdrawalId, orderId }: { withdrawalId: string; orderId: string },
  now: Date,
): Promise<number> {
  const lines = await selectLines(client, orderId, now);
  for (const { id, ownerId, title, leftCents, isShipped, isPlan, answerBy } of lines) {
    const [asked] = await saveRequest(
      client,
      ownerId,
      orderId,
      id,
      withdrawalId,
      message,
      !isShipped,
      answerBy,
      now,
    );
    if (!asked) throw new Error("a withdrawal's request was not written");
    await addOrderEvent(client, orderId, "REFUND_REQUESTED", now, {
      title,
      amountCents: leftCents,
      text: message,
    });
    // Nobody signs in as the platform: what is withdrawn from it is granted without being read.
    if (isPlan) continue;
    await notifyCreator(dbOn(client), {
      ownerId,
      kind: "REFUND_REQUEST",
      event: `refund-requested:${asked.id}:withdrawal`,
      facts: { orderId, title, cents: leftCents, isWithdrawal: true },
      now,
      mail: { template: "refund-requested", data: { requestId: asked.id } },
    });
  }
  return (await countRequested(client, orderId))[0]?.count ?? 0;
}

/** Withdrawn from in time. */
const selectLines = statement("orders_select_withdrawable_lines")<
  {
    id: string;
    ownerId: string;
    title: string;
    leftCents: number;
    isShipped: boolean;
    isPlan: boolean;
    answerBy: Date;
  },
  [orderId: string, now: Date]
>(`select line.id, line."ownerId", line.title, line."leftCents", line."isShipped", line."isPlan",
          coalesce(case when line."isPlan" then $2 when not line."isShipped" then line."workingDays" end, $2::timestamptz + interval '14 days') as "answerBy"
     from (select i.id, o.owner_id as "ownerId", p.title, ${leftOfLine("i")} as "leftCents",
                  p.requires_shipping as "isShipped", u.is_platform as "isPlan", ${afterWorkingDays(creatorZone("u"), "$2")} as "workingDays",
                  ${withdrawableUntil("i", "o", "p", "$2")} as until, ${withdrawnSince("o", "$2")} as stated
             from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
             join users u on u.id = o.owner_id
            where o.id = $1) line
    where line.until > line.stated
    order by line.id`);

/** A request that is open already becomes the withdrawal. */
const saveRequest = statement("orders_save_withdrawn_request")<
  { id: string },
  [
    ownerId: string,
    orderId: string,
    orderItemId: string,
    withdrawalId: string,
    message: string,
    isPromised: boolean,
    answerBy: Date,
    now: Date,
  ]
>(`with open as (
     update refund_requests r set withdrawal_id = $4, message = $5, is_promised = $6 or r.is_guaranteed, answer_by = least(r.answer_by, $7)
      where r.order_item_id = $3 and r.status = 'REQUESTED'
     returning r.id),
   made as (
     insert into refund_requests (owner_id, order_id, order_item_id, withdrawal_id, message, is_promised, answer_by, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8 where not exists (select from open)
     returning id)
   select id from open union all select id from made`);

const countRequested = statement("orders_count_withdrawn_lines")<{ count: number }, [orderId: string]>(
  `select count(*)::int as count from refund_requests
    where order_id = $1 and withdrawal_id is not null and status in ('REQUESTED', 'GRANTED')`,
);
