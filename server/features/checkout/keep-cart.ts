import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import type { Services } from "#server/services.ts";
import {
  type CartValues,
  type CheckoutSession,
  insertSession,
  insertVersion,
  type OpenCheckout,
} from "./checkout-session.ts";
import { dayMs, holdCart } from "./hold-cart.ts";
import { holdMinutes } from "./hold-stock.ts";
import type { PricedCart } from "./price-cart.ts";

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/** What a cart is kept under. */
export type CartOwner = {
  browserHash: string;
  network: string;
  email: string;
  customerName: string;
  affiliateCode: string | null;
  replyLinkCode: string | null;
  orderBumps: string[];
};

/**
 * Writes the cart as the session's next version (a new session's first). While pay has been pressed for a version before,
 * in this tab or another, this one is held in the same transaction, until the same moment: nothing may be charged that is
 * not held.
 * Undefined when another request of this browser was faster. Throws as `holdForPayment` does.
 */
export async function keepCart(
  services: Services,
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
): Promise<CheckoutSession | undefined> {
  const held = heldUntil(open.session);
  const begun = held || !cart.holds ? undefined : pressedUntil(services, open.session);
  const kept = async (client: Queryable) => {
    const version = await writeVersion(services, client, open, owner, cart, { held, begun });
    return version && session(open, owner, cart, version, begun);
  };
  const until = held ?? begun;
  if (!until || !cart.holds) return kept(services.pool);
  return inTransaction(services.pool, async (client) => {
    const written = await kept(client);
    const now = services.clock.now();
    if (written) await holdCart(client, { session: written, cart, network: owner.network, until, now });
    return written;
  });
}

async function writeVersion(
  services: Services,
  client: Queryable,
  open: OpenCheckout,
  owner: CartOwner,
  cart: PricedCart,
  { held, begun }: { held: Date | undefined; begun: Date | undefined },
): Promise<{ id: string; cartVersion: number } | undefined> {
  const now = services.clock.now();
  const values: CartValues = [
    owner.email,
    owner.affiliateCode,
    cart.coupon?.id ?? null,
    cart.coupon?.code ?? null,
    owner.orderBumps,
    JSON.stringify(cart.lines),
    cart.totalCents,
    open.currency,
    // A checkout that holds something ends with its hold; any other one is open for a day.
    held ?? begun ?? new Date(now.getTime() + dayMs),
    now,
  ];
  if (open.session) {
    const { id, cartVersion, heldUntil, pressedAt } = open.session;
    const [version] = await insertVersion(
      client,
      id,
      cartVersion,
      ...values,
      heldUntil,
      pressedAt,
      begun ?? null,
    );
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
  begun: Date | undefined,
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
    holds: begun !== undefined || (open.session?.holds ?? false),
    heldUntil: begun?.toISOString() ?? open.session?.heldUntil ?? null,
    pressedAt: open.session?.pressedAt ?? null,
  };
}

const heldUntil = (session: CheckoutSession | null): Date | undefined =>
  session?.holds && session.heldUntil !== null ? new Date(session.heldUntil) : undefined;

/** Pay was pressed for a cart that needed no holding, and its payment may be on its way: until then it counts. */
function pressedUntil({ clock }: Services, session: CheckoutSession | null): Date | undefined {
  if (!session || session.pressedAt === null) return undefined;
  const until = new Date(new Date(session.pressedAt).getTime() + holdMinutes * 60_000);
  return until > clock.now() ? until : undefined;
}
