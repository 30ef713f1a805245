import type pg from "pg";
import type { RefundRequest } from "#contract/orders/refund-requests.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, HttpError, Invalid, NotFound } from "#server/errors.ts";
import { addOrderEvent } from "#server/features/orders/order-events.ts";
import { lockOrder } from "#server/features/orders/refund-rows.ts";
import { beginRefunds, sendBegun } from "#server/features/orders/refund-order.ts";
import { requireRefundRoom } from "#server/features/orders/refund-room.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { billsOn, leftOfLine, requestKeyOf } from "./refund-request-json.ts";
import { getRequest, mailBuyer } from "./refund-request-rows.ts";

/** `endMembership`: whether a grant ends the membership that its line paid for, too; it does unless told otherwise. */
export type Answer = { answer: "GRANTED" | "DECLINED"; note: string; endMembership?: boolean | undefined };

/**
 * The creator's answer, given once. A grant and the refund it gives are written together, so that neither is without the
 * other; the refund is known by its request, and so is never written twice. The same answer again changes nothing.
 *
 * Throws 404 for a request of somebody else's, 409 for one that was answered otherwise, that is guaranteed and declined, or
 * whose line has nothing left, and 403 where an older sign-in has refunded a lot today.
 */
export async function answerRefundRequest(
  services: Services,
  asking: Pick<SignedIn, "creatorId" | "isRecent">,
  requestId: string,
  answer: Answer,
): Promise<RefundRequest> {
  const { pool, clock } = services;
  if (answer.answer === "DECLINED" && answer.note === "") throw Invalid({ note: "Say why, in a sentence" });
  const begun = await inTransaction(pool, async (client) => {
    const request = await lockRequest(client, requestId);
    if (request?.ownerId !== asking.creatorId) throw NotFound();
    if (request.status === answer.answer) return [];
    if (request.status !== "REQUESTED") throw Conflict("This request is closed already", "ALREADY_ANSWERED");
    if (request.isGuaranteed && answer.answer === "DECLINED")
      throw Conflict("Your refund policy guarantees this refund, so it can't be declined", "GUARANTEED");
    const now = clock.now();
    const refunds = await settle(client, request, answer, now);
    if (answer.answer === "GRANTED") await requireRefundRoom(client, asking.creatorId, asking, now);
    return refunds;
  });
  await sendBegun(services, begun);
  return getRequest(pool, requestId);
}

/** Grants a request by itself, under its order's lock; `why` goes into the order's history. Answers the refunds to be sent. */
export async function grantRequest(
  client: pg.PoolClient,
  requestId: string,
  why: string,
  now: Date,
): Promise<string[]> {
  const request = await lockRequest(client, requestId);
  if (!request) throw NotFound();
  return settle(client, request, { answer: "GRANTED", note: "" }, now, why);
}

/** Grants what was promised and has waited for its time: the creator's silence is a yes. */
export async function grantDueRequests(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  for (const { id } of await selectDue(pool, clock.now())) {
    try {
      const begun = await inTransaction(pool, (client) => grantIfDue(client, id, clock.now()));
      await sendBegun(services, begun);
    } catch (error) {
      log.error({ err: error, refundRequestId: id }, "could not grant a refund request");
      // What cannot be given back now is not asked again for ever; the buyer may ask once more.
      if (error instanceof HttpError) await close(pool, id, clock.now());
    }
  }
}

async function grantIfDue(client: pg.PoolClient, id: string, now: Date): Promise<string[]> {
  const request = await lockRequest(client, id);
  if (request?.status !== "REQUESTED" || !request.isPromised || request.answerBy > now) return [];
  return settle(client, request, { answer: "GRANTED", note: "" }, now, bySilence);
}

const bySilence = "Nobody answered in time: granted as promised";

/** Under the order's lock. Answers the refunds that are to be sent. */
async function settle(
  client: pg.PoolClient,
  { id, ownerId, orderId, orderItemId, title, leftCents, billsOn, isWithdrawal }: LockedRequest,
  { answer, note, endMembership = true }: Answer,
  now: Date,
  why?: string,
): Promise<string[]> {
  await decide(client, id, answer, note, now);
  const isGranted = answer === "GRANTED";
  await addOrderEvent(client, orderId, isGranted ? "REFUND_GRANTED" : "REFUND_DECLINED", now, {
    title,
    ...(isGranted ? { amountCents: leftCents } : { text: note }),
    ...(why && { text: why }),
  });
  const begun = isGranted
    ? await beginRefunds(
        client,
        ownerId,
        orderId,
        {
          lines: [{ orderItemId, amountCents: leftCents }],
          reason: "The buyer asked for it",
          revokeAccess: true,
          // Who asks for the money of a membership wants no more of it; who has withdrawn from one owes nothing more.
          endMembership: billsOn && (endMembership || isWithdrawal),
          idempotencyKey: requestKeyOf(id),
        },
        now,
      )
    : [];
  await mailBuyer(client, id, answer);
  return begun;
}

type LockedRequest = {
  id: string;
  ownerId: string;
  orderId: string;
  orderItemId: string;
  status: string;
  isPromised: boolean;
  isGuaranteed: boolean;
  answerBy: Date;
  title: string;
  leftCents: number;
  /** Its line paid for a membership that goes on. */
  billsOn: boolean;
  /** The contract was withdrawn from. */
  isWithdrawal: boolean;
};

/** The order first, as everywhere: what is read after that stays so. */
async function lockRequest(client: pg.PoolClient, requestId: string): Promise<LockedRequest | undefined> {
  const [found] = await selectRequest(client, requestId);
  if (!found) return undefined;
  await lockOrder(client, found.orderId);
  return (await selectRequest(client, requestId))[0];
}

const selectRequest = statement("orders_select_refund_request_to_answer")<
  LockedRequest,
  [requestId: string]
>(`select r.id, r.owner_id as "ownerId", r.order_id as "orderId", r.order_item_id as "orderItemId", r.status,
          r.is_promised as "isPromised", r.is_guaranteed as "isGuaranteed", r.answer_by as "answerBy", p.title, ${leftOfLine("i")} as "leftCents",
          ${billsOn("i")} as "billsOn", r.withdrawal_id is not null as "isWithdrawal"
     from refund_requests r join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
    where r.id = $1`);

const dueRequests = "refund_requests where status = 'REQUESTED' and is_promised and answer_by <= $1";

/** SQL: whether the time of a request that was promised is over at `$1`. */
export const isAnyRequestDue = `exists (select from ${dueRequests})`;

const selectDue = statement("orders_select_due_refund_requests")<{ id: string }, [now: Date]>(
  `select id from ${dueRequests} order by answer_by limit 200`,
);

const decide = statement("orders_decide_refund_request")<
  never,
  [requestId: string, status: string, note: string, now: Date]
>("update refund_requests set status = $2, note = $3, decided_at = $4 where id = $1");

const close = statement("orders_close_refund_request")<never, [requestId: string, now: Date]>(
  "update refund_requests set status = 'CLOSED', decided_at = $2 where id = $1 and status = 'REQUESTED'",
);
