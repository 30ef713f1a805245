import type pg from "pg";
import { hotStatement, statement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { Conflict, HttpError } from "#server/errors.ts";
import { holdTime, releaseTimes } from "#server/features/bookings/hold-time.ts";
import { takenText, wasTaken } from "#server/features/bookings/lock-bookings.ts";
import { couponExhausted, couponFirstPurchaseOnly } from "#server/features/coupons/coupon-refusal.ts";
import { holdCoupon, isScarce, releaseCoupon } from "#server/features/coupons/hold-coupon.ts";
import { releaseStock } from "#server/features/orders/held-stock.ts";
import type { PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import type { CheckoutSession } from "./checkout-session.ts";
import { holdMinutes, holdStock } from "./hold-stock.ts";
import { couponRefused, type PricedCart } from "./price-cart.ts";

type Held = {
  session: CheckoutSession;
  cart: PricedCart;
  network: string;
  productId: string;
  /** Of a session whose time is chosen here. */
  time: { startsAt: Date | undefined } | undefined;
};

export const dayMs = 86_400_000;

/**
 * The buyer presses pay: what this cart version needs is held for 15 minutes, and at a second press for 15 more.
 * Undefined when another request wrote the next version, or the session has ended. Throws 409 when something is sold out,
 * 422 at `couponCode` when the coupon's last use has gone, as `holdTime` does where a time is chosen, 429 when the buyer's network holds as much as it may.
 */
export async function holdForPayment(
  { pool, clock }: Services,
  wanted: Held,
): Promise<CheckoutSession | undefined> {
  const { session, cart } = wanted;
  if (!cart.holds) return session;
  return inTransaction(pool, async (client) => {
    const now = clock.now();
    const until = new Date(now.getTime() + holdMinutes * 60_000);
    const [held] = await recordHold(client, session.id, session.cartVersion, now, until);
    if (!held) return undefined;
    await holdCart(client, { ...wanted, until: held.heldUntil, now });
    return { ...session, holds: true, heldUntil: held.heldUntil.toISOString() };
  }).catch((error: unknown) => {
    throw wasTaken(error) ? Conflict(takenText, "TIME_TAKEN") : error;
  });
}

/** Holds what a cart needs, all or nothing, in the caller's transaction. Throws as `holdForPayment` does. */
async function holdCart(client: pg.PoolClient, wanted: Held & { until: Date; now: Date }): Promise<void> {
  await holdGoods(client, wanted);
  const { session, cart, network, until, now, productId, time } = wanted;
  if (!time) return;
  const { id: checkoutSessionId, email } = session;
  const isHeld = await holdTime(client, {
    checkoutSessionId,
    productId,
    startsAt: time.startsAt,
    email,
    isFree: cart.totalCents === 0,
    network,
    expiresAt: until,
    now,
  });
  if (!isHeld) throw networkFull();
}

async function holdGoods(
  client: pg.PoolClient,
  { session, cart, network, until, now, productId }: Held & { until: Date; now: Date },
): Promise<void> {
  const kept = { network, expiresAt: until, now };
  const refusal = await holdStock(client, { sessionId: session.id, lines: cart.lines, ...kept });
  if (refusal?.reason === "NETWORK_FULL") throw networkFull();
  if (refusal) {
    const line = cart.lines.find((each) => each.productId === refusal.productId);
    // Who buys a bundle hears of it, as before pay is pressed, and not of the part that is gone.
    const chosen = line?.itemType === "PART" ? productId : refusal.productId;
    throw Conflict(`${cart.titles.get(chosen) ?? "This product"} is sold out.`, "SOLD_OUT", {
      productId: chosen,
    });
  }
  if (!cart.coupon || !isScarce(cart.coupon)) return;
  const { id: checkoutSessionId, email } = session;
  const outcome = await holdCoupon(client, { couponId: cart.coupon.id, checkoutSessionId, email, ...kept });
  if (outcome === "HELD") return;
  if (outcome === "NETWORK_FULL") throw networkFull();
  const { code, message } = outcome === "NOT_FIRST" ? couponFirstPurchaseOnly : couponExhausted;
  throw couponRefused(code, message);
}

/**
 * Gives back what earlier versions held, once the provider charges this one only. False, and nothing is given back, when
 * another request of the browser has written the next version meanwhile, which may need it again.
 */
export async function releaseDropped(
  { pool, clock }: Services,
  { id, cartVersion, lines, couponId }: Pick<CheckoutSession, "id" | "cartVersion" | "lines" | "couponId">,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const current = await lockVersion(client, id, cartVersion);
    if (current.length === 0) return false;
    await releaseStock(client, { sessionId: id, exceptLines: lines });
    await releaseCoupon(client, { checkoutSessionId: id, ...(couponId && { exceptCouponId: couponId }) });
    await recordRelease(client, id, new Date(clock.now().getTime() + dayMs));
    return true;
  });
}

/**
 * A payment that failed holds nothing any more: the next press of pay holds anew. News of an attempt that was known when
 * pay was pressed is old, and ends nothing.
 */
export async function releaseFailed({ pool, clock }: Services, intent: PaymentIntent): Promise<void> {
  const { id, status, failedAttempt } = intent;
  if (status !== "requires_payment_method" || failedAttempt === null) return;
  await inTransaction(pool, async (client) => {
    const [failed] = await recordFailure(client, id, failedAttempt, new Date(clock.now().getTime() + dayMs));
    if (!failed) return;
    await releaseStock(client, { sessionId: failed.id, exceptLines: [] });
    await releaseCoupon(client, { checkoutSessionId: failed.id });
    await releaseTimes(client, [failed.id]);
  });
}

/** The buyer's network holds as much as it may. */
export const networkFull = () =>
  new HttpError(
    429,
    "HOLDS_FULL",
    "Several people on your network are paying for this at the moment. Please try again in a few minutes.",
    { retryAfterSeconds: 60 },
  );

const recordHold = hotStatement("checkout_record_hold")<
  { heldUntil: Date },
  [sessionId: string, cartVersion: number, now: Date, until: Date]
>(`update checkout_sessions
      set held_until = case when hold_renewed and held_until > $3 then held_until else $4 end,
          expires_at = case when hold_renewed and held_until > $3 then held_until else $4 end,
          hold_renewed = coalesce(held_until > $3, false),
          next_check_at = $3::timestamptz + interval '2 minutes', checks = 0
    where session_id = $1 and cart_version = $2 and status = 'ACTIVE'
   returning held_until as "heldUntil"`);

const recordFailure = hotStatement("checkout_record_failure")<
  { id: string },
  [paymentIntentId: string, failedAttempt: string, expiresAt: Date]
>(`update checkout_sessions set held_until = null, hold_renewed = false, pressed_at = null, known_failure = $2, expires_at = $3
    where payment_intent_id = $1 and status = 'ACTIVE' and held_until is not null and known_failure is distinct from $2
   returning session_id as id`);

const lockVersion = statement("checkout_lock_version")<never, [sessionId: string, cartVersion: number]>(
  "select from checkout_sessions where session_id = $1 and cart_version = $2 for update",
);

/** Where nothing is held any more. */
const recordRelease = statement("checkout_record_release")<never, [sessionId: string, expiresAt: Date]>(
  `update checkout_sessions set held_until = null, hold_renewed = false, expires_at = $2
    where session_id = $1 and held_until is not null
      and not exists (select from stock_holds where checkout_session_id = $1 and state = 'HELD')
      and not exists (select from coupon_redemptions where checkout_session_id = $1 and state = 'HELD')
      and not exists (select from bookings where checkout_session_id = $1 and state = 'HELD')`,
);
