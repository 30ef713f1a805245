import type { z } from "zod";
import type { confirmTotal as confirmEndpoint } from "#contract/checkout/checkout.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, HttpError, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { completeFreeOrder, completeOrder } from "./complete-order.ts";
import { confirmTotal } from "./confirm-total.ts";
import type { Buyer } from "./price-cart.ts";
import type { TakesScarce } from "./scarce-for-free.ts";

const tookEnough = () =>
  new HttpError(
    429,
    "HOLDS_FULL",
    "As many people on your network have taken this today as may for free. Please try again tomorrow.",
    { retryAfterSeconds: 3_600 },
  );

type SeenFreeCart = Omit<z.output<typeof confirmEndpoint.schema.body>, "totalCents">;

/**
 * Places this browser's free order and returns the reference its pages know it by. Throws 409 when the price is no
 * longer 0 (with the reason at `couponCode` where a coupon no longer counts), 404 for another browser's checkout, 429
 * where the buyer's network has taken as much of something scarce for nothing as it may.
 */
export async function placeFreeOrder(
  services: Services,
  buyer: Buyer,
  checkoutSessionId: string,
  seen: SeenFreeCart,
  takesScarce: TakesScarce,
): Promise<string> {
  const findPlaced = async () => {
    const [placed] = await selectPlaced(services.pool, checkoutSessionId, buyer.browserHash);
    return placed?.id;
  };
  const orderId =
    (await findPlaced()) ??
    (await place(services, buyer, checkoutSessionId, seen, takesScarce).catch(async (error: unknown) => {
      // A double click: the first one was placing the order meanwhile.
      const placed = await findPlaced();
      if (placed === undefined) throw error;
      return placed;
    }));
  return `free_${orderId}`;
}

async function place(
  services: Services,
  buyer: Buyer,
  checkoutSessionId: string,
  seen: SeenFreeCart,
  takesScarce: TakesScarce,
): Promise<string> {
  const confirmed = await confirmTotal(services, buyer, checkoutSessionId, { ...seen, totalCents: 0 });
  if (!confirmed.unchanged)
    throw new HttpError(
      409,
      "PRICE_CHANGED",
      "The price has changed. Please check the total and try again.",
      confirmed.couponProblem === null ? {} : { fields: { couponCode: confirmed.couponProblem } },
    );
  for (const scarce of await selectScarce(services.pool, checkoutSessionId))
    if (!(await takesScarce({ ...scarce, network: buyer.network, checkoutSessionId }))) throw tookEnough();
  await cancelEarlierPayment(services, checkoutSessionId);
  const outcome = await completeFreeOrder(services, buyer, checkoutSessionId, seen.cartVersion);
  if (!outcome.orderId) throw NotFound("This checkout has ended. Please reload the page.");
  return outcome.orderId;
}

/** A cart that cost something before has an intent: it must not be payable any more. Throws 409 when it was paid meanwhile. */
async function cancelEarlierPayment(services: Services, checkoutSessionId: string): Promise<void> {
  for (const { paymentIntentId } of await selectIntent(services.pool, checkoutSessionId)) {
    const { status } = await services.payments
      .cancelIntent(paymentIntentId)
      .catch(() => services.payments.getIntent(paymentIntentId));
    if (status === "canceled") continue;
    await completeOrder(services, paymentIntentId);
    throw Conflict("This purchase is already paid.", "ALREADY_PAID", { orderReference: paymentIntentId });
  }
}

/** The order that this checkout has become. */
const selectPlaced = statement("checkout_select_placed_order")<
  { id: string },
  [sessionId: string, browserHash: string]
>(
  `select o.id from checkout_sessions s join orders o on o.id = s.completed_order_id
    where s.session_id = $1 and s.browser_hash = $2 and o.payment_intent_id is null`,
);

const selectIntent = statement("checkout_select_intent")<{ paymentIntentId: string }, [sessionId: string]>(
  `select payment_intent_id as "paymentIntentId" from checkout_sessions where session_id = $1 and payment_intent_id is not null`,
);

/** What is held for it and can run out. */
const selectScarce = statement("checkout_select_scarce")<
  { productId: string; left: number },
  [sessionId: string]
>(
  `select h.product_id as "productId", p.inventory_quantity as left from stock_holds h join products p on p.id = h.product_id
    where h.checkout_session_id = $1 and h.state = 'HELD' and not p.allow_backorder`,
);
