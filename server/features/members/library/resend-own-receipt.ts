import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { HttpError, NotFound } from "#server/errors.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { sendReceiptAgain } from "#server/features/orders/send-receipt-again.ts";
import type { Services } from "#server/services.ts";

const minute = 60_000;
/** So long nobody sends the receipt of the same order again. */
const pauseMs = 5 * minute;

/**
 * Mails the receipt of the proved buyer's own order to the address that it was bought with. Throws 401 where no address is
 * proved, the same 404 for another's, an unknown and an unpaid order, and 429 within five minutes of the last time.
 */
export async function resendOwnReceipt(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<{ success: true }> {
  const { customerId } = await getProvenBuyer(services, request);
  const { pool, clock } = services;
  await inTransaction(pool, async (client) => {
    // Who asks for the same receipt at the same time waits here, and then finds it sent.
    const order = await lockOwnOrder(client, orderId, customerId);
    if (!order) throw NotFound("Order not found");
    const now = clock.now();
    const sentAt = await lastSent(client, orderId);
    const waitMs = sentAt ? sentAt.getTime() + pauseMs - now.getTime() : 0;
    if (waitMs > 0) throw justSent(waitMs);
    // Whoever typed the address: it is its owner who asks now.
    await client.query("update orders set address_proven = true where id = $1 and total_cents = 0", [
      orderId,
    ]);
    await sendReceiptAgain(client, order, now);
  });
  wakeListeners(pool, "job_outbox");
  return { success: true };
}

function justSent(waitMs: number) {
  const minutes = Math.ceil(waitMs / minute);
  return new HttpError(
    429,
    "RECEIPT_JUST_SENT",
    `The receipt has just been sent. If it does not arrive, try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
  );
}

async function lockOwnOrder(client: pg.PoolClient, orderId: string, customerId: string) {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select o.id, c.email from orders o join customers c on c.id = o.customer_id
      where o.id = $1 and o.customer_id = $2 and o.status in ('PAID', 'REFUNDED') for update of o`,
    [orderId, customerId],
  );
  return rows[0];
}

async function lastSent(client: pg.PoolClient, orderId: string) {
  const { rows } = await client.query<{ createdAt: Date }>(
    `select created_at as "createdAt" from order_events where order_id = $1 and kind = 'RECEIPT_SENT' order by id desc limit 1`,
    [orderId],
  );
  return rows[0]?.createdAt;
}
