import { z } from "zod";
import { PrintedAddress } from "#contract/checkout/shipping-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Timestamp } from "#contract/values.ts";

/** A paid line that waits to be sent. */
const ToShip = z.object({
  lineId: Id,
  orderId: Id,
  /** The order's number. */
  number: z.int().nullable(),
  title: z.string(),
  quantity: z.int(),
  name: z.string(),
  email: z.string(),
  paidAt: Timestamp,
  address: PrintedAddress,
});
export type ToShip = z.infer<typeof ToShip>;

export const listToShip = endpoint({
  method: "GET",
  url: "/api/to-ship",
  config: { access: "creator" },
  schema: {
    tags: ["Orders"],
    summary: "What is paid and waits to be sent, the longest wait first: 50, and how many there are",
    response: { 200: z.object({ count: z.int(), lines: z.array(ToShip) }) },
  },
});
