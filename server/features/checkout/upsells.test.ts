import { expect, test } from "vitest";
import { completeFreeOrder, finishPayment } from "#contract/checkout/checkout.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { upsellShop } from "#tests/support/upsell-shop.ts";
import { completeFreeUpsell } from "./complete-upsell.ts";

const app = await testApp();
const { pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;

const { bought, list, choose, shop, refund } = upsellShop(app);

test("an accepted add-on is charged to the saved card, joins the order with a payment of its own, and opens", async () => {
  const { main, extra, upsell } = await shop();
  const { link } = await makeAffiliate(app, { ownerId: main.ownerId });
  const { browser, paymentIntentId } = await bought(main, goodCard, link.code);
  expect(await list(browser, main, paymentIntentId)).toMatchObject([
    { id: upsell.id, offerPriceCents: 2_700, upsellProduct: { id: extra.id, priceCents: 3_000 } },
  ]);
  const { status, body } = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { action: "ACCEPTED", clientSecret: null, amountCents: 2_700 },
  });
  await deliverWebhooks(app, 3);
  const [order] = await rowsOf<{ id: string; total_cents: number }>(
    "select id, total_cents from orders where product_id = $1",
    main.id,
  );
  expect(order?.total_cents).toBe(7_700);
  expect(
    await rowsOf(
      `select i.item_type, i.total_price_cents, i.discount_cents, p.amount_cents, p.payment_intent_id
         from order_items i join order_payments p on p.id = i.order_payment_id where i.order_id = $1 order by 2`,
      order?.id,
    ),
  ).toEqual([
    {
      item_type: "UPSELL",
      total_price_cents: 2_700,
      discount_cents: 300,
      amount_cents: 2_700,
      payment_intent_id: body.paymentIntentId,
    },
    {
      item_type: "MAIN",
      total_price_cents: 5_000,
      discount_cents: 0,
      amount_cents: 5_000,
      payment_intent_id: paymentIntentId,
    },
  ]);
  expect(
    await rowsOf("select amount_cents from commissions where order_id = $1 order by 1", order?.id),
  ).toEqual([{ amount_cents: 540 }, { amount_cents: 1_000 }]);
  expect(await rowsOf("select count(*)::int as n from access where product_id = $1", extra.id)).toEqual([
    { n: 1 },
  ]);
  expect(await list(browser, main, paymentIntentId)).toEqual([]);
});

test("a hundred ACCEPTs at once charge once, and a later DECLINE changes nothing", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => choose(browser, upsell.id, paymentIntentId, "ACCEPT")),
  );
  // Beyond 30 a minute the calls themselves are limited.
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken.length).toBeGreaterThan(20);
  expect(new Set(taken.map(({ body }) => body.action))).toEqual(new Set(["ACCEPTED"]));
  await deliverWebhooks(app, 2);
  expect(
    await rowsOf("select amount from sandbox.payment_intents where metadata ->> 'upsell' = $1", upsell.id),
  ).toEqual([{ amount: 2_700 }]);
  expect(await rowsOf("select count(*)::int as n from order_items where offer_id = $1", upsell.id)).toEqual([
    { n: 1 },
  ]);
  // Each of them completed the one payment, and none took it for a second one.
  expect(
    await rowsOf(
      "select 1 from sandbox.refunds r join sandbox.payment_intents p on p.id = r.payment_intent where p.metadata ->> 'upsell' = $1",
      upsell.id,
    ),
  ).toEqual([]);
  app.clock.advance({ minutes: 2 });
  expect((await choose(browser, upsell.id, paymentIntentId, "DECLINE")).body.action).toBe("ACCEPTED");
});

test("a bank that wants to see the buyer leads to the form, with the secret of the same payment each time", async () => {
  const { main, upsell } = await shop();
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "ann@example.com");
  // Pays the first time, is declined when saved.
  await pay(browser, checkout, { ...goodCard, number: "4000000000000341" });
  await deliverWebhooks(app);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  const first = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  expect(first.body).toMatchObject({
    action: "PAYMENT_REQUIRED",
    amountCents: 2_700,
    message: expect.any(String),
  });
  const again = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  expect(again.body).toEqual(first.body);

  await pay(browser, first.body);
  const { body } = await browser.call(finishPayment, {
    body: { paymentIntentId: first.body.paymentIntentId ?? "" },
  });
  expect(body).toMatchObject({ status: "PAID" });
  expect((await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).body.action).toBe("ACCEPTED");
});

test("an add-on whose payment stays open is given up after half an hour, and its stock with it", async () => {
  const main = await makeProduct(app);
  const piece = await makeProduct(app, { ownerId: main.ownerId, trackInventory: true, inventoryQuantity: 1 });
  const upsell = await makeUpsell(app, main, { upsellProductId: piece.id });
  const { browser, paymentIntentId } = await bought(main, { ...goodCard, number: "4000000000000341" });
  const { body } = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  const left = () => rowsOf("select inventory_quantity as left from products where id = $1", piece.id);
  expect(await left()).toEqual([{ left: 0 }]);
  app.clock.advance({ minutes: 31 });
  await app.reconcile();
  expect(await left()).toEqual([{ left: 1 }]);
  expect(await app.services.payments.getIntent(body.paymentIntentId ?? "")).toMatchObject({
    status: "canceled",
  });
});

test("a declined add-on is gone; the next one counts as seen", async () => {
  const { main, upsell } = await shop();
  const next = await makeUpsell(app, main, { sequence: 2 });
  const { browser, paymentIntentId } = await bought(main);
  expect((await list(browser, main, paymentIntentId)).map(({ id }) => id)).toEqual([upsell.id, next.id]);
  const seen = () => rowsOf("select count(*)::int as n from upsell_offers where upsell_id = $1", next.id);
  expect(await seen()).toEqual([{ n: 0 }]);
  expect((await choose(browser, upsell.id, paymentIntentId, "DECLINE")).body.action).toBe("DECLINED");
  expect(await seen()).toEqual([{ n: 1 }]);
  expect((await list(browser, main, paymentIntentId)).map(({ id }) => id)).toEqual([next.id]);
  expect((await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).body.action).toBe("DECLINED");
});

test("without proof, with another address, of another product, or after a quarter of an hour nothing is offered or charged", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  const stranger = app.browser();
  const foreign = await makeUpsell(app, await makeProduct(app));
  expect(await list(stranger, main, paymentIntentId)).toEqual([]);
  expect((await choose(stranger, upsell.id, paymentIntentId, "ACCEPT")).status).toBe(404);
  expect((await choose(browser, foreign.id, paymentIntentId, "ACCEPT")).status).toBe(404);
  const { status } = await browser.call(processUpsell, {
    body: { upsellId: upsell.id, paymentIntentId, customerEmail: "eve@example.com", action: "ACCEPT" },
  });
  expect(status).toBe(404);
  app.clock.advance({ minutes: 16 });
  expect(await list(browser, main, paymentIntentId)).toEqual([]);
  expect((await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).status).toBe(404);
});

test("a free order takes a paid add-on by the form, and a free add-on at once", async () => {
  const main = await makeProduct(app, { priceCents: 0 });
  const paid = await makeUpsell(app, main);
  const gift = await makeUpsell(app, main, {
    sequence: 2,
    discountType: "PERCENTAGE",
    discountValue: 10_000,
  });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "ann@example.com");
  const { body } = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId: checkout.checkoutSessionId },
    body: { cartVersion: checkout.cartVersion, customerName: "Ann" },
  });
  const reference = body.orderReference;
  expect((await choose(browser, gift.id, reference, "ACCEPT")).body).toMatchObject({
    action: "ACCEPTED",
    amountCents: 0,
  });
  const required = (await choose(browser, paid.id, reference, "ACCEPT")).body;
  expect(required).toMatchObject({ action: "PAYMENT_REQUIRED", amountCents: 1_900 });
  await pay(browser, required);
  await deliverWebhooks(app);
  expect(await rowsOf("select total_cents, status from orders where product_id = $1", main.id)).toEqual([
    { total_cents: 1_900, status: "PAID" },
  ]);
});

test("an add-on that is paid after its order was refunded goes back at once, and so does its stock", async () => {
  const main = await makeProduct(app, { priceCents: 5_000 });
  const piece = await makeProduct(app, {
    ownerId: main.ownerId,
    priceCents: 2_700,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const upsell = await makeUpsell(app, main, { upsellProductId: piece.id });
  const { browser, paymentIntentId } = await bought(main, { ...goodCard, number: "4000000000000341" });
  const { body } = await choose(browser, upsell.id, paymentIntentId, "ACCEPT");
  const [order] = await rowsOf<{ id: string }>("select id from orders where product_id = $1", main.id);
  const refunded = await app.as({ id: main.ownerId }).call(refundOrder, {
    params: { id: order?.id ?? "" },
    body: { idempotencyKey: "refunded-meanwhile" },
  });
  expect(refunded.body).toMatchObject([{ status: "SUCCEEDED" }]);
  await pay(browser, body);
  await deliverWebhooks(app);
  expect(
    await rowsOf("select amount from sandbox.refunds where payment_intent = $1", body.paymentIntentId),
  ).toEqual([{ amount: 2_700 }]);
  expect(await rowsOf("select inventory_quantity as left from products where id = $1", piece.id)).toEqual([
    { left: 1 },
  ]);
});

test("an ACCEPT whose order is refunded while the card is charged says so, and what it charged goes back", async () => {
  const { main, upsell } = await shop();
  const { browser, paymentIntentId } = await bought(main);
  const { payments } = app.services;
  const { chargeSavedCard } = payments;
  try {
    payments.chargeSavedCard = async (input) => {
      const intent = await chargeSavedCard(input);
      expect((await refund(main)).body).toMatchObject([{ status: "SUCCEEDED" }]);
      return intent;
    };
    expect(await choose(browser, upsell.id, paymentIntentId, "ACCEPT")).toMatchObject({
      status: 409,
      body: { code: "ORDER_REFUNDED", message: expect.stringContaining("Nothing was added") },
    });
  } finally {
    payments.chargeSavedCard = chargeSavedCard;
  }
  const [charge] = await rowsOf<{ id: string }>(
    "select id from sandbox.payment_intents where metadata ->> 'upsell' = $1",
    upsell.id,
  );
  expect(await rowsOf("select amount from sandbox.refunds where payment_intent = $1", charge?.id)).toEqual([
    { amount: 2_700 },
  ]);
  const returned = await browser.call(finishPayment, { body: { paymentIntentId: charge?.id ?? "" } });
  expect(returned.body).toMatchObject({
    status: "FAILED",
    message: expect.stringContaining("Nothing was added"),
  });
});

test("ACCEPTs that race a refund of their order say ACCEPTED exactly where the add-on was kept", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const { main, upsell } = await shop();
    const { browser, paymentIntentId } = await bought(main);
    const later = async () => {
      await new Promise((done) => setTimeout(done, round * 4));
      return refund(main);
    };
    const [answer] = await Promise.all([choose(browser, upsell.id, paymentIntentId, "ACCEPT"), later()]);
    const lines = await rowsOf("select 1 from order_items where offer_id = $1", upsell.id);
    expect({ status: answer.status, kept: lines.length }).toEqual(
      answer.status === 200
        ? { status: 200, kept: 1 }
        : { status: answer.status === 404 ? 404 : 409, kept: 0 },
    );
    seen.add(String(answer.status));
  }
  expect(seen).toContain("200");
});

test("an add-on that costs nothing is not said to be added to an order that was refunded meanwhile", async () => {
  const main = await makeProduct(app, { priceCents: 5_000 });
  const gift = await makeUpsell(app, main, { discountType: "PERCENTAGE", discountValue: 10_000 });
  const { browser, paymentIntentId } = await bought(main);
  expect(await list(browser, main, paymentIntentId)).toHaveLength(1);
  const [order] = await rowsOf<{ id: string }>("select id from orders where product_id = $1", main.id);
  await pool.query("update upsell_offers set amount_cents = 0 where upsell_id = $1", [gift.id]);
  await refund(main);
  expect(await completeFreeUpsell(app.services, order?.id ?? "", gift.id)).toBe("ORDER_REFUNDED");
});

test("what the buyer owns, what is sold out and what is not on sale is not offered; no more than the product allows", async () => {
  const main = await makeProduct(app, { maxUpsells: 2 });
  const ownerId = main.ownerId;
  const owned = await makeProduct(app, { ownerId });
  await makeUpsell(app, main, { upsellProductId: owned.id });
  await makeUpsell(app, main, {
    upsellProductId: (await makeProduct(app, { ownerId, trackInventory: true, inventoryQuantity: 0 })).id,
  });
  await makeUpsell(app, main, { upsellProductId: (await makeProduct(app, { ownerId, state: "DRAFT" })).id });
  await makeUpsell(app, main, { active: false });
  const wanted = [];
  for (const sequence of [3, 4, 5]) wanted.push((await makeUpsell(app, main, { sequence })).id);
  const browser = app.browser();
  const earlier = await openCheckout(browser, owned.id, "ann@example.com");
  await pay(browser, earlier);
  const checkout = await openCheckout(browser, main.id, "ann@example.com");
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const offers = await list(browser, main, checkout.paymentIntentId ?? "");
  expect(offers.map(({ id }) => id)).toEqual(wanted.slice(0, 2));

  // Refunded, and left open by the creator: it is the buyer's until it is closed.
  const offered = async () =>
    (await list(browser, main, checkout.paymentIntentId ?? "")).map(({ upsellProduct }) => upsellProduct.id);
  const [order] = await rowsOf<{ id: string }>("select id from orders where product_id = $1", owned.id);
  const refunded = await app.as({ id: ownerId }).call(refundOrder, {
    params: { id: order?.id ?? "" },
    body: { idempotencyKey: "refunded-and-left-open", revokeAccess: false },
  });
  expect(refunded.body).toMatchObject([{ status: "SUCCEEDED" }]);
  expect(await offered()).not.toContain(owned.id);
  await pool.query("update access set revoked_at = now() where product_id = $1", [owned.id]);
  expect(await offered()).toContain(owned.id);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
