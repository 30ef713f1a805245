import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import {
  createPayout,
  getAffiliateOverview,
  listOwnCommissions,
  markPayoutPaid,
} from "#contract/affiliates/commissions.ts";
import { getAccess } from "#contract/courses/courses.ts";
import { getDashboardStats, getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { getOrder, refundOrder } from "#contract/orders/orders-admin.ts";
import { getPayouts } from "#contract/payouts/payouts.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import { classifyShares } from "#server/features/payouts/classify-shares.ts";
import { buyEverything, newestMail } from "./buy-everything.ts";
import { type BoughtOrder, checkoutCents, upsellCents } from "./bought-figures.ts";
import { expectBooksToAgree, expectEveryFigure } from "./every-figure.ts";
import { type Gateway, sandboxGateway, stripeGateway } from "./gateways.ts";
import { type OffersShop, openOffersShop } from "./offers-shop.ts";

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("through $provider", async ({ open }) => {
  const gateway = await open();

  test("an order with every offer has the same figures everywhere, paid, refunded in part and refunded whole", async () => {
    const shop = await openOffersShop(gateway.app);
    const order = await buyEverything(gateway, shop);
    await expectEveryFigure(gateway, shop, order, []);
    await refundTheUpsell(gateway, shop, order);
    await expectEveryFigure(gateway, shop, order, ["call"]);
    expect(await newestMail(gateway, order.email)).toContain("$84.15");
    await refund(gateway, shop, order);
    await expectEveryFigure(gateway, shop, order, ["call", "course", "workbook", "poster"]);
    expect(await newestMail(gateway, order.email)).toContain("$67.98");
  });

  test("so it has where the money goes to the creator's own account, less our fee", async () => {
    const shop = await openOffersShop(gateway.app);
    await gateway.connect(shop.seller);
    const order = await buyEverything(gateway, shop);
    const expectInAccount = async (directCents: number) => {
      await classifyShares(gateway.app.services);
      const { body } = await shop.seller.call(getPayouts);
      expect(body.balances).toEqual([{ currency: "usd", owedCents: 0, transferredCents: 0, directCents }]);
      expect(await gateway.accountCentsOf(order.paymentIntentId)).toBe(directCents);
    };
    await expectEveryFigure(gateway, shop, order, []);
    await expectInAccount(checkoutCents - 339 + upsellCents - 420);
    await refundTheUpsell(gateway, shop, order);
    await expectEveryFigure(gateway, shop, order, ["call"]);
    await expectInAccount(checkoutCents - 339);
    await refund(gateway, shop, order);
    await expectEveryFigure(gateway, shop, order, ["call", "course", "workbook", "poster"]);
    await expectInAccount(0);
  });

  test("a disputed order that is won opens again, and its commission is released and paid out", async () => {
    const shop = await openOffersShop(gateway.app);
    const { seller, affiliate, products, link } = shop;
    const browser = gateway.app.browser();
    const email = `ben-${shop.creator.handle}@example.com`;
    const { body: checkout } = await browser.call(createPaymentIntent, {
      body: { productId: products.guide.id, customerEmail: email, affiliateCode: link.code },
    });
    await gateway.pay(browser, checkout, { disputed: true });
    await gateway.deliver();
    const paymentIntentId = checkout.paymentIntentId ?? "";
    const { body: bought } = await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId },
      querystring: { customer_email: email },
    });
    const stands = async (hasAccess: boolean) => {
      const { body } = await browser.call(getAccess, { params: { productId: products.guide.id, email } });
      expect(body).toEqual({ hasAccess });
      const commissions = (await affiliate.call(listOwnCommissions)).body;
      expect(commissions).toMatchObject([{ amountCents: 600, status: "PENDING", held: !hasAccess }]);
      return (await seller.call(getOrder, { params: { id: bought.order.id } })).body;
    };
    await affiliate.call(getAffiliateOverview);
    expect(await stands(true)).toMatchObject({ status: "PAID", disputed: false, disputes: [] });

    await gateway.dispute(paymentIntentId);
    await gateway.deliver();
    expect(await stands(false)).toMatchObject({
      status: "PAID",
      disputed: true,
      disputes: [{ status: "OPEN", reason: "fraudulent", amountCents: 3_000 }],
    });
    expect(await newestMail(gateway, shop.creator.email)).toContain("$30.00");
    await expectBooksToAgree(gateway.app, seller);

    await gateway.win(paymentIntentId);
    await gateway.deliver();
    expect(await stands(true)).toMatchObject({
      status: "PAID",
      disputed: false,
      refundedCents: 0,
      disputes: [{ status: "WON" }],
      timeline: [{ kind: "DISPUTE_WON" }, { kind: "DISPUTED" }, { kind: "PAID" }],
    });
    expect(await gateway.booksOf(paymentIntentId)).toEqual({ receivedCents: 3_000, refundedCents: 0 });
    expect((await seller.call(getDashboardStats)).body).toMatchObject({
      totalRevenue: 3_000,
      totalOrders: 1,
    });
    await expectBooksToAgree(gateway.app, seller);

    // Everybody has to sign in again by then.
    gateway.app.clock.advance({ days: 31 });
    const [later, laterAffiliate] = [gateway.app.as(shop.creator), gateway.app.as(shop.partner)];
    await matureCommissions(gateway.app.services);
    const overview = async () => (await laterAffiliate.call(getAffiliateOverview)).body;
    expect(await overview()).toMatchObject({ pendingCents: 0, payableCents: 600, paidCents: 0 });
    const { body: payouts } = await later.call(createPayout);
    expect(payouts).toMatchObject([{ method: "CSV", totalCents: 600, affiliates: [{ amountCents: 600 }] }]);
    for (const { id } of payouts) await later.call(markPayoutPaid, { params: { id } });
    expect(await overview()).toMatchObject({ pendingCents: 0, payableCents: 0, paidCents: 600 });
    await expectBooksToAgree(gateway.app, later);
  });
});

/** Gives these lines back, or all that is left. */
async function refund(
  gateway: Gateway,
  { seller }: OffersShop,
  { orderId }: BoughtOrder,
  lines?: { orderItemId: string; amountCents: number }[],
): Promise<void> {
  const { status, text } = await seller.call(refundOrder, {
    params: { id: orderId },
    body: { idempotencyKey: randomUUID(), ...(lines && { lines }) },
  });
  expect(status, text).toBe(200);
  await gateway.deliver();
}

async function refundTheUpsell(gateway: Gateway, shop: OffersShop, order: BoughtOrder): Promise<void> {
  const { body: page } = await shop.seller.call(getOrder, { params: { id: order.orderId } });
  const line = page.lines.find(({ itemType }) => itemType === "UPSELL");
  await refund(gateway, shop, order, [{ orderItemId: line?.id ?? "", amountCents: upsellCents }]);
}
