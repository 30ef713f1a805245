import { z } from "zod";
import { PrintedAddress } from "#contract/checkout/shipping-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
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
  config: { access: "creator", roles: forSupport },
  schema: {
    tags: ["Orders"],
    summary: "What is paid and waits to be sent, the longest wait first: 50, and how many there are",
    response: { 200: z.object({ count: z.int(), lines: z.array(ToShip) }) },
  },
});

export const shipParcels = endpoint({
  method: "POST",
  url: "/api/to-ship/shipped",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 60, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags: ["Orders"],
    summary:
      "Say that several parcels were sent, without a tracking link: each buyer gets a mail. What does not wait any more is left as it is",
    body: z.object({ lineIds: z.array(Id).min(1).max(50) }),
    response: { 200: z.object({ shipped: z.int() }) },
  },
});
