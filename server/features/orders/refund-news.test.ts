import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks, sendWebhook, takeEvents } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool, payments } = app.services;

type Bought = Awaited<ReturnType<typeof buyOrder>>;
const refundAll = ({ seller, id }: Bought) =>
  seller.call(refundOrder, { params: { id }, body: { idempotencyKey: randomUUID() } });
const later = async () => {
  app.clock.advance({ seconds: 5 });
  await runFollowUps(app.services);
};
/** As somebody would in the provider's own dashboard. */
const refundOutside = ({ paymentIntentId }: Bought, amountCents?: number) =>
  payments.refund({ paymentIntentId, idempotencyKey: randomUUID(), ...(amountCents && { amountCents }) });

test("a refund that pends is on its way until the provider says more", async () => {
  const bought = await buyOrder(app, { card: "4000000000007726" });
  expect((await refundAll(bought)).body).toMatchObject([{ status: "PENDING" }]);
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    lines: [{ hasAccess: true, refundableCents: 0 }],
  });
  await later();
  await deliverWebhooks(app, 3);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", lines: [{ hasAccess: false }] });
  expect(await auditNow(app)).toEqual([]);
});

test("a refund that fails at the bank after all gives everything back to the order, and tells the creator", async () => {
  const bought = await buyOrder(app, { card: "4000000000005126", priceCents: 3_000, bumps: [500] });
  expect((await refundAll(bought)).body).toMatchObject([{ status: "SUCCEEDED" }, { status: "SUCCEEDED" }]);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
  await later();
  await deliverWebhooks(app, 2);
  const order = await bought.read();
  expect(order).toMatchObject({
    status: "PAID",
    refundedCents: 0,
    lines: [
      { hasAccess: true, refundableCents: 3_000 },
      { hasAccess: true, refundableCents: 500 },
    ],
    payments: [{ refundedCents: 0 }],
    refunds: [{ status: "FAILED" }, { status: "FAILED" }],
  });
  expect(order.timeline.filter(({ kind }) => kind === "REFUND_FAILED")).toHaveLength(2);
  const { rows } = await pool.query(
    "select recipient from mail_outbox where template = 'refund-failed' and recipient = $1",
    [bought.creator.email],
  );
  expect(rows).toHaveLength(2);
  expect(await auditNow(app)).toEqual([]);
});

test("a coupon's use that such an order had given back may be another's by then, and no more than that is in the books", async () => {
  const main = await makeProduct(app);
  const { code } = await makeCoupon(app, { ownerId: main.ownerId, discountValue: 300, usageLimit: 1 });
  const creator = { id: main.ownerId } as Bought["creator"];
  const first = await buyOrder(app, { creator, main, couponCode: code, card: "4000000000005126" });
  await refundAll(first);
  const second = await buyOrder(app, { creator, main, couponCode: code });
  await later();
  await deliverWebhooks(app);
  expect([await first.read(), await second.read()]).toMatchObject([{ status: "PAID" }, { status: "PAID" }]);
  expect(await auditNow(app)).toEqual([]);
  // An order that was never counted is another matter.
  await pool.query("delete from coupon_redemptions where order_id = $1", [first.id]);
  expect(await auditNow(app)).toMatchObject([{ name: "coupon-uses" }]);
  await pool.query("update orders set coupon_id = null where id = $1", [first.id]);
});

test("what the creator closed by hand stays closed when a refund fails", async () => {
  const bought = await buyOrder(app, { card: "4000000000005126" });
  await pool.query("update access set revoked_at = now() - interval '1 hour' where order_id = $1", [
    bought.id,
  ]);
  await refundAll(bought);
  await later();
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "PAID", lines: [{ hasAccess: false }] });
});

test("a refund in the provider's own dashboard is spread over the lines, the main one first", async () => {
  const bought = await buyOrder(app, { priceCents: 2_000, bumps: [600, 600] });
  await refundOutside(bought, 2_500);
  await deliverWebhooks(app, 2);
  const order = await bought.read();
  expect(order.lines.map(({ refundedCents }) => refundedCents)).toEqual([2_000, 500, 0]);
  expect(order).toMatchObject({ status: "PAID", refunds: [{ source: "PROVIDER" }, { source: "PROVIDER" }] });
  expect(order.lines.map(({ hasAccess }) => hasAccess)).toEqual([false, true, true]);
  await refundOutside(bought);
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", refundedCents: 3_200 });
  expect(await auditNow(app)).toEqual([]);
});

test("one that fails there comes back whole, though it stands in several rows", async () => {
  const bought = await buyOrder(app, { card: "4000000000005126", priceCents: 2_000, bumps: [600] });
  await refundOutside(bought);
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
  await later();
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "PAID", refundedCents: 0 });
  expect(await auditNow(app)).toEqual([]);
});

test("events in any order, twice, and before the payment was seen to, end the same", async () => {
  for (const order of [(n: number) => n, (n: number) => -n, (n: number) => (n * 7) % 5]) {
    const bought = await buyOrder(app, { card: "4000000000005126", unnoticed: true });
    await refundOutside(bought, 500);
    await later();
    const events = (await takeEvents(app)).map((event, n) => ({ event, rank: order(n) }));
    for (const { event } of events.sort((a, b) => a.rank - b.rank)) {
      await sendWebhook(app, event);
      await sendWebhook(app, event);
      await app.runJobs();
    }
    expect(await bought.read()).toMatchObject({
      status: "PAID",
      refundedCents: 0,
      lines: [{ hasAccess: true }],
    });
  }
  expect(await auditNow(app)).toEqual([]);
});

test("a refund here and one there at the same time never exceed the payment", async () => {
  for (let round = 0; round < 5; round++) {
    const bought = await buyOrder(app, { priceCents: 2_000 });
    await Promise.allSettled([refundAll(bought), refundOutside(bought, 1_500), refundOutside(bought, 800)]);
    await deliverWebhooks(app, 2);
    await app.runJobs();
    const { rows } = await pool.query(
      "select coalesce(sum(amount), 0)::int as cents from sandbox.refunds where payment_intent = $1",
      [bought.paymentIntentId],
    );
    expect((await bought.read()).refundedCents).toBe(rows[0].cents);
  }
  expect(await auditNow(app)).toEqual([]);
});

test("a refund of a payment that is no order's is left alone", async () => {
  await deliverWebhooks(app);
  const before = (await pool.query("select count(*)::int as n from refunds")).rows[0].n;
  await sendWebhook(app, {
    id: `evt_${randomUUID()}`,
    type: "refund.created",
    data: { id: "re_unknown", object: "refund", payment_intent: "pi_unknown" },
  });
  await app.runJobs();
  const open = await pool.query("select type from webhook_events where handled_at is null");
  expect(open.rows).toEqual([]);
  expect((await pool.query("select count(*)::int as n from refunds")).rows[0].n).toBe(before);
});

test("an order that is refunded by the cent makes five mails a day, and the order's page tells the rest", async () => {
  const bought = await buyOrder(app);
  const [line] = (await bought.read()).lines;
  const refundCent = () =>
    bought.seller.call(refundOrder, {
      params: { id: bought.id },
      body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: line?.id ?? "", amountCents: 1 }] },
    });
  const mails = async () =>
    (await pool.query("select from mail_outbox where event like $1", [`refund:${bought.id}:%`])).rowCount;
  for (let n = 0; n < 8; n++) expect((await refundCent()).status).toBe(200);
  await deliverWebhooks(app);
  expect(await mails()).toBe(5);
  expect(await bought.read()).toMatchObject({ refundedCents: 8 });
  app.clock.advance({ hours: 25 });
  await refundCent();
  await deliverWebhooks(app);
  expect(await mails()).toBe(6);
});
