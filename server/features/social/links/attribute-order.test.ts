import { expect, test } from "vitest";
import { completeFreeOrder } from "#contract/checkout/checkout.ts";
import { getOrder, listOrders, refundOrder } from "#contract/orders/orders-admin.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { clickReplyLink, makeReplyLink } from "#tests/support/reply-link.ts";
import { makeAutomationRule, makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { earningsByResponse, earningsByRule } from "./earnings.ts";

const app = await testApp();
const { pool } = app.services;

/** A product whose keyword and rule each have a link. */
async function openShop(priceCents = 2_000) {
  const product = await makeProduct(app, { priceCents });
  const account = await makeSocialAccount(app, { userId: product.ownerId });
  const response = await makeKeywordResponse(app, account);
  const rule = await makeAutomationRule(app, account);
  return {
    product,
    response,
    rule,
    byKeyword: await makeReplyLink(app, product, { keywordResponseId: response.id }),
    byRule: await makeReplyLink(app, product, { automationRuleId: rule.id }),
  };
}

type Browser = ReturnType<typeof app.browser>;

async function buy(browser: Browser, productId: string, orderBumps: string[] = []) {
  const checkout = await openCheckout(browser, productId, undefined, { orderBumps });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  return checkout;
}

/** The codes that the orders of a creator came from; undefined for one that no reply led to. */
async function codesOf(ownerId: string) {
  const { rows } = await pool.query<{ code: string | null }>(
    `select l.code from orders o left join order_attributions a on a.order_id = o.id left join reply_links l on l.id = a.link_id
      where o.owner_id = $1 and o.status in ('PAID', 'REFUNDED') order by o.paid_at`,
    [ownerId],
  );
  return rows.map(({ code }) => code);
}

test("an order comes from the reply whose link was clicked last", async () => {
  const { product, byKeyword, byRule } = await openShop();
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  await clickReplyLink(app, browser, byRule);
  await buy(browser, product.id);
  expect(await codesOf(product.ownerId)).toEqual([byRule]);
});

test("a link clicked while the checkout is open counts, and changes nothing else about it", async () => {
  const { product, byKeyword, byRule } = await openShop();
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  const before = await openCheckout(browser, product.id);
  await clickReplyLink(app, browser, byRule);
  const after = await openCheckout(browser, product.id);
  expect(after).toEqual(before);
  await pay(browser, after);
  await deliverWebhooks(app);
  expect(await codesOf(product.ownerId)).toEqual([byRule]);
});

test("an order without a click, and one of another product of the creator", async () => {
  const { product, byKeyword } = await openShop();
  await buy(app.browser(), product.id);
  const other = await makeProduct(app, { ownerId: product.ownerId });
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  await buy(browser, other.id);
  expect(await codesOf(product.ownerId)).toEqual([null, byKeyword]);
});

test("another creator's reply, an unknown code and an odd cookie lead to no order", async () => {
  const { product } = await openShop();
  const other = await openShop();
  const browser = app.browser();
  await clickReplyLink(app, browser, other.byKeyword);
  await buy(browser, product.id);
  for (const reply of ["0000000000", "'; drop table orders", ""]) {
    const forged = app.browser();
    forged.cookies["reply"] = reply;
    await buy(forged, product.id);
  }
  expect(await codesOf(product.ownerId)).toEqual([null, null, null, null]);
});

test("a click counts for seven days, whatever the cookie says", async () => {
  const { product, byKeyword, byRule } = await openShop();
  const [late, inTime] = [app.browser(), app.browser()];
  await clickReplyLink(app, late, byKeyword);
  app.clock.advance({ days: 1 });
  await clickReplyLink(app, inTime, byRule);
  app.clock.advance({ days: 6, minutes: 1 });
  await buy(late, product.id);
  await buy(inTime, product.id);
  expect(await codesOf(product.ownerId)).toEqual([null, byRule]);
});

test("bumps, an add-on and refunds follow the order", async () => {
  const { product, response, rule, byKeyword } = await openShop();
  const extra = await makeProduct(app, { ownerId: product.ownerId, priceCents: 700 });
  const bump = await makeBump(app, product, { bumpProductId: extra.id });
  const call = await makeProduct(app, { ownerId: product.ownerId, priceCents: 5_000 });
  const upsell = await makeUpsell(app, product, { upsellProductId: call.id });
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  const { paymentIntentId } = await buy(browser, product.id, [bump.id]);
  const earned = async () => (await earningsByResponse(pool, product.ownerId)).get(response.id);
  expect(await earned()).toEqual({ received: 0, sent: 0, clicks: 1, orders: 1, netRevenueCents: 2_700 });

  const bought = { paymentIntentId: paymentIntentId ?? "" };
  await browser.call(listUpsellOffers, { params: { mainProductId: product.id }, querystring: bought });
  await browser.call(processUpsell, {
    body: { ...bought, upsellId: upsell.id, customerEmail: "buyer@example.com", action: "ACCEPT" },
  });
  await deliverWebhooks(app);
  expect(await earned()).toMatchObject({ orders: 1, netRevenueCents: 7_700 });

  const { rows } = await pool.query<{ id: string; item: string }>(
    "select o.id, i.id as item from orders o join order_items i on i.order_id = o.id where i.product_id = $1",
    [extra.id],
  );
  const refund = (body: object) =>
    app.as({ id: product.ownerId }).call(refundOrder, {
      params: { id: rows[0]?.id ?? "" },
      body: { idempotencyKey: `refund-${JSON.stringify(body).length}-12345678`, ...body },
    });
  expect((await refund({ lines: [{ orderItemId: rows[0]?.item ?? "", amountCents: 200 }] })).status).toBe(
    200,
  );
  await deliverWebhooks(app);
  expect(await earned()).toMatchObject({ orders: 1, netRevenueCents: 7_500 });
  expect((await refund({})).status).toBe(200);
  await deliverWebhooks(app);
  expect(await earned()).toMatchObject({ clicks: 1, orders: 1, netRevenueCents: 0 });
  expect((await earningsByRule(pool, product.ownerId)).get(rule.id)).toMatchObject({ orders: 0 });
  expect(await auditNow(app)).toEqual([]);
});

test("a free order comes from a reply as well", async () => {
  const { product, response, byKeyword } = await openShop(0);
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id);
  const placed = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName: "A Buyer" },
  });
  expect(placed.status, placed.text).toBe(200);
  expect((await earningsByResponse(pool, product.ownerId)).get(response.id)).toMatchObject({
    orders: 1,
    netRevenueCents: 0,
  });
});

test("a reply leads to a membership's first order, not to its renewals", async () => {
  const owner = await makeCreator(app);
  const { product, browser } = await joinMembership(app, {
    product: { ownerId: owner.id },
    email: "somebody@example.com",
  });
  const code = await makeReplyLink(app, product);
  const member = app.browser();
  await clickReplyLink(app, member, code);
  await buy(member, product.id);
  await passDays(app, 32);
  expect((await codesOf(owner.id)).sort()).toEqual([code, null, null, null].sort());
  expect(browser.cookies["reply"]).toBeUndefined();
});

test("the order's page names the reply", async () => {
  const { product, rule, byKeyword, byRule } = await openShop();
  const seller = app.as({ id: product.ownerId });
  const replyOf = async (code?: string) => {
    const browser = app.browser();
    if (code) await clickReplyLink(app, browser, code);
    await buy(browser, product.id);
    const { body: orders } = await seller.call(listOrders, { querystring: {} });
    return (await seller.call(getOrder, { params: { id: orders[0]?.id ?? "" } })).body.reply;
  };
  expect(await replyOf()).toBeNull();
  expect(await replyOf(byKeyword)).toEqual({
    keyword: "GUIDE",
    ruleName: null,
    platform: "INSTAGRAM",
    username: null,
  });
  expect(await replyOf(byRule)).toMatchObject({ keyword: null, ruleName: rule.ruleName });
});

test("what a deleted keyword earned stays with its orders", async () => {
  const { product, response, byKeyword } = await openShop();
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  await buy(browser, product.id);
  await pool.query("delete from keyword_responses where id = $1", [response.id]);
  expect(await codesOf(product.ownerId)).toEqual([byKeyword]);
});

test("an attribution that breaks the rules is found in the books", async () => {
  const { product, byKeyword } = await openShop();
  const browser = app.browser();
  await clickReplyLink(app, browser, byKeyword);
  await buy(browser, product.id);
  const wrongs = async () => (await auditNow(app)).map(({ name }) => name);
  expect(await wrongs()).toEqual([]);
  await pool.query("update reply_links set created_at = created_at + interval '1 day' where code = $1", [
    byKeyword,
  ]);
  expect(await wrongs()).toEqual(["order-came-from-own-reply"]);
  await pool.query("update reply_links set created_at = created_at - interval '1 day' where code = $1", [
    byKeyword,
  ]);
  await pool.query(
    `update order_attributions set clicked_at = clicked_at - interval '8 days'
      where link_id = (select id from reply_links where code = $1)`,
    [byKeyword],
  );
  expect(await wrongs()).toEqual(["order-came-from-own-reply"]);
});
