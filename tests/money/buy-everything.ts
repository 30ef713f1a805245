import { expect } from "vitest";
import { confirmTotal, createPaymentIntent, finishPayment } from "#contract/checkout/checkout.ts";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import type { Caller } from "#tests/support/test-app.ts";
import { type BoughtOrder, checkoutCents, upsellCents } from "./bought-figures.ts";
import type { Gateway } from "./gateways.ts";
import type { OffersShop } from "./offers-shop.ts";

/** A buyer comes by the affiliate's link, takes both bumps and the coupon, declines one add-on and accepts the other. */
export async function buyEverything(gateway: Gateway, shop: OffersShop): Promise<BoughtOrder> {
  const { app } = gateway;
  const { products, bumps, upsells, coupon, link, creator } = shop;
  const email = `ann-${creator.handle}@example.com`;
  const browser = app.browser();
  const visit = await app.app.inject({
    url: `/u/${creator.handle}?aff=${link.code}`,
    headers: { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1" },
  });
  for (const { name, value } of visit.cookies) browser.cookies[name] = value;

  const choose = async (more: { orderBumps?: string[]; couponCode?: string }) => {
    const { status, body, text } = await browser.call(createPaymentIntent, {
      body: { productId: products.course.id, customerEmail: email, shippingCountry: "GB", ...more },
    });
    expect(status, text).toBe(200);
    return body;
  };
  const orderBumps = bumps.map(({ id }) => id);
  const plain = await choose({});
  expect(await choose({ orderBumps: orderBumps.slice(0, 1) })).toMatchObject({ totalCents: 4_999 + 1_499 });
  const checkout = await choose({ orderBumps, couponCode: coupon.code });
  expect(checkout).toMatchObject({
    paymentIntentId: plain.paymentIntentId,
    totalCents: checkoutCents,
    requiresShipping: true,
    coupon: { code: "TWENTY", discountCents: 1_250 },
  });
  const confirmed = await browser.call(confirmTotal, {
    params: { checkoutSessionId: checkout.checkoutSessionId },
    body: {
      cartVersion: checkout.cartVersion,
      totalCents: checkout.totalCents,
      customerName: "Ann Buyer",
      shippingAddress: {
        name: "Ann",
        line1: "1 Long Lane",
        city: "Leeds",
        postalCode: "LS1 1AA",
        country: "GB",
      },
    },
  });
  expect(confirmed.body).toMatchObject({ unchanged: true });
  await gateway.pay(browser, checkout);
  await gateway.deliver();
  const paymentIntentId = checkout.paymentIntentId ?? "";
  expect((await browser.call(finishPayment, { body: { paymentIntentId } })).body).toMatchObject({
    status: "PAID",
  });
  expect(await newestMail(gateway, email)).toMatch(
    /Total savings: \$17\.50[^]*Coupon TWENTY[^]*Shipping: \$3\.00[^]*Total paid: \$67\.98/,
  );

  const offered = async (wanted: string[]) => {
    const { body } = await browser.call(listUpsellOffers, {
      params: { mainProductId: products.course.id },
      querystring: { paymentIntentId },
    });
    expect(body.map(({ id }) => id)).toEqual(wanted);
  };
  const [declined, accepted] = upsells.map(({ id }) => id);
  const answer = (upsellId: string | undefined, action: "ACCEPT" | "DECLINE") =>
    processed(browser, { upsellId: upsellId ?? "", paymentIntentId, customerEmail: email, action });
  await offered([declined ?? "", accepted ?? ""]);
  expect(await answer(declined, "DECLINE")).toMatchObject({ action: "DECLINED" });
  await offered([accepted ?? ""]);
  const taken = await answer(accepted, "ACCEPT");
  expect(taken).toMatchObject({ action: "ACCEPTED", clientSecret: null, amountCents: upsellCents });
  await gateway.deliver();
  await offered([]);
  expect(await newestMail(gateway, email)).toMatch(
    /less \$14\.85[^]*Total paid for the whole order: \$152\.13/,
  );

  const { body: seen } = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId },
    querystring: { customer_email: email },
  });
  return {
    browser,
    email,
    orderId: seen.order.id,
    paymentIntentId,
    upsellPaymentIntentId: taken.paymentIntentId ?? "",
  };
}

async function processed(
  browser: Caller,
  body: { upsellId: string; paymentIntentId: string; customerEmail: string; action: "ACCEPT" | "DECLINE" },
) {
  const answer = await browser.call(processUpsell, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The text of the last mail that an address got. */
export async function newestMail({ app }: Gateway, to: string): Promise<string> {
  const { body } = await app.call(listMailbox, { querystring: { to } });
  return body[0]?.text ?? "";
}
