import type { z } from "zod";
import type { confirmTotal as endpoint } from "#contract/checkout.ts";
import { hotStatement } from "#server/database/hot-statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { startCheckout } from "./start-checkout.ts";

type Input = z.output<typeof endpoint.schema.body>;
export type ConfirmedTotal = z.input<(typeof endpoint.schema.response)[200]>;

/**
 * Asked right before the card is confirmed. Prices the cart again; `unchanged` says that what the buyer saw is what the
 * intent will charge. Otherwise the new lines are shown and the buyer decides again. Throws 404 for another browser's session.
 */
export async function confirmTotal(
  services: Services,
  browserHash: string | undefined,
  sessionId: string,
  seen: Input,
): Promise<ConfirmedTotal> {
  const [session] = await nameBuyer(services.pool, sessionId, browserHash ?? "", seen.customerName);
  if (!session) throw NotFound("This checkout has ended. Please reload the page.");
  const current = await startCheckout(services, browserHash ?? "", {
    productId: session.productId,
    customerEmail: session.email,
    orderBumps: [],
    buyAgain: true,
  });
  return {
    unchanged:
      current.checkoutSessionId === sessionId &&
      current.cartVersion === seen.cartVersion &&
      current.totalCents === seen.totalCents,
    totalCents: current.totalCents,
    lines: current.lines,
    cartVersion: current.cartVersion,
    coupon: current.coupon,
    couponProblem: null,
    clientSecret: current.clientSecret,
    paymentIntentId: current.paymentIntentId,
    checkoutSessionId: current.checkoutSessionId,
  };
}

/** The name on the order is the last one typed before paying. */
const nameBuyer = hotStatement<
  { productId: string; email: string },
  [sessionId: string, browserHash: string, name: string]
>(
  "checkout_name_buyer",
  `update checkout_sessions set customer_name = $3
    where session_id = $1 and browser_hash = $2 and status = 'ACTIVE'
   returning product_id as "productId", email`,
);
