import { expect } from "vitest";
import { listAffiliateLinks, listAffiliates } from "#contract/affiliates/affiliates.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  getAffiliateOverview,
  listCommissions,
  listOwnCommissions,
} from "#contract/affiliates/commissions.ts";
import { getCouponSummary, listCoupons } from "#contract/coupons/coupons.ts";
import { listCustomers } from "#contract/orders/customers.ts";
import { getAccess } from "#contract/courses/courses.ts";
import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { listBookDifferences } from "#contract/ledger/ledger.ts";
import { listOrderBumps } from "#contract/offers/order-bumps.ts";
import { exportOrderLines } from "#contract/orders/order-exports.ts";
import { getDashboardStats, getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { getOrder, getOrderTotals, listOrders } from "#contract/orders/orders-admin.ts";
import { listUpsells } from "#contract/offers/upsells.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { compareNightly } from "#server/features/ledger/compare-nightly.ts";
import { getReceiptOrder } from "#server/features/orders/mails/receipt-order.ts";
import type { Caller } from "#tests/support/test-app.ts";
import {
  type BoughtOrder,
  couponCents,
  type Figures,
  figuresOf,
  type Name,
  names,
  lines,
  totalCents,
} from "./bought-figures.ts";
import type { Gateway } from "./gateways.ts";
import { type OffersShop, postersAtFirst } from "./offers-shop.ts";

/** Expects every place that shows a figure of the order to show the same, once these lines of it have been refunded. */
export async function expectEveryFigure(
  gateway: Gateway,
  shop: OffersShop,
  order: BoughtOrder,
  refunded: readonly Name[],
): Promise<void> {
  const figures = figuresOf(shop, order, refunded);
  const story = { gateway, shop, order, figures };
  await expectBuyersFigures(story);
  await expectOrderFigures(story);
  await expectSalesFigures(story);
  await expectOfferFigures(story);
  await expectAffiliateFigures(story);
  for (const { paymentIntentId, amountCents, refundedCents } of figures.payments)
    expect(await gateway.booksOf(paymentIntentId)).toEqual({ receivedCents: amountCents, refundedCents });
  await expectBooksToAgree(gateway.app, shop.seller);
}

type Story = { gateway: Gateway; shop: OffersShop; order: BoughtOrder; figures: Figures };

async function expectBuyersFigures({ gateway, shop, order, figures }: Story): Promise<void> {
  const { browser, email, orderId, paymentIntentId } = order;
  const { status } = figures;
  const { body: seen } = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId },
    querystring: { customer_email: email },
  });
  expect(seen).toMatchObject({ order: { id: orderId, status, totalCents } });
  expect(inOrder(seen.orderItems)).toMatchObject(inOrder(figures.lines));
  const receipt = await getReceiptOrder(gateway.app.services.pool, orderId, shop.upsells[1]?.id);
  expect(receipt).toMatchObject({ status, totalCents, couponCode: "TWENTY", cardLast4: "4242" });
  expect(inOrder(receipt.items)).toMatchObject(inOrder(figures.lines));
  for (const name of names) {
    const params = { productId: shop.products[name].id, email };
    const { body } = await browser.call(getAccess, { params });
    expect([name, body]).toEqual([name, { hasAccess: !figures.isRefunded(name) }]);
  }
  const { body: downloads } = await browser.call(listOrderDownloads, { querystring: { orderId } });
  expect(downloads.map(({ isActive }) => isActive)).toEqual([!figures.isRefunded("workbook")]);
}

async function expectOrderFigures({ shop, order, figures }: Story): Promise<void> {
  const { seller, products, link } = shop;
  const { status, refundedCents, refunded, isRefunded, revenueOf } = figures;
  const row = {
    id: order.orderId,
    status,
    disputed: false,
    totalCents,
    refundedCents,
    couponCode: "TWENTY",
    affiliateLinkCode: link.code,
  };
  expect((await seller.call(listOrders)).body).toMatchObject([row]);
  const { body: page } = await seller.call(getOrder, { params: { id: order.orderId } });
  expect(page).toMatchObject({ ...row, discountCents: 3_235, payments: figures.payments });
  expect(inOrder(page.lines)).toMatchObject(
    inOrder(
      names.map((name) => ({
        productId: products[name].id,
        totalPriceCents: lines[name].totalPriceCents,
        discountCents: lines[name].discountCents,
        refundedCents: lines[name].totalPriceCents - revenueOf(name),
        refundableCents: revenueOf(name),
        hasAccess: !isRefunded(name),
      })),
    ),
  );
  expect(sorted(page.refunds.map(({ status, amountCents }) => `${status} ${amountCents}`))).toEqual(
    sorted(refunded.map((name) => `SUCCEEDED ${lines[name].totalPriceCents}`)),
  );
  expect((await shop.sellerAnew().call(exportOrderLines)).text.trim().split("\r\n")).toHaveLength(
    1 + names.length,
  );
}

async function expectSalesFigures({ shop, order, figures }: Story): Promise<void> {
  const { seller, products } = shop;
  const { status, refundedCents, orderCounts } = figures;
  expect((await seller.call(getOrderTotals)).body).toEqual({
    orders: 1,
    paidCents: totalCents,
    refundedCents,
  });
  expect((await seller.call(listCustomers)).body).toMatchObject([
    { email: order.email, orders: [{ id: order.orderId, status, totalCents, refundedCents }] },
  ]);
  const { body: stats } = await seller.call(getDashboardStats);
  expect(stats).toMatchObject({
    totalRevenue: figures.netCents,
    totalOrders: 1,
    activeStudents: figures.isOver ? 0 : 1,
  });
  expect(new Map(stats.products.map(({ id, orderCount }) => [id, orderCount]))).toEqual(orderCounts);
  const { body: shelf } = await seller.call(listMyProducts);
  expect(new Map(shelf.map(({ id, orderCount }) => [id, orderCount]))).toEqual(orderCounts);
  const poster = shelf.find(({ id }) => id === products.poster.id);
  expect(poster?.inventoryQuantity).toBe(figures.isRefunded("poster") ? postersAtFirst : postersAtFirst - 1);
}

async function expectOfferFigures({ shop, figures }: Story): Promise<void> {
  const { seller, bumps, upsells } = shop;
  const { isOver, netCents, revenueOf } = figures;
  const uses = isOver ? 0 : 1;
  expect((await seller.call(listCoupons)).body).toMatchObject([{ code: "TWENTY", usageCount: uses }]);
  expect((await seller.call(getCouponSummary)).body).toEqual({
    total: 1,
    // Its one use is taken, until it comes back.
    active: isOver ? 1 : 0,
    redemptions: uses,
    discountCents: isOver ? 0 : couponCents,
    revenueCents: netCents,
  });
  expect((await seller.call(listOrderBumps)).body).toMatchObject([
    { id: bumps[0]?.id, shown: 1, accepted: 1, revenueCents: revenueOf("workbook") },
    { id: bumps[1]?.id, shown: 1, accepted: 1, revenueCents: revenueOf("poster") },
  ]);
  expect((await seller.call(listUpsells)).body).toMatchObject([
    { id: upsells[0]?.id, shown: 1, accepted: 0, acceptanceRate: 0, revenueCents: 0 },
    { id: upsells[1]?.id, shown: 1, accepted: 1, acceptanceRate: 1, revenueCents: revenueOf("call") },
  ]);
}

/** As the affiliate sees them, and as the creator does. */
async function expectAffiliateFigures({ shop, figures }: Story): Promise<void> {
  const { seller, affiliate, link } = shop;
  const { commissionCents } = figures;
  const earned = {
    pendingCents: commissionCents,
    payableCents: 0,
    paidCents: 0,
    commissionCount: names.length,
  };
  expect((await affiliate.call(getAffiliateOverview)).body).toMatchObject({
    ...earned,
    links: [{ code: link.code, clicks: 1, sales: 1, earnedCents: commissionCents }],
  });
  expect((await seller.call(listAffiliates)).body).toMatchObject([{ ...earned, inPayoutCents: 0 }]);
  expect((await seller.call(listAffiliateLinks)).body).toMatchObject([
    { id: link.id, clicks: 1, conversions: 1, earnedCents: commissionCents },
  ]);
  const commissions = names.map(
    (name) => `${figures.isRefunded(name) ? "VOID" : "PENDING"} ${lines[name].commissionCents}`,
  );
  for (const { body } of [await affiliate.call(listOwnCommissions), await seller.call(listCommissions)])
    expect(sorted(body.map(({ status, amountCents }) => `${status} ${amountCents}`))).toEqual(
      sorted(commissions),
    );
}

/** The nightly comparison with the provider finds no difference, and the audit nothing that is wrong. */
export async function expectBooksToAgree({ services, clock }: Gateway["app"], seller: Caller): Promise<void> {
  // What is younger may still be on its way.
  clock.advance({ minutes: 11 });
  expect(await compareNightly(services)).toBe(0);
  expect((await seller.call(listBookDifferences)).body).toEqual([]);
  expect(await auditBooks(services.pool, { provider: services.payments.provider })).toEqual([]);
}

const sorted = (texts: readonly string[]) => texts.toSorted();

/** Bumps of one checkout stand in no order. */
const inOrder = <Line extends { totalPriceCents: number }>(lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => a.totalPriceCents - b.totalPriceCents);
