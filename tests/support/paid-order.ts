import { randomUUID } from "node:crypto";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { deliverWebhooks, goodCard, pay } from "./buy.ts";
import { makeCreator, makeProduct } from "./factories.ts";
import { makeBump } from "./offer-factory.ts";
import type { TestApp } from "./test-app.ts";

type Fields = {
  /** Of the main product; $19 unless given. */
  priceCents?: number;
  /** Prices of the bumps that are ticked. */
  bumps?: number[];
  /** Of every product. */
  product?: Partial<typeof products.$inferInsert>;
  card?: string;
  couponCode?: string;
  affiliateCode?: string;
  /** Sells for this creator; a new one unless given. */
  creator?: Awaited<ReturnType<typeof makeCreator>>;
  main?: typeof products.$inferSelect;
  /** The buyer; a new one unless given. */
  email?: string;
  /** The shop has not yet heard of the payment. */
  unnoticed?: boolean;
};

/** An order bought through the checkout and paid with a test card of the sandbox; as its creator sees it. */
export async function buyOrder(app: TestApp, fields: Fields = {}) {
  const { priceCents = 1_900, bumps = [], card = goodCard.number } = fields;
  const creator = fields.creator ?? (await makeCreator(app));
  const main =
    fields.main ?? (await makeProduct(app, { ...fields.product, ownerId: creator.id, priceCents }));
  const orderBumps: string[] = [];
  for (const price of bumps) {
    const extra = await makeProduct(app, { ...fields.product, ownerId: creator.id, priceCents: price });
    orderBumps.push((await makeBump(app, main, { bumpProductId: extra.id })).id);
  }
  const email = fields.email ?? `buyer-${randomUUID().slice(0, 8)}@example.com`;
  const browser = app.browser();
  const { couponCode, affiliateCode } = fields;
  const opened = await browser.call(createPaymentIntent, {
    body: {
      productId: main.id,
      customerEmail: email,
      orderBumps,
      ...(couponCode && { couponCode }),
      ...(affiliateCode && { affiliateCode }),
    },
  });
  if (opened.status !== 200) throw new Error(`the checkout was refused: ${opened.status} ${opened.text}`);
  const paymentIntentId = opened.body.paymentIntentId ?? "";
  await pay(browser, opened.body, { ...goodCard, number: card });
  if (!fields.unnoticed) await deliverWebhooks(app);
  const seller = app.as(creator);
  const id = await orderOf(app, paymentIntentId);
  const read = async () => {
    const orderId = id || (await orderOf(app, paymentIntentId));
    const { status, body, text } = await seller.call(getOrder, { params: { id: orderId } });
    if (status !== 200) throw new Error(`the order was refused: ${status} ${text}`);
    return body;
  };
  return { id, creator, seller, browser, email, main, paymentIntentId, read };
}

async function orderOf({ services }: TestApp, paymentIntentId: string): Promise<string> {
  const { rows } = await services.pool.query<{ id: string }>(
    "select id from orders where payment_intent_id = $1",
    [paymentIntentId],
  );
  return rows[0]?.id ?? "";
}

/** What the books have wrong now; nothing, one hopes. */
export const auditNow = ({ services }: TestApp) => auditBooks(services.pool, { provider: "sandbox" });
