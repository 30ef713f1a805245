import type { AccessRow } from "./access-rows.ts";
import type { BoughtShop } from "./bought-shop.ts";

const anyProof = [
  "the browser that just paid",
  "proven by code",
  "proven by bearer",
  "the receipt's link",
] as const;

/** What is done with the time of a session that was bought. */
const bookedLine = (body?: (shop: BoughtShop) => object): AccessRow => ({
  call: (shop) => ({
    params: { id: shop.booked.orderId, itemId: shop.booked.itemId },
    ...(body && { body: body(shop) }),
  }),
  orderOf: ({ booked }) => booked.orderId,
  opens: anyProof,
  opened: [200],
  closed: 404,
});

/** What is done with a service that was bought. */
const boughtService = (body?: object): AccessRow => ({
  call: ({ service }) => ({
    params: { id: service.orderId, itemId: service.itemId },
    ...(body && { body }),
  }),
  orderOf: ({ service }) => service.orderId,
  opens: anyProof,
  opened: body ? [200, 409] : [200],
  closed: 404,
  endsWithAccess: true,
});

/** Who may do something about when a bought line takes place, and about what is done for its buyer. */
export const bookingRows: Record<string, AccessRow> = {
  "GET /api/buyer-orders/:id/items/:itemId/event.ics": {
    call: ({ event }) => ({ params: { id: event.orderId, itemId: event.itemId } }),
    orderOf: ({ event }) => event.orderId,
    opens: anyProof,
    opened: [200],
    closed: 404,
  },
  "GET /api/buyer-orders/:id/items/:itemId/session-times": bookedLine(),
  "PUT /api/buyer-orders/:id/items/:itemId/session": bookedLine(({ booked }) => ({
    startsAt: booked.freeTime,
  })),
  "DELETE /api/buyer-orders/:id/items/:itemId/session": bookedLine(),
  "GET /api/buyer-orders/:id/items/:itemId/work": boughtService(),
  "PUT /api/buyer-orders/:id/items/:itemId/brief": boughtService({
    answers: [{ questionId: "q1", text: "A fox" }],
    revision: 1,
  }),
};
