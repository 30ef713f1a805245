import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { Conflict } from "#server/errors.ts";
import { couponExhausted, couponFirstPurchaseOnly } from "#server/features/coupons/coupon-refusal.ts";
import { holdCoupon, releaseCoupon } from "#server/features/coupons/hold-coupon.ts";
import type { Services } from "#server/services.ts";
import {
  type CartValues,
  type CheckoutSession,
  insertSession,
  insertVersion,
  type OpenCheckout,
} from "./checkout-session.ts";
import { holdMinutes, holdStock, releaseStock } from "./hold-stock.ts";
import { couponRefused, type PricedCart } from "./price-cart.ts";

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/** What a cart is kept under. */
export type CartOwner = {
  browserHash: string;
  email: string;
  customerName: string;
  affiliateCode: string | null;
  replyLinkCode: string | null;
  orderBumps: string[];
};

const dayMs = 86_400_000;

/**
 * Writes the cart as the session's next version (a new session's first) and keeps the stock and the coupon's use that
 * it needs, all or nothing. Undefined when another request of this browser was faster. Throws 409 when something is
 * sold out, 422 at `couponCode` when the coupon's last use has gone.
 */
export async function keepCart(
  services: Services,
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
): Promise<CheckoutSession | undefined> {
  const kept = async (client: Queryable) => {
    const version = await writeVersion(services, client, open, owner, cart);
    return version && session(open, owner, cart, version);
  };
  if (!cart.holds) return kept(services.pool);
  return inTransaction(services.pool, async (client) => {
    const written = await kept(client);
    if (written) await holdCart(services, client, written, cart);
    return written;
  });
}

/** Keeps what an unchanged cart holds for another half an hour. */
export async function refreshHolds(
  services: Services,
  open: OpenCheckout,
  current: CheckoutSession,
  cart: PricedCart,
): Promise<void> {
  await inTransaction(services.pool, async (client) => {
    const { rows } = await client.query(
      "update checkout_sessions set expires_at = $2 where session_id = $1 and status = 'ACTIVE' returning session_id",
      [current.id, expiresAt(services, open, cart)],
    );
    if (rows.length > 0) await holdCart(services, client, current, cart);
  });
}

/**
 * Gives back what earlier versions held, once the provider charges this one only. False, and nothing is given back, when
 * another request of the browser has written the next version meanwhile: that one may need it again.
 */
export async function releaseDropped(
  { pool }: Services,
  { id, cartVersion, lines, couponId }: Pick<CheckoutSession, "id" | "cartVersion" | "lines" | "couponId">,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      "select from checkout_sessions where session_id = $1 and cart_version = $2 for update",
      [id, cartVersion],
    );
    if (rowCount === 0) return false;
    await releaseStock(client, { sessionId: id, exceptLines: lines });
    await releaseCoupon(client, { checkoutSessionId: id, ...(couponId && { exceptCouponId: couponId }) });
    return true;
  });
}

async function holdCart(
  { clock }: Services,
  client: pg.PoolClient,
  current: CheckoutSession,
  cart: PricedCart,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + holdMinutes * 60_000);
  const soldOut = await holdStock(client, {
    sessionId: current.id,
    lines: cart.lines,
    expiresAt: until,
    now,
  });
  if (soldOut)
    throw Conflict(`${cart.titles.get(soldOut) ?? "This product"} is sold out.`, "SOLD_OUT", {
      productId: soldOut,
    });
  if (!cart.coupon) return;
  const hold = { couponId: cart.coupon.id, checkoutSessionId: current.id, email: current.email };
  if (await holdCoupon(client, { ...hold, expiresAt: until, now })) return;
  const { usageLimit, usageCount, heldCount } = cart.coupon;
  const hasRoom = usageLimit === null || usageCount + heldCount < usageLimit;
  const isFirstOnly = cart.coupon.firstTimeCustomerOnly && hasRoom;
  const { code, message } = isFirstOnly ? couponFirstPurchaseOnly : couponExhausted;
  throw couponRefused(code, message);
}

async function writeVersion(
  services: Services,
  client: Queryable,
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
): Promise<{ id: string; cartVersion: number } | undefined> {
  const values: CartValues = [
    owner.email,
    owner.affiliateCode,
    cart.coupon?.id ?? null,
    cart.coupon?.code ?? null,
    owner.orderBumps,
    JSON.stringify(cart.lines),
    cart.totalCents,
    open.currency,
    expiresAt(services, open, cart),
    services.clock.now(),
  ];
  if (open.session) {
    const { id, cartVersion } = open.session;
    const [version] = await insertVersion(client, id, cartVersion, ...values);
    return version && { id, ...version };
  }
  const { ownerId, productId } = open;
  const [opened] = await insertSession(
    client,
    ownerId,
    productId,
    owner.browserHash,
    owner.customerName,
    ...values,
    owner.replyLinkCode,
  );
  return opened && { ...opened, cartVersion: 1 };
}

function session(
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
  version: { id: string; cartVersion: number },
): CheckoutSession {
  return {
    ...version,
    paymentIntentId: open.session?.paymentIntentId ?? null,
    providerSubscriptionId: open.session?.providerSubscriptionId ?? null,
    email: owner.email,
    customerName: owner.customerName,
    affiliateCode: owner.affiliateCode,
    replyLinkCode: open.session ? open.session.replyLinkCode : owner.replyLinkCode,
    couponId: cart.coupon?.id ?? null,
    couponCode: cart.coupon?.code ?? null,
    orderBumps: owner.orderBumps,
    lines: cart.lines,
    totalCents: cart.totalCents,
    holds: cart.holds,
  };
}

/**
 * A cart that holds something gives it back after half an hour; any other one is open for a day. One that costs nothing
 * any more keeps what it held before: the earlier payment is still open.
 */
function expiresAt({ clock }: Services, { session: before }: OpenCheckout, cart: PricedCart): Date {
  const holds = cart.holds || (cart.totalCents === 0 && before?.holds === true);
  return new Date(clock.now().getTime() + (holds ? holdMinutes * 60_000 : dayMs));
}
