import type { FastifyRequest } from "fastify";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { NotFound } from "#server/errors.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { sendReceiptAgain } from "#server/features/orders/send-receipt-again.ts";
import type { Services } from "#server/services.ts";

/**
 * Mails the receipt of the proved buyer's own order to the address that it was bought with. Throws 401 where no address is
 * proved, the same 404 for another's, an unknown and an unpaid order, and 429 as `sendReceiptAgain` does.
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
    const [order] = await lockOwnOrder(client, orderId, customerId);
    if (!order) throw NotFound("Order not found");
    // Whoever typed the address: it is its owner who asks now.
    await recordAddressProven(client, orderId);
    await sendReceiptAgain(client, order, clock.now());
  });
  wakeListeners(pool, "job_outbox");
  return { success: true };
}

const lockOwnOrder = statement("library_lock_own_order")<
  { id: string; email: string },
  [orderId: string, customerId: string]
>(
  `select o.id, c.email from orders o join customers c on c.id = o.customer_id
    where o.id = $1 and o.customer_id = $2 and o.status in ('PAID', 'REFUNDED') for update of o`,
);

const recordAddressProven = statement("library_record_address_proven")<never, [orderId: string]>(
  "update orders set address_proven = true where id = $1 and total_cents = 0",
);
