import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, HttpError, NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { addOrderEvent } from "./order-events.ts";

const minute = 60_000;
const hour = 60 * minute;
/** So long nobody sends the receipt of the same order again. */
const pauseMs = 5 * minute;
/** And so often within a day: what one payment has paid for is no subscription to mails. */
const aDay = 5;

/**
 * Queues the receipt of a paid order once more, in the caller's transaction, which holds the order's lock, and notes it:
 * each note is a mail of its own. Throws 429 within five minutes of the last time, whoever asked then, and after five
 * times in a day.
 */
export async function sendReceiptAgain(
  client: pg.PoolClient,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  await refuseTooOften(client, id, now);
  const event = await addOrderEvent(client, id, "RECEIPT_SENT", now, { email });
  await queueMail(dbOn(client), {
    event: `receipt:${id}:${event}`,
    recipient: email,
    template: "receipt",
    data: { orderId: id },
  });
}

/** For its seller: answers to which address it goes. Throws 404, 409 for an order that was not paid, and 429. */
export async function resendReceipt(
  { pool, clock }: Services,
  ownerId: string,
  orderId: string,
): Promise<{ email: string }> {
  const email = await inTransaction(pool, async (client) => {
    const [order] = await lockOwnOrder(client, ownerId, orderId);
    if (!order) throw NotFound();
    if (!order.isPaid) throw Conflict("Only a paid order has a receipt", "NOT_PAID");
    await sendReceiptAgain(client, { id: orderId, email: order.email }, clock.now());
    return order.email;
  });
  wakeListeners(pool, "job_outbox");
  return { email };
}

async function refuseTooOften(client: pg.PoolClient, orderId: string, now: Date): Promise<void> {
  const sent = await selectReceiptsSent(client, orderId, new Date(now.getTime() - 24 * hour));
  const again = (from: Date | undefined, ms: number) => (from ? from.getTime() + ms - now.getTime() : 0);
  const wait = Math.max(again(sent[0]?.createdAt, pauseMs), again(sent[aDay - 1]?.createdAt, 24 * hour));
  if (wait <= 0) return;
  throw new HttpError(
    429,
    "RECEIPT_JUST_SENT",
    `The receipt has just been sent. If it does not arrive, try again in ${inWords(wait)}.`,
    { retryAfterSeconds: Math.ceil(wait / 1_000) },
  );
}

function inWords(ms: number): string {
  const [count, unit] = ms > hour ? [Math.ceil(ms / hour), "hour"] : [Math.ceil(ms / minute), "minute"];
  if (count === 1) return `${unit === "hour" ? "an" : "a"} ${unit}`;
  return `${count} ${unit}s`;
}

const lockOwnOrder = statement("orders_lock_own_order")<
  { email: string; isPaid: boolean },
  [ownerId: string, orderId: string]
>(
  `select c.email, o.status in ('PAID', 'REFUNDED') as "isPaid"
     from orders o join customers c on c.id = o.customer_id where o.id = $2 and o.owner_id = $1 for update of o`,
);

const selectReceiptsSent = statement("orders_select_receipts_sent")<
  { createdAt: Date },
  [orderId: string, after: Date]
>(
  `select created_at as "createdAt" from order_events
    where order_id = $1 and kind = 'RECEIPT_SENT' and created_at > $2 order by id desc limit ${aDay}`,
);
