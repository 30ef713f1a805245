import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { addOrderEvent } from "./order-events.ts";

/** Queues the receipt of a paid order once more, in the caller's transaction, and notes it: each note is a mail of its own. */
export async function sendReceiptAgain(
  client: pg.PoolClient,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const event = await addOrderEvent(client, id, "RECEIPT_SENT", now, { email });
  await queueMail(dbOn(client), {
    event: `receipt:${id}:${event}`,
    recipient: email,
    template: "receipt",
    data: { orderId: id },
  });
}

/** For its seller: answers to which address it goes. Throws 404, and 409 for an order that was not paid. */
export async function resendReceipt(
  { pool, clock }: Services,
  ownerId: string,
  orderId: string,
): Promise<{ email: string }> {
  const email = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ email: string; isPaid: boolean }>(
      `select c.email, o.status in ('PAID', 'REFUNDED') as "isPaid"
         from orders o join customers c on c.id = o.customer_id where o.id = $2 and o.owner_id = $1`,
      [ownerId, orderId],
    );
    const [order] = rows;
    if (!order) throw NotFound();
    if (!order.isPaid) throw Conflict("Only a paid order has a receipt", "NOT_PAID");
    await sendReceiptAgain(client, { id: orderId, email: order.email }, clock.now());
    return order.email;
  });
  wakeListeners(pool, "job_outbox");
  return { email };
}
