import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { insertRefund, lockOrder, type RefundRow, refundsOfRequest } from "./refund-rows.ts";
import { listRefundableLines, type RefundableLine } from "./refundable-lines.ts";
import { sendRefund, sendRefundJob } from "./send-refund.ts";

export type WantedRefund = {
  /** Left out: everything that is left of every line. */
  lines?: readonly { orderItemId: string; amountCents: number; restock?: boolean | undefined }[] | undefined;
  reason: string;
  revokeAccess: boolean;
  /** A refund alone leaves a membership open, and its bills; with this the membership ends once the money has gone back. */
  endMembership?: boolean;
  idempotencyKey: string;
};

/**
 * Gives money back to an order's buyer, per line. The refunds are written, with the job that carries them out, in one
 * transaction that checks what is left of each line; then they are tried at once. What the provider does not answer in
 * time stays PENDING and is carried out by the job. The same key again answers the same refunds.
 *
 * Throws 404 for an order of somebody else's, 409 for one that cannot be refunded, 422 for a line or an amount that is
 * not there.
 */
export async function refundOrder(
  services: Services,
  ownerId: string,
  orderId: string,
  wanted: WantedRefund,
): Promise<RefundRow[]> {
  const { pool, clock } = services;
  const ids = await inTransaction(pool, (client) =>
    beginRefunds(client, ownerId, orderId, wanted, clock.now()),
  );
  await sendBegun(services, ids);
  return refundsOfRequest(pool, orderId, wanted.idempotencyKey);
}

/** Tries at once, after the commit, what `beginRefunds` wrote; what fails is its job's. */
export async function sendBegun(services: Services, refundIds: readonly string[]): Promise<void> {
  wakeListeners(services.pool, "job_outbox");
  for (const id of refundIds) {
    try {
      await sendRefund(services, id, true);
    } catch (error) {
      services.log.error({ err: error, refundId: id }, "refund not sent yet");
    }
  }
}

/** Writes refunds, each with its job, in the caller's transaction, under the order's lock. Answers their ids. */
export async function beginRefunds(
  client: pg.PoolClient,
  ownerId: string,
  orderId: string,
  wanted: WantedRefund,
  now: Date,
): Promise<string[]> {
  const [order] = await lockOrder(client, orderId);
  if (order?.ownerId !== ownerId) throw NotFound();
  const earlier = await refundsOfRequest(client, orderId, wanted.idempotencyKey);
  if (earlier.length > 0) return sameRequest(earlier, wanted);
  if (order.status !== "PAID")
    throw Conflict(
      order.status === "REFUNDED" ? "This order has been refunded" : "Only a paid order can be refunded",
      "NOT_REFUNDABLE",
    );
  const ids: string[] = [];
  for (const { line, orderPaymentId, amountCents, restock } of checkedLines(
    await listRefundableLines(client, orderId),
    wanted,
  )) {
    const refund = await insertRefund(
      client,
      {
        ownerId,
        orderId,
        orderItemId: line.id,
        orderPaymentId,
        amountCents,
        reason: wanted.reason,
        requestKey: wanted.idempotencyKey,
        revokesAccess: wanted.revokeAccess,
        endsMembership: wanted.endMembership ?? false,
        restocks: restock ?? line.restocksByDefault,
        providerRefundId: null,
        disputeId: null,
      },
      now,
    );
    // The newest refund of a line says whether it closes.
    await setRevokesAccess(client, line.id, wanted.revokeAccess);
    await queueRefund(client, sendRefundJob, refund.id);
    ids.push(refund.id);
  }
  return ids;
}

/** The key has been used: for the same lines and amounts it is a repetition. */
function sameRequest(earlier: RefundRow[], { lines }: WantedRefund): string[] {
  const isSame =
    !lines ||
    (lines.length === earlier.length &&
      lines.every((line) =>
        earlier.some((row) => row.orderItemId === line.orderItemId && row.amountCents === line.amountCents),
      ));
  if (!isSame) throw Conflict("This key was used for another refund", "IDEMPOTENCY_CONFLICT");
  return earlier.map(({ id }) => id);
}

type CheckedLine = {
  line: RefundableLine;
  orderPaymentId: string;
  amountCents: number;
  restock: boolean | undefined;
};

function checkedLines(known: RefundableLine[], { lines }: WantedRefund): CheckedLine[] {
  const wanted =
    lines ??
    known
      .filter(({ leftCents, orderPaymentId }) => orderPaymentId !== null && leftCents > 0)
      .map(({ id, leftCents }) => ({ orderItemId: id, amountCents: leftCents, restock: undefined }));
  if (wanted.length === 0) throw Invalid({ lines: "There is nothing left to refund" });
  if (new Set(wanted.map(({ orderItemId }) => orderItemId)).size < wanted.length)
    throw Invalid({ lines: "Name each line once" });
  return wanted.map(({ orderItemId, amountCents, restock }) => {
    const line = known.find(({ id }) => id === orderItemId);
    if (!line) throw Invalid({ lines: "Choose lines of this order" });
    if (line.disputed)
      throw Conflict(
        "The buyer's bank holds this payment: it cannot be refunded while the dispute is open",
        "DISPUTED",
      );
    if (!line.orderPaymentId || line.paymentIntentId === null || amountCents > line.leftCents)
      throw Invalid({ lines: `${line.title}: ${dollars(line.leftCents)} is left to refund` });
    return { line, orderPaymentId: line.orderPaymentId, amountCents, restock };
  });
}

const dollars = (cents: number) => `$${(Math.max(0, cents) / 100).toFixed(2)}`;

const setRevokesAccess = statement("orders_set_revokes_access")<
  never,
  [orderItemId: string, revokesAccess: boolean]
>("update refunds set revokes_access = $2 where order_item_id = $1");

const queueRefund = statement("orders_queue_refund")<never, [job: string, refundId: string]>(
  "insert into job_outbox (name, data) values ($1, jsonb_build_object('refundId', $2::text))",
);
