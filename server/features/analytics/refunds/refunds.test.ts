import { beforeEach, expect, test } from "vitest";
import { getAnalyticsSummary } from "#contract/analytics/analytics.ts";
import { type AnalyticsFigure, listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { getRefundFigures } from "#contract/analytics/refunds.ts";
import { decideSandboxDispute, listSandboxDisputes } from "#contract/dev/sandbox.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { answerRefundRequest } from "#contract/orders/refund-requests.ts";
import { withdrawals } from "#server/database/schema/withdrawals.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { eq } from "drizzle-orm";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

type Query = Record<string, string>;
async function figures(querystring: Query = {}) {
  const { status, body, text } = await app.as(creator).call(getRefundFigures, { querystring });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
}
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
const rowsOf = async (figure: AnalyticsFigure, query: Query = {}) =>
  (await app.as(creator).call(listAnalyticsRows, { querystring: { ...query, figure } })).body.rows;
const centsOf = async (figure: AnalyticsFigure, query: Query = {}) =>
  sum((await rowsOf(figure, query)).map(({ cents }) => cents ?? 0));

const fraudulent = "4000000000000259";

test("without sales there is nothing to divide by", async () => {
  expect(await figures()).toMatchObject({
    refundRate: null,
    disputeRate: null,
    refunds: 0,
    products: [],
    reasons: [],
    withdrawals: 0,
  });
  expect((await app.call(getRefundFigures, { querystring: {} })).status).toBe(401);
});

test("refunds, disputes and withdrawals by product and reason, each on its day, and the sums of their rows", async () => {
  const one = await makeProduct(app, { ownerId: creator.id, title: "One", priceCents: 5_000 });
  const two = await makeProduct(app, { ownerId: creator.id, title: "Two", priceCents: 2_000 });
  const byHand = await buyOrder(app, { creator, main: one });
  const asked = await buyOrder(app, { creator, main: one });
  const fraud = await buyOrder(app, { creator, main: two, card: fraudulent });
  const kept = await buyOrder(app, { creator, main: two });

  const [line] = await app.services.db.select().from(orderItems).where(eq(orderItems.orderId, byHand.id));
  const partly = {
    lines: [{ orderItemId: line?.id ?? "", amountCents: 1_500 }],
    reason: "Damaged",
    idempotencyKey: "a-refund-1",
  };
  expect((await byHand.seller.call(refundOrder, { params: { id: byHand.id }, body: partly })).status).toBe(
    200,
  );
  const [asks] = await app.services.db.select().from(orderItems).where(eq(orderItems.orderId, asked.id));
  const request = await makeRefundRequest(app, asks);
  const granted = { params: { id: request.id }, body: { answer: "GRANTED" as const } };
  expect((await asked.seller.call(answerRefundRequest, granted)).status).toBe(200);
  app.clock.advance({ seconds: 5 });
  await runFollowUps(app.services);
  await deliverWebhooks(app, 2);
  const stated = {
    ownerId: creator.id,
    name: "Ann",
    orderNumber: "1001",
    email: "ann@example.com",
    createdAt: app.clock.now(),
  };
  await app.services.db.insert(withdrawals).values([
    { ...stated, orderId: kept.id, provenAt: app.clock.now() },
    // Whoever knows an order's number may have written it.
    { ...stated, orderId: kept.id },
    // Of nobody's order.
    { ...stated, ownerId: null, orderId: null },
  ]);
  expect(await figures({ period: "7d" })).toMatchObject({
    orders: 4,
    paidCents: 14_000,
    refunds: 2,
    refundedCents: 6_500,
    refundRate: 46.4,
    disputes: 1,
    disputedCents: 2_000,
    openDisputes: 1,
    disputeRate: 25,
    lost: 0,
    withdrawals: 1,
  });
  app.clock.advance({ days: 10 });
  const [dispute] = (await app.call(listSandboxDisputes)).body;
  await app.call(decideSandboxDispute, { params: { id: dispute?.id ?? "" }, body: { outcome: "lost" } });
  await deliverWebhooks(app, 2);

  // The loss is of its own day, the dispute of the day it was opened.
  expect(await figures({ period: "7d" })).toMatchObject({
    disputes: 0,
    lost: 1,
    lostCents: 2_000,
    refunds: 0,
    refundRate: null,
  });
  const all = await figures({ period: "30d" });
  expect(all).toMatchObject({ disputes: 1, openDisputes: 0, wonDisputes: 0, lost: 1, lostCents: 2_000 });
  expect(all.products).toMatchObject([
    { id: one.id, name: "One", refunds: 2, refundedCents: 6_500, lostCents: 0, paidCents: 10_000, rate: 65 },
    { id: two.id, name: "Two", refunds: 0, refundedCents: 0, lostCents: 2_000, paidCents: 4_000, rate: 50 },
  ]);
  expect(all.reasons).toEqual([
    { reason: "PROMISED", words: "", refunds: 1, cents: 5_000 },
    { reason: "DISPUTE", words: "fraudulent", refunds: 1, cents: 2_000 },
    { reason: "BY_CREATOR", words: "Damaged", refunds: 1, cents: 1_500 },
  ]);
  for (const query of [
    { period: "30d" },
    { period: "30d", productId: two.id },
    { period: "7d" },
  ] as Query[]) {
    const found = await figures(query);
    expect(sum(found.days.map(({ refundedCents }) => refundedCents))).toBe(found.refundedCents);
    expect(sum(found.days.map(({ lostCents }) => lostCents))).toBe(found.lostCents);
    expect(sum(found.reasons.map(({ cents }) => cents))).toBe(found.refundedCents + found.lostCents);
    expect(sum(found.products.map((row) => row.refundedCents + row.lostCents))).toBe(
      found.refundedCents + found.lostCents,
    );
    expect(await centsOf("refunds", query)).toBe(found.refundedCents);
    expect(await rowsOf("refunds", query)).toHaveLength(found.refunds);
    expect(await centsOf("lostDisputes", query)).toBe(found.lostCents);
    expect(await centsOf("disputes", query)).toBe(found.disputedCents);
    expect(await rowsOf("disputes", query)).toHaveLength(found.disputes);
    expect(await rowsOf("withdrawals", query)).toHaveLength(found.withdrawals);
    // What the overview calls given back is both.
    const { body } = await app.as(creator).call(getAnalyticsSummary, { querystring: query });
    expect(body.refundedCents).toBe(found.refundedCents + found.lostCents);
  }
  expect((await figures({ period: "30d", productId: two.id })).withdrawals).toBe(1);
  expect((await rowsOf("disputes", { period: "30d" }))[0]).toMatchObject({
    kind: "DISPUTE_LOST",
    title: "Two, fraudulent",
    orderId: fraud.id,
  });
  const other = app.as(await makeCreator(app));
  for (const figure of ["refunds", "disputes", "lostDisputes", "withdrawals"] as const)
    expect(
      (await other.call(listAnalyticsRows, { querystring: { figure, period: "all" } })).body.rows,
    ).toEqual([]);
});
