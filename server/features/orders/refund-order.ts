import { isolated } from "#contract/isolated.ts";
import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { insertRefund, lockOrder, type RefundRow, refundsOfRequest } from "./refund-rows.ts";
import { listRefundableLines, type RefundableLine } from "./refundable-lines.ts";
import { sharesOf } from "./shares-of.ts";
import { requireRefundRoom } from "./refund-room.ts";
import { sendRefund, sendRefundJob } from "./send-refund.ts";

type WantedLine = { orderItemId: string; amountCents: number; restock?: boolean | undefined };

export type WantedRefund = {
  /** Left out: everything that is left of every line. What is named of a bundle's line goes back of its parts. */
  lines?: readonly WantedLine[] | undefined;
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
 * not there, and 403 where an older sign-in has refunded a lot today.
 */
export async function refundOrder(
  services: Services,
  ownerId: string,
  orderId: string,
  wanted: WantedRefund,
  asking: Pick<SignedIn, "isRecent">,
): Promise<RefundRow[]> {
  const { pool, clock } = services;
  const ids = await inTransaction(pool, async (client) => {
    const now = clock.now();
    const begun = await beginRefunds(client, ownerId, orderId, wanted, now);
    await requireRefundRoom(client, ownerId, asking, now);
    return begun;
  });
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
  const known = await listRefundableLines(client, orderId, now);
  if (earlier.length > 0) return sameRequest(earlier, wanted, known);
  if (order.status !== "PAID")
    throw Conflict(
      order.status === "REFUNDED" ? "This order has been refunded" : "Only a paid order can be refunded",
      "NOT_REFUNDABLE",
    );
  const ids: string[] = [];
  const lines = wanted.lines?.flatMap((line) => overParts(line, known));
  for (const { line, orderPaymentId, amountCents, restock } of checkedLines(known, { lines })) {
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
        restocks: restock ?? (line.restocksByDefault && (wanted.revokeAccess || !line.isSeat)),
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
function sameRequest(
  earlier: RefundRow[],
  { lines }: WantedRefund,
  known: readonly RefundableLine[],
): string[] {
  const given = (ids: readonly string[]) =>
    earlier.reduce((sum, row) => sum + (ids.includes(row.orderItemId) ? row.amountCents : 0), 0);
  const named = lines?.map((line) => ({ ids: idsOf(line.orderItemId, known), cents: line.amountCents }));
  const isSame =
    !named ||
    (earlier.every(({ orderItemId }) => named.some(({ ids }) => ids.includes(orderItemId))) &&
      named.every(({ ids, cents }) => given(ids) === cents));
  if (!isSame) throw Conflict("This key was used for another refund", "IDEMPOTENCY_CONFLICT");
  return earlier.map(({ id }) => id);
}

type CheckedLine = {
  line: RefundableLine;
  orderPaymentId: string;
  amountCents: number;
  restock: boolean | undefined;
};

/** Where the money of a line is: a bundle's is that of its parts. */
function idsOf(orderItemId: string, known: readonly RefundableLine[]): string[] {
  const parts = known.filter(({ itemType }) => itemType === "PART");
  const isBundle =
    parts.length > 0 && known.some(({ id, itemType }) => id === orderItemId && itemType === "MAIN");
  return isBundle ? parts.map(({ id }) => id) : [orderItemId];
}

/** What is given back of a bundle falls on its parts by what is left of each; of any other line, on itself. */
function overParts(line: WantedLine, known: readonly RefundableLine[]): WantedLine[] {
  const ids = idsOf(line.orderItemId, known);
  if (ids.length === 1) return [line];
  const parts = known.filter(({ id, leftCents }) => ids.includes(id) && leftCents > 0);
  const leftCents = parts.reduce((sum, part) => sum + part.leftCents, 0);
  // As it is of a line: what is too much is refused by the first one.
  if (line.amountCents > leftCents) return [{ ...line, orderItemId: parts[0]?.id ?? line.orderItemId }];
  const shares = sharesOf(
    line.amountCents,
    parts.map((part) => part.leftCents),
  );
  return parts
    .map(({ id }, place) => ({ ...line, orderItemId: id, amountCents: shares[place] ?? 0 }))
    .filter(({ amountCents }) => amountCents > 0);
}

function checkedLines(known: RefundableLine[], { lines }: Pick<WantedRefund, "lines">): CheckedLine[] {
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
      throw Invalid({ lines: `${isolated(line.title)}: ${dollars(line.leftCents)} is left to refund` });
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
