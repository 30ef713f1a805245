import { expect, test } from "vitest";
import { createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBumpShop, makeUpsell } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const minuteMs = 60_000;
const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minuteMs);
/** A saved card that its bank declines: the buyer has to enter another. */
const declinedWhenSaved = { ...goodCard, number: "4000000000000341" };

test("a bump is offered until its end, to the millisecond, and refused in words after it; the others stay in the cart", async () => {
  const { main, bump, second } = await makeBumpShop(app);
  const endsAt = inMinutes(10);
  await pool.query("update order_bumps set ends_at = $2 where id = $1", [bump.id, endsAt]);
  const offered = async () =>
    (await app.browser().call(listPublicOrderBumps, { params: { productId: main.id } })).body.map((each) => [
      each.id,
      each.endsAt,
    ]);
  expect(await offered()).toEqual([
    [bump.id, endsAt.toISOString()],
    [second.id, null],
  ]);
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id, "ann@example.com", {
    orderBumps: [bump.id, second.id],
  });
  app.clock.advance({ seconds: 10 * 60 });
  expect(await offered()).toEqual([[second.id, null]]);
  const late = await app.browser().call(createPaymentIntent, {
    body: { productId: main.id, customerEmail: "eve@example.com", orderBumps: [bump.id] },
  });
  expect([late.status, late.body]).toMatchObject([
    400,
    { code: "BUMP_NOT_OFFERED", message: expect.stringContaining("has ended") },
  ]);
  const pressed = (await pressPay(browser, seen)).body;
  expect(pressed).toMatchObject({ unchanged: false, totalCents: 5_000 + 1_000 });
  expect(pressed.lines.map(({ offerId }) => offerId)).toEqual([null, second.id]);
  expect((await pressPay(browser, pressed)).body).toMatchObject({ unchanged: true, totalCents: 6_000 });
  expect(await auditNow(app)).toEqual([]);
});

test("what the buyer agreed to before the end is paid as agreed after it", async () => {
  const { main, bump } = await makeBumpShop(app);
  await pool.query("update order_bumps set ends_at = $2 where id = $1", [bump.id, inMinutes(10)]);
  const browser = app.browser();
  const seen = await openCheckout(browser, main.id, "ann@example.com", { orderBumps: [bump.id] });
  expect((await pressPay(browser, seen)).body).toMatchObject({ unchanged: true });
  app.clock.advance({ minutes: 11 });
  await pay(browser, seen);
  await deliverWebhooks(app, 2);
  const { rows } = await pool.query("select status, total_cents from orders where product_id = $1", [
    main.id,
  ]);
  expect(rows).toEqual([{ status: "PAID", total_cents: 6_499 }]);
});

async function upsellShop(card = goodCard) {
  const main = await makeProduct(app, { priceCents: 5_000 });
  const upsell = await makeUpsell(app, main, { endsAt: inMinutes(5) });
  const endless = await makeUpsell(app, main, { sequence: 2 });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "ann@example.com");
  await pay(browser, checkout, card);
  await deliverWebhooks(app);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  const list = async () =>
    (
      await browser.call(listUpsellOffers, {
        params: { mainProductId: main.id },
        querystring: { paymentIntentId },
      })
    ).body.map(({ id, endsAt }) => [id, endsAt]);
  const choose = (action: "ACCEPT" | "DECLINE") =>
    browser.call(processUpsell, {
      body: { upsellId: upsell.id, paymentIntentId, customerEmail: "ann@example.com", action },
    });
  return { upsell, endless, browser, list, choose };
}

test("an add-on that was shown before its end is refused in words after it, charges nothing, and the next one stays", async () => {
  const { upsell, endless, list, choose } = await upsellShop();
  expect(await list()).toEqual([
    [upsell.id, upsell.endsAt?.toISOString()],
    [endless.id, null],
  ]);
  app.clock.advance({ minutes: 5 });
  expect(await list()).toEqual([[endless.id, null]]);
  const { status, body } = await choose("ACCEPT");
  expect([status, body]).toMatchObject([404, { message: "This offer has ended." }]);
  const { rows } = await pool.query(
    "select 1 from sandbox.payment_intents where metadata ->> 'upsell' = $1",
    [upsell.id],
  );
  expect(rows).toEqual([]);
});

test("an add-on that was taken before its end can be paid with another card after it, at the same price", async () => {
  const { upsell, browser, choose } = await upsellShop(declinedWhenSaved);
  const first = await choose("ACCEPT");
  expect(first.body).toMatchObject({ action: "PAYMENT_REQUIRED" });
  app.clock.advance({ minutes: 6 });
  const again = await choose("ACCEPT");
  expect(again.body).toEqual(first.body);
  await pay(browser, again.body);
  await browser.call(finishPayment, { body: { paymentIntentId: again.body.paymentIntentId ?? "" } });
  const { rows } = await pool.query("select decision from upsell_offers where upsell_id = $1", [upsell.id]);
  expect(rows).toEqual([{ decision: "ACCEPTED" }]);
});
