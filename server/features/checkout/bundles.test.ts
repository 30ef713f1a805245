import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { priceCheckout } from "#contract/checkout/checkout.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { renderReceipt } from "#server/features/orders/mails/receipt.ts";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeBundle } from "#tests/support/bundle-factory.ts";
import { deliverWebhooks, leeds, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct, makeShippingRate } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

/** A $40 bundle of a file for $29, a service for $19 and a free one. */
async function openKit(fields: Partial<typeof products.$inferInsert> = {}) {
  const creator = await makeCreator(app, { givenPlan: "PRO" });
  const product = (more: Partial<typeof products.$inferInsert>) =>
    makeProduct(app, { ...more, ownerId: creator.id });
  const parts = [
    await product({
      title: "Guide",
      type: "DOWNLOAD",
      priceCents: 2_900,
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://example.com/guide.pdf",
      maxDownloads: 3,
    }),
    await product({ title: "Audit", type: "SERVICE", priceCents: 1_900 }),
    await product({ title: "Gift", type: "SERVICE", priceCents: 0 }),
  ] as const;
  return { creator, parts, product, kit: await makeBundle(app, parts, { title: "The kit", ...fields }) };
}

const price = async (productId: string, more: object = {}, who = app.browser()) =>
  who.call(priceCheckout, { params: { productId }, querystring: more });

test("a bundle is bought as one line, and each part opens with its share of what was paid", async () => {
  const { creator, kit, parts } = await openKit();
  const coupon = await makeCoupon(app, {
    ownerId: creator.id,
    discountType: "PERCENTAGE",
    discountValue: 3_333,
  });
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  const seen = await price(kit.id, { couponCode: coupon.code });
  expect(seen.body).toMatchObject({
    totalCents: 2_666,
    lines: [
      {
        productId: kit.id,
        title: "The kit",
        unitPriceCents: 4_000,
        discountCents: 1_334,
        totalPriceCents: 2_666,
        parts: [
          { title: "Guide", isOwned: false },
          { title: "Audit", isOwned: false },
          { title: "Gift", isOwned: false },
        ],
      },
    ],
  });
  expect(seen.body.lines).toHaveLength(1);

  const bought = await buyOrder(app, {
    main: kit,
    creator,
    couponCode: coupon.code,
    affiliateCode: link.code,
  });
  const { lines, items, totalCents } = await bought.read();
  expect(totalCents).toBe(2_666);
  expect(items.map(({ title }) => title)).toEqual(["The kit"]);
  expect(lines.map((line) => [line.title, line.itemType, line.totalPriceCents, line.hasAccess])).toEqual([
    ["The kit", "MAIN", 0, true],
    ["Guide", "PART", 1_611, true],
    ["Audit", "PART", 1_055, true],
    ["Gift", "PART", 0, true],
  ]);
  expect(lines[1]?.download).toMatchObject({ maxDownloads: 3, isActive: true });
  const page = await bought.browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: bought.paymentIntentId },
    querystring: { customer_email: bought.email },
  });
  const [whole] = wholeLines(page.body.orderItems);
  expect(whole).toMatchObject({ totalPriceCents: 2_666, discountCents: 1_334 });
  expect(whole?.parts.map(({ isOpen, work }) => [isOpen, work])).toEqual([
    [true, null],
    [true, "TO_DO"],
    [true, "TO_DO"],
  ]);
  const { rows } = await app.services.pool.query<{ cents: number }>(
    "select sum(amount_cents)::int as cents from commissions where order_id = $1",
    [bought.id],
  );
  expect(rows[0]?.cents).toBeGreaterThan(0);
  // Its creator is told of one thing that was sold.
  const { rows: told } = await app.services.pool.query(
    "select facts ->> 'title' as title, (facts ->> 'more')::int as more from notifications where kind = 'FIRST_SALE' and owner_id = $1",
    [creator.id],
  );
  expect(told).toEqual([{ title: "The kit", more: 0 }]);
  expect(await auditNow(app)).toEqual([]);

  // Who owns a part already is told before paying; what others own is nobody's business.
  const again = await price(kit.id, {}, bought.browser);
  expect(again.body.lines[0]?.parts.map(({ isOwned }) => isOwned)).toEqual([true, true, true]);
  const small = await makeBundle(app, [parts[1], await makeProduct(app, { ownerId: creator.id })]);
  const other = await price(small.id, {}, bought.browser);
  expect(other.body.lines[0]?.parts.map(({ isOwned }) => isOwned)).toEqual([true, false]);
});

test("its receipt says what is in it, at one price", async () => {
  const { creator, kit } = await openKit();
  const bought = await buyOrder(app, { main: kit, creator });
  const mail = await renderReceipt(app.services, { orderId: bought.id });
  expect(mail.text).toContain("The kit: $40.00");
  expect(mail.text).toContain("Bundle · With Guide; Audit; Gift");
  expect(mail.text).not.toMatch(/Guide: \$/);
});

test("buyers who choose a bundle's price pay it, whatever changes meanwhile, and a free bundle opens its parts", async () => {
  const { kit, creator } = await openKit({ priceCents: 0, suggestedPriceCents: 3_000 });
  const browser = app.browser();
  const opened = await openCheckout(browser, kit.id, "a@example.com", { amountCents: 1_001 });
  expect(opened.totalCents).toBe(1_001);
  expect((await pressPay(browser, opened)).body).toMatchObject({ unchanged: true, totalCents: 1_001 });
  await pay(browser, opened);
  await deliverWebhooks(app);
  const free = await makeBundle(
    app,
    [await makeProduct(app, { ownerId: creator.id }), await makeProduct(app, { ownerId: creator.id })],
    { priceCents: 0 },
  );
  const order = await openCheckout(app.browser(), free.id);
  expect(order).toMatchObject({ free: true, totalCents: 0 });
  expect(await auditNow(app)).toEqual([]);
});

test("all stock of a bundle is held together, and its last piece is sold once, alone or in it", async () => {
  const { kit, product, creator } = await openKit();
  const [print, mug] = [
    await product({ title: "Print", trackInventory: true, inventoryQuantity: 3 }),
    await product({ title: "Mug", trackInventory: true, inventoryQuantity: 1 }),
  ];
  const set = await makeBundle(app, [print, mug], { title: "Set" });
  const buyers = Array.from({ length: 8 }, (_, place) => ({
    browser: app.browser(),
    productId: place % 2 === 0 ? set.id : mug.id,
  }));
  expect((await price(set.id)).body.stockLeft).toBe(1);
  const opened = await Promise.all(
    buyers.map(({ browser, productId }, place) =>
      openCheckout(browser, productId, `race-${place}@example.com`),
    ),
  );
  const pressed = await Promise.all(
    opened.map((checkout, place) => pressPay(buyers[place]?.browser ?? app.browser(), checkout)),
  );
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1);
  // Each hears of what they chose, before the hold or by it.
  for (const [place, { status, body }] of pressed.entries())
    if (status !== 200) {
      const productId = buyers[place]?.productId;
      const message = productId === set.id ? "Set is sold out." : "Mug is sold out.";
      expect(body).toMatchObject({ code: "SOLD_OUT", message, productId });
    }
  const left = async (id: string) =>
    (await db.query.products.findFirst({ where: eq(products.id, id) }))?.inventoryQuantity;
  const won = pressed.findIndex(({ status }) => status === 200);
  const isSet = buyers[won]?.productId === set.id;
  expect([await left(print.id), await left(mug.id)]).toEqual([isSet ? 2 : 3, 0]);
  expect((await price(set.id)).body.stockLeft).toBe(0);
  const winner = opened[won];
  if (winner) await pay(buyers[won]?.browser ?? app.browser(), winner);
  await deliverWebhooks(app);
  expect([await left(print.id), await left(mug.id)]).toEqual([isSet ? 2 : 3, 0]);
  const late = await price(kit.id);
  expect(late.status).toBe(200);
  expect(creator.id).toBe(set.ownerId);
  expect(await auditNow(app)).toEqual([]);
});

test("each part that is posted is a piece of the parcel, to a country that is served, and has its share of the postage", async () => {
  const { kit: _, product, creator, parts } = await openKit();
  const posted = { type: "PHYSICAL", requiresShipping: true } as const;
  await makeShippingRate(app, { ownerId: creator.id, country: "GB", firstCents: 501, furtherCents: 200 });
  const set = await makeBundle(app, [await product(posted), parts[0], await product(posted)]);
  const browser = app.browser();
  expect((await price(set.id)).body).toMatchObject({ requiresShipping: true, shipping: { cents: null } });
  const opened = await openCheckout(browser, set.id, "di@example.com", { shippingCountry: "GB" });
  expect(opened.totalCents).toBe(4_701);
  expect((await pressPay(browser, opened)).status).toBe(422);
  expect((await pressPay(browser, opened, leeds)).body).toMatchObject({ unchanged: true });
  await pay(browser, opened);
  await deliverWebhooks(app);
  const { rows } = await app.services.pool.query<{ shipping: number }>(
    `select i.shipping_cents as shipping from order_items i join orders o on o.id = i.order_id
      where o.product_id = $1 and i.item_type = 'PART' order by i.position`,
    [set.id],
  );
  expect(rows.map(({ shipping }) => shipping)).toEqual([351, 0, 350]);
  expect(await auditNow(app)).toEqual([]);
});

test("a bundle with a part that is not for sale cannot be bought, and says so; a part is no add-on beside it", async () => {
  const { kit, parts, product } = await openKit();
  const extra = await product({});
  const part = await makeBump(app, kit, { bumpProductId: parts[1].id });
  const bump = await makeBump(app, kit, { bumpProductId: extra.id, position: 1 });
  const both = await price(kit.id, { orderBumps: `${part.id},${bump.id}` });
  expect(both.body.lines.map(({ productId }) => productId)).toEqual([kit.id, extra.id]);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, parts[1].id));
  expect(await price(kit.id)).toMatchObject({ status: 409, body: { code: "PART_NOT_ON_SALE" } });
});
