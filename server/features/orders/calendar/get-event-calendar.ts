import type { FastifyRequest } from "fastify";
import { NotFound } from "#server/errors.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { getReceiptOrder } from "#server/features/orders/mails/receipt-order.ts";
import type { Attachment } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { attendeeOf, eventCalendar, isInCalendar } from "./event-calendar.ts";

/**
 * The calendar file of an event that was bought, as it stands at this moment, for whoever proves its order. Throws the
 * same 404 without proof, for a line of another order, and for one that is no event, has no date, or is not open any more.
 */
export async function getEventCalendar(
  services: Services,
  request: FastifyRequest,
  { id, itemId }: { id: string; itemId: string },
): Promise<Attachment> {
  const proven = await findProvenOrder(services, request, { orderId: id });
  if (!proven || (proven.status !== "PAID" && proven.status !== "REFUNDED"))
    throw NotFound("Order not found");
  const { items, seller, email } = await getReceiptOrder(services.pool, proven.id);
  const item = items.find((line) => line.id === itemId && isInCalendar(line));
  if (!item) throw NotFound("Order not found");
  return eventCalendar(
    services.config.publicUrl,
    seller,
    item,
    services.clock.now(),
    true,
    attendeeOf(item, { email }),
  );
}
