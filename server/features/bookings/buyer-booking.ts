import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { bookSession as contract, FreeTimes } from "#contract/bookings/bookings.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { knownZone } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import { HttpError, NotFound } from "#server/errors.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { saveBuyerZone } from "#server/features/orders/save-buyer-zone.ts";
import { requestRefund } from "#server/features/orders/refund-requests/ask-for-refund.ts";
import type { Services } from "#server/services.ts";
import { cancelTime, findBoughtSession, saveTime } from "./change-booking.ts";
import { listFreeTimes } from "./free-times.ts";

type Line = { id: string; itemId: string };

/** The free times of a session on sale, with the one that this browser's checkout holds. Throws 404 where it is none, or its times are chosen elsewhere. */
export async function listSessionTimes(
  { pool, clock }: Services,
  productId: string,
  browserHash: string | undefined,
  from: Date | undefined,
): Promise<FreeTimes> {
  const [found] = await selectOnSale(pool, productId, browserHash ?? null);
  if (!found?.times) throw NotFound("Product not found");
  const { ownerId, times, checkoutSessionId } = found;
  return listFreeTimes(pool, { productId, ownerId, times }, from, clock.now(), {
    ...(checkoutSessionId && { checkoutSessionId }),
  });
}

/** The free times for a line, its own among them. Throws the same 404 without proof and for what has none. */
export async function listTimesForLine(
  services: Services,
  request: FastifyRequest,
  line: Line,
  from: Date | undefined,
): Promise<FreeTimes> {
  await requireLine(services, request, line);
  const now = services.clock.now();
  const session = await findBoughtSession(services.pool, line.itemId, now);
  if (!session?.times || !session.isOpen) throw NotFound("Order not found");
  const { productId, ownerId, times, itemId } = session;
  return listFreeTimes(services.pool, { productId, ownerId, times }, from, now, { orderItemId: itemId });
}

/** The buyer chooses a time, or another one. Throws 404 without proof, and as `saveTime` does. */
export async function bookSession(
  services: Services,
  request: FastifyRequest,
  line: Line,
  { startsAt, timeZone }: z.output<typeof contract.schema.body>,
): Promise<{ startsAt: Date; endsAt: Date }> {
  await requireLine(services, request, line);
  const zone = knownZone(timeZone);
  if (zone !== null) await saveBuyerZone(services.pool, line.id, zone);
  return saveTime(services, line.itemId, startsAt, "BUYER");
}

/** The buyer gives the time back, and the seller is asked for the money, where something can be asked back. */
export async function cancelSession(
  services: Services,
  request: FastifyRequest,
  line: Line,
): Promise<{ refundRequested: boolean }> {
  await requireLine(services, request, line);
  await cancelTime(services, line.itemId, "BUYER");
  try {
    await requestRefund(services, request, line.id, {
      orderItemId: line.itemId,
      message: "I have cancelled this session.",
    });
    return { refundRequested: true };
  } catch (error) {
    // What cost nothing, or was asked for too often: the time is given back all the same.
    if (error instanceof HttpError) return { refundRequested: false };
    throw error;
  }
}

async function requireLine(services: Services, request: FastifyRequest, { id, itemId }: Line): Promise<void> {
  const order = await findProvenOrder(services, request, { orderId: id });
  const [line] = order ? await selectLine(services.pool, itemId, order.id) : [];
  if (!line) throw NotFound("Order not found");
}

const selectLine = statement("bookings_select_line")<{ id: string }, [itemId: string, orderId: string]>(
  "select id from order_items where id = $1 and order_id = $2",
);

const selectOnSale = statement("bookings_select_on_sale")<
  { ownerId: string; times: SessionTimes | null; checkoutSessionId: string | null },
  [productId: string, browserHash: string | null]
>(`
  select p.owner_id as "ownerId", p.session_times as times, s.session_id as "checkoutSessionId"
    from products p left join checkout_sessions s on s.browser_hash = $2 and s.product_id = p.id and s.status = 'ACTIVE'
   where p.id = $1 and p.state = 'PUBLISHED'`);
