import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import type { DemoOrder } from "./content/order-history.ts";
import { seededRandom } from "./seeded-random.ts";
import type { OfferIds } from "./seed-offers.ts";
import type { Shelf } from "./seed-shelf.ts";

type Place = {
  ownerId: string;
  customerId: string;
  shelf: Shelf;
  offerIds: OfferIds;
  affiliateCode: string | null;
};

const minuteMs = 60_000;

/** Sells one order of the history: one payment at checkout, and one for each add-on some minutes later. Returns its id. */
export async function sellDemoOrder(
  client: pg.PoolClient,
  demo: DemoOrder,
  { ownerId, customerId, shelf, offerIds, affiliateCode }: Place,
): Promise<string> {
  const { buyer, couponCode, createdAt: now } = demo;
  const random = seededRandom(`${buyer.email}/${demo.productSlug}`);
  const brand = random.pick(["visa", "visa", "mastercard", "amex"]);
  const card = { brand, last4: String(random.integer(1_000, 9_999)) };
  const payment = (cents: number) =>
    cents > 0 ? { id: `pi_seed_${randomUUID().replaceAll("-", "")}`, card } : null;

  const main = productOf(shelf, demo.productSlug);
  const lines = demo.lines.map(({ productSlug, ...line }): CartLine => {
    const product = productOf(shelf, productSlug);
    const offerId = line.itemType === "MAIN" ? null : offerIds(line.itemType, main.id, product.id);
    const source = line.itemType === "MAIN" ? ("COUPON" as const) : ("OFFER" as const);
    const discountSource = line.discountCents > 0 ? source : null;
    return { ...line, productId: product.id, quantity: 1, shippingCents: 0, offerId, discountSource };
  });
  const atCheckout = lines.filter(({ itemType }) => itemType !== "UPSELL");
  const totalCents = atCheckout.reduce((sum, line) => sum + line.totalPriceCents, 0);
  const paid = payment(totalCents);
  const customerName = `${buyer.firstName} ${buyer.lastName}`;
  const checkout = { ownerId, productId: main.id, customerName, couponCode };
  const bumpIds = atCheckout.flatMap(({ offerId }) => offerId ?? []);
  const { checkoutSessionId, couponId } = await openCheckout(client, {
    ...checkout,
    email: buyer.email,
    bumpIds,
    paymentIntentId: paid?.id ?? null,
    now,
  });
  const orderId = await writePaidOrder(client, {
    ...checkout,
    buyer: { customerId },
    currency: "usd",
    checkoutSessionId,
    couponId,
    affiliateCode,
    lines: atCheckout,
    totalCents,
    payment: paid,
    now,
  });
  for (const [index, line] of lines.entries()) {
    if (line.itemType !== "UPSELL" || line.offerId === null) continue;
    await writePaidOrder(client, {
      addedTo: orderId,
      upsellId: line.offerId,
      affiliateCode,
      lines: [line],
      totalCents: line.totalPriceCents,
      payment: payment(line.totalPriceCents),
      now: new Date(now.getTime() + index * minuteMs),
    });
  }
  return orderId;
}

/** Throws for a product that the demo store does not have. */
export function productOf(shelf: Shelf, slug: string) {
  const product = shelf.get(slug);
  if (!product) throw new Error(`the demo store has no ${slug}`);
  return product;
}

type Checkout = {
  ownerId: string;
  productId: string;
  customerName: string;
  couponCode: string | null;
  email: string;
  bumpIds: string[];
  paymentIntentId: string | null;
  now: Date;
};

/** A checkout of a browser that nobody has, with the bumps that were shown there, four minutes before it was paid. */
export async function openCheckout(client: pg.PoolClient, checkout: Checkout) {
  const { ownerId, productId, customerName, couponCode, email, bumpIds, paymentIntentId, now } = checkout;
  const { rows } = await client.query<{ checkoutSessionId: string; couponId: string | null }>({
    name: "seed_open_checkout",
    text: `insert into checkout_sessions (owner_id, product_id, browser_hash, email, customer_name, order_bumps_offered,
             order_bumps_accepted, coupon_code, payment_intent_id, expires_at, created_at, updated_at)
           values ($1, $2, 'seed_' || gen_random_uuid(), $3, $4,
             array(select b.id from order_bumps b where b.main_product_id = $2 and b.active), $5, $6, $7,
             $8::timestamptz + interval '1 day', $8::timestamptz - interval '4 minutes', $8)
           returning session_id as "checkoutSessionId",
             (select id from coupons where owner_id = $1 and lower(code) = lower($6)) as "couponId"`,
    values: [ownerId, productId, email, customerName, bumpIds, couponCode, paymentIntentId, now],
  });
  const [opened] = rows;
  if (!opened) throw new Error("a checkout of the demo store was not written");
  return opened;
}
