import { expect, test } from "vitest";
import { priceCheckout } from "#contract/checkout/checkout.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { exportOrderLines, exportOrders } from "#contract/orders/order-exports.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { type CartWishes, deliverWebhooks, leeds, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeProduct, makeShippingRate } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { renderReceipt } from "#server/features/orders/mails/receipt.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async (text: string, value: string) =>
  (await pool.query<Record<string, unknown>>(text, [value])).rows;

/** A book at 20 dollars, sent to Britain for 4 and 1 more for each further thing, and to Germany for 9. */
async function bookShop() {
  const book = await makeProduct(app, { type: "PHYSICAL", requiresShipping: true, priceCents: 2_000 });
  const { ownerId } = book;
  await pool.query("delete from shipping_rates where owner_id = $1", [ownerId]);
  await makeShippingRate(app, { ownerId, country: "GB", firstCents: 400, furtherCents: 100 });
  await makeShippingRate(app, { ownerId, country: "DE", firstCents: 900, furtherCents: 0 });
  const seller = app.as({ id: ownerId });
  const freeShip = () => makeCoupon(app, { ownerId, discountType: "FREE_SHIPPING", discountValue: 0 });
  return { book, ownerId, seller, freeShip };
}

const price = async (productId: string, querystring: Record<string, string> = {}) =>
  (await app.browser().call(priceCheckout, { params: { productId }, querystring })).body;

/** Pays a cart that goes to Leeds. */
async function bought(productId: string, cart: CartWishes = {}) {
  const browser = app.browser();
  const checkout = await openCheckout(browser, productId, "di@example.com", {
    shippingCountry: "GB",
    ...cart,
  });
  expect((await pressPay(browser, checkout, leeds)).body.unchanged).toBe(true);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const [order] = await rowsOf("select id, total_cents from orders where product_id = $1", productId);
  return { browser, checkout, order: order as { id: string; total_cents: number } };
}

test("a country has its price before anybody says who buys; one that is not served has none", async () => {
  const { book } = await bookShop();
  const countries = ["DE", "GB"];
  expect(await price(book.id)).toMatchObject({
    totalCents: 2_000,
    shipping: { countries, country: null, cents: null },
  });
  expect(await price(book.id, { shippingCountry: "GB" })).toMatchObject({
    totalCents: 2_400,
    shipping: { countries, country: "GB", cents: 400 },
    lines: [{ unitPriceCents: 2_000, discountCents: 0, shippingCents: 400, totalPriceCents: 2_400 }],
  });
  expect(await price(book.id, { shippingCountry: "DE" })).toMatchObject({ totalCents: 2_900 });
  expect(await price(book.id, { shippingCountry: "FR" })).toMatchObject({
    totalCents: 2_000,
    shipping: { country: null, cents: null },
  });
  await makeShippingRate(app, { ownerId: book.ownerId, firstCents: 1_500, furtherCents: 0 });
  expect(await price(book.id, { shippingCountry: "FR" })).toMatchObject({
    totalCents: 3_500,
    shipping: { countries: null, country: "FR", cents: 1_500 },
  });
});

test("what is not shipped asks for no country and costs the same with one", async () => {
  const file = await makeProduct(app, { priceCents: 2_000 });
  expect(await price(file.id, { shippingCountry: "GB" })).toMatchObject({
    totalCents: 2_000,
    requiresShipping: false,
    shipping: null,
  });
});

test("things that are sent together cost the first rate once", async () => {
  const { book, ownerId } = await bookShop();
  const file = await makeProduct(app, { ownerId, priceCents: 1_000 });
  const pen = await makeProduct(app, { ownerId, priceCents: 500, requiresShipping: true });
  const bumps = [
    await makeBump(app, book, { bumpProductId: file.id }),
    await makeBump(app, book, { bumpProductId: pen.id }),
  ];
  const orderBumps = bumps.map(({ id }) => id).join(",");
  const both = await price(book.id, { orderBumps, shippingCountry: "GB" });
  expect(both.lines.map(({ shippingCents }) => shippingCents)).toEqual([400, 0, 100]);
  expect(both.shipping?.cents).toBe(500);
  expect(both.totalCents).toBe(both.lines.reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0));
  const penShop = await makeBump(app, file, { bumpProductId: pen.id });
  const alone = await price(file.id, { orderBumps: penShop.id, shippingCountry: "GB" });
  expect(alone.lines.map(({ shippingCents }) => shippingCents)).toEqual([0, 400]);
});

test("a coupon for free shipping takes all of it away, is used for it, and is not where nothing was to pay", async () => {
  const { book, ownerId, freeShip } = await bookShop();
  const { code, id } = await freeShip();
  expect(await price(book.id, { couponCode: code })).toMatchObject({
    totalCents: 2_000,
    coupon: { discountCents: 0, freeShipping: true },
    shipping: { country: null, cents: 0 },
  });
  expect(await price(book.id, { couponCode: code, shippingCountry: "DE" })).toMatchObject({
    totalCents: 2_000,
    shipping: { country: "DE", cents: 0 },
  });
  const { order } = await bought(book.id, { couponCode: code });
  expect(order.total_cents).toBe(2_000);
  const uses = async () => rowsOf("select usage_count from coupons where id = $1", id);
  expect(await uses()).toEqual([{ usage_count: 1 }]);
  await makeShippingRate(app, { ownerId, country: "GB", firstCents: 0, furtherCents: 0 });
  const other = await makeProduct(app, { ownerId, requiresShipping: true });
  await bought(other.id, { couponCode: code });
  expect(await uses()).toEqual([{ usage_count: 1 }]);
});

test("what was shown is charged and stands in the order, its exports and its mail", async () => {
  const { book, seller } = await bookShop();
  const { order, checkout } = await bought(book.id);
  expect(checkout.totalCents).toBe(2_400);
  expect(order.total_cents).toBe(2_400);
  expect(
    await rowsOf(
      "select unit_price_cents, shipping_cents, total_price_cents from order_items where order_id = $1",
      order.id,
    ),
  ).toEqual([{ unit_price_cents: 2_000, shipping_cents: 400, total_price_cents: 2_400 }]);
  expect(await rowsOf("select amount_cents from order_payments where order_id = $1", order.id)).toEqual([
    { amount_cents: 2_400 },
  ]);
  for (const file of [exportOrders, exportOrderLines]) {
    const [head, row] = csvLines((await seller.call(file as never)).text).map((line) => line.split(","));
    expect(row?.[head?.indexOf("Shipping") ?? 0]).toBe("4");
    expect(row?.[head?.indexOf("Total") ?? 0]).toBe("24");
  }
  const { text } = await renderReceipt(app.services, { orderId: order.id });
  expect(text).toMatch(/Shipping\W+\$4\.00/);
  expect(text).toMatch(/Total paid\W+\$24\.00/);
});

test("a country that is not served is refused at its field, and nothing is held", async () => {
  const { book } = await bookShop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, book.id, "fr@example.com", { shippingCountry: "GB" });
  const lyon = { name: "Fr", line1: "1 Rue", city: "Lyon", postalCode: "69001", country: "FR" };
  expect(await pressPay(browser, checkout, lyon)).toMatchObject({
    status: 422,
    body: { fields: { "shippingAddress.country": expect.stringContaining("France") } },
  });
});

test("an address in another country than was priced is shown its price first", async () => {
  const { book } = await bookShop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, book.id, "de@example.com", { shippingCountry: "GB" });
  const berlin = { name: "Di", line1: "Weg 1", city: "Berlin", postalCode: "10115", country: "DE" };
  expect((await pressPay(browser, checkout, berlin)).body).toMatchObject({
    unchanged: false,
    totalCents: 2_900,
    shipping: { country: "DE", cents: 900 },
  });
});

test("who pays without the shipping of their country has nothing sent there", async () => {
  const { book, seller } = await bookShop();
  const browser = app.browser();
  const priced = await openCheckout(browser, book.id, "thief@example.com", { shippingCountry: "GB" });
  expect((await pressPay(browser, priced, leeds)).body.unchanged).toBe(true);
  const cheaper = await openCheckout(browser, book.id, "thief@example.com");
  expect(cheaper.totalCents).toBe(2_000);
  await pay(browser, cheaper);
  await deliverWebhooks(app);
  expect(
    await rowsOf("select total_cents, shipping_address from orders where product_id = $1", book.id),
  ).toEqual([{ total_cents: 2_000, shipping_address: null }]);
  expect(seller).toBeDefined();
});

test("an affiliate earns on goods and not on their shipping, also after a part went back", async () => {
  const { book, ownerId, seller } = await bookShop();
  const { link } = await makeAffiliate(app, { ownerId, commissionRate: "0.25" });
  const { order } = await bought(book.id, { affiliateCode: link.code });
  const earned = () =>
    rowsOf(
      "select sum(amount_cents)::int as cents from commissions where order_id = $1 and status <> 'VOID'",
      order.id,
    );
  expect(await earned()).toEqual([{ cents: 500 }]);
  const [line] = await rowsOf("select id from order_items where order_id = $1", order.id);
  const refund = (amountCents: number) =>
    seller.call(refundOrder, {
      params: { id: order.id },
      body: {
        lines: [{ orderItemId: String(line?.["id"]), amountCents }],
        idempotencyKey: `back-${amountCents}`,
      },
    });
  expect((await refund(1_000)).status).toBe(200);
  expect(await earned()).toEqual([{ cents: 250 }]);
  expect(await auditNow(app)).toEqual([]);
  expect((await refund(1_400)).status).toBe(200);
  expect(await rowsOf("select status, refunded_cents from orders where id = $1", order.id)).toEqual([
    { status: "REFUNDED", refunded_cents: 2_400 },
  ]);
});

test("an add-on that is shipped joins the parcel at the further rate, which is said and charged", async () => {
  const { book, ownerId } = await bookShop();
  const pen = await makeProduct(app, { ownerId, priceCents: 500, requiresShipping: true });
  const upsell = await makeUpsell(app, book, {
    upsellProductId: pen.id,
    discountType: "FIXED",
    discountValue: 0,
  });
  const { browser, checkout, order } = await bought(book.id);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  const { body: offers } = await browser.call(listUpsellOffers, {
    params: { mainProductId: book.id },
    querystring: { paymentIntentId },
  });
  expect(offers).toMatchObject([{ id: upsell.id, offerPriceCents: 500, shippingCents: 100 }]);
  const { body: added } = await browser.call(processUpsell, {
    body: { upsellId: upsell.id, paymentIntentId, customerEmail: "di@example.com", action: "ACCEPT" },
  });
  expect(added).toMatchObject({ action: "ACCEPTED", amountCents: 600 });
  expect(
    await rowsOf(
      "select shipping_cents, total_price_cents from order_items where order_id = $1 and item_type = 'UPSELL'",
      order.id,
    ),
  ).toEqual([{ shipping_cents: 100, total_price_cents: 600 }]);
  expect(await rowsOf("select total_cents from orders where id = $1", order.id)).toEqual([
    { total_cents: 3_000 },
  ]);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
