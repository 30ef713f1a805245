import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { getAccess } from "#contract/courses/courses.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { decideSandboxDispute, listSandboxDisputes } from "#contract/dev/sandbox.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, sendWebhook, takeEvents } from "#tests/support/buy.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { syncOpenDisputes } from "./sync-open.ts";

const app = await testApp();
const { pool } = app.services;
const fraudulent = "4000000000000259";
const inquiry = "4000000000001976";
const warning = "4000000000005423";

type Bought = Awaited<ReturnType<typeof buyOrder>>;
const openDispute = async () => {
  app.clock.advance({ seconds: 5 });
  await runFollowUps(app.services);
};
const newestDispute = async () => (await app.call(listSandboxDisputes)).body[0]!;
const decide = async (outcome: "won" | "lost", id?: string) =>
  app.call(decideSandboxDispute, { params: { id: id ?? (await newestDispute()).id }, body: { outcome } });
const mailsTo = async ({ creator }: Bought) =>
  (
    await pool.query("select template, event from mail_outbox where recipient = $1 order by created_at", [
      creator.email,
    ])
  ).rows;
const canSee = async ({ browser, main, email }: Bought) =>
  (await browser.call(getAccess, { params: { productId: main.id, email } })).body.hasAccess;

let affiliated: { creator: Awaited<ReturnType<typeof makeCreator>>; affiliateCode: string };
beforeEach(async () => {
  const creator = await makeCreator(app);
  affiliated = { creator, affiliateCode: (await makeAffiliate(app, { ownerId: creator.id })).link.code };
});
const commissionOf = async ({ id }: Bought) =>
  (
    await pool.query<{ cents: number; held: boolean }>(
      `select coalesce(sum(amount_cents) filter (where status <> 'VOID'), 0)::int as cents, coalesce(bool_or(held), false) as held
         from commissions where order_id = $1`,
      [id],
    )
  ).rows[0];

test("an open dispute suspends access, holds the commission and tells the creator; a won one restores all", async () => {
  const bought = await buyOrder(app, { ...affiliated, card: fraudulent, product: { type: "SERVICE" } });
  expect(await canSee(bought)).toBe(true);
  await openDispute();
  await deliverWebhooks(app, 2);
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    disputed: true,
    disputes: [{ status: "OPEN", reason: "fraudulent", amountCents: 1_900 }],
    lines: [{ refundableCents: 0 }],
  });
  expect(await canSee(bought)).toBe(false);
  expect(await commissionOf(bought)).toEqual({ cents: 380, held: true });
  expect(await mailsTo(bought)).toMatchObject([{ template: "dispute" }]);

  expect((await decide("won")).status).toBe(200);
  await deliverWebhooks(app, 2);
  const order = await bought.read();
  expect(order).toMatchObject({
    status: "PAID",
    disputed: false,
    refundedCents: 0,
    disputes: [{ status: "WON" }],
  });
  expect(order.timeline.map(({ kind }) => kind)).toEqual(["DISPUTE_WON", "DISPUTED", "PAID"]);
  expect(await canSee(bought)).toBe(true);
  expect(await commissionOf(bought)).toEqual({ cents: 380, held: false });
  expect((await decide("lost")).status).toBe(409);
  expect(await auditNow(app)).toEqual([]);
});

test("a lost dispute closes its lines, voids the commission and counts like a refund", async () => {
  const bought = await buyOrder(app, {
    ...affiliated,
    card: fraudulent,
    bumps: [600],
    product: { type: "SERVICE" },
  });
  await openDispute();
  await deliverWebhooks(app);
  await decide("lost");
  await deliverWebhooks(app, 3);
  const order = await bought.read();
  expect(order).toMatchObject({
    status: "REFUNDED",
    disputed: false,
    refundedCents: 2_500,
    lines: [{ hasAccess: false }, { hasAccess: false }],
    refunds: [
      { source: "DISPUTE", status: "SUCCEEDED" },
      { source: "DISPUTE", status: "SUCCEEDED" },
    ],
  });
  expect(order.timeline[0]).toMatchObject({ kind: "DISPUTE_LOST", detail: { amountCents: 2_500 } });
  expect(await commissionOf(bought)).toMatchObject({ cents: 0 });
  const { rows } = await pool.query("select 1 from mail_outbox where event like $1", [
    `refund:${bought.id}%`,
  ]);
  expect(rows).toEqual([]);
  expect(await auditNow(app)).toEqual([]);
});

test("an appeal that is won brings a lost dispute's money and access back", async () => {
  const bought = await buyOrder(app, { ...affiliated, card: fraudulent, product: { type: "SERVICE" } });
  await openDispute();
  await decide("lost");
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
  const { id } = await newestDispute();
  await pool.query("update sandbox.disputes set status = 'won' where id = $1", [id]);
  const data = { id, object: "dispute", payment_intent: bought.paymentIntentId };
  await sendWebhook(app, { id: `evt_${randomUUID()}`, type: "charge.dispute.funds_reinstated", data });
  await app.runJobs();
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    refundedCents: 0,
    lines: [{ hasAccess: true }],
  });
  expect(await canSee(bought)).toBe(true);
  expect(await commissionOf(bought)).toEqual({ cents: 380, held: false });
  expect(await auditNow(app)).toEqual([]);
});

test("an inquiry suspends nothing; ended it is closed, lost it takes the money", async () => {
  for (const outcome of ["won", "lost"] as const) {
    const bought = await buyOrder(app, { card: inquiry, product: { type: "SERVICE" } });
    await openDispute();
    await deliverWebhooks(app);
    expect(await bought.read()).toMatchObject({
      disputed: false,
      disputes: [{ status: "OPEN", isInquiry: true }],
    });
    expect(await canSee(bought)).toBe(true);
    expect(await mailsTo(bought)).toMatchObject([{ template: "dispute" }]);
    await decide(outcome);
    await deliverWebhooks(app);
    expect(await bought.read()).toMatchObject(
      outcome === "won"
        ? { status: "PAID", disputes: [{ status: "CLOSED" }] }
        : { status: "REFUNDED", disputes: [{ status: "LOST", isInquiry: false }] },
    );
    expect(await canSee(bought)).toBe(outcome === "won");
  }
  expect(await auditNow(app)).toEqual([]);
});

test("an early fraud warning tells the creator, who can still refund", async () => {
  const bought = await buyOrder(app, { card: warning });
  await openDispute();
  await deliverWebhooks(app, 2);
  expect(await bought.read()).toMatchObject({
    disputed: false,
    disputes: [{ reason: "early_fraud_warning", isInquiry: true }],
    lines: [{ hasAccess: true, refundableCents: 1_900 }],
  });
  expect(await mailsTo(bought)).toHaveLength(1);
  expect((await decide("lost")).status).toBe(404);
  const body = { idempotencyKey: randomUUID() };
  expect((await bought.seller.call(refundOrder, { params: { id: bought.id }, body })).status).toBe(200);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
  expect(await auditNow(app)).toEqual([]);
});

test("a disputed payment cannot be refunded", async () => {
  const bought = await buyOrder(app, { card: fraudulent });
  const refund = () =>
    bought.seller.call(refundOrder, { params: { id: bought.id }, body: { idempotencyKey: randomUUID() } });
  await openDispute();
  // The shop has not heard of it yet: the provider refuses.
  expect((await refund()).body).toMatchObject([{ status: "FAILED" }]);
  await deliverWebhooks(app);
  expect((await refund()).body).toMatchObject({ code: "DISPUTED" });
  await decide("won");
  await deliverWebhooks(app);
  expect((await refund()).body).toMatchObject([{ status: "SUCCEEDED" }]);
  expect(await auditNow(app)).toEqual([]);
});

test("events in any order, repeated, and before the payment was seen to, end the same", async () => {
  for (const outcome of ["won", "lost"] as const) {
    for (const rank of [(n: number) => n, (n: number) => -n, (n: number) => (n * 7) % 5]) {
      const bought = await buyOrder(app, { card: fraudulent, unnoticed: true });
      await openDispute();
      await decide(outcome);
      const events = (await takeEvents(app)).map((event, n) => ({ event, rank: rank(n) }));
      for (const { event } of events.sort((a, b) => a.rank - b.rank)) {
        await Promise.all([sendWebhook(app, event), sendWebhook(app, event)]);
        await app.runJobs();
      }
      expect(await bought.read()).toMatchObject(
        outcome === "won"
          ? { status: "PAID", disputed: false, refundedCents: 0, lines: [{ hasAccess: true }] }
          : { status: "REFUNDED", disputed: false, refundedCents: 1_900, lines: [{ hasAccess: false }] },
      );
    }
  }
  expect(await auditNow(app)).toEqual([]);
});

test("the end of a dispute is found where its webhook was lost", async () => {
  const bought = await buyOrder(app, { card: fraudulent });
  await openDispute();
  await deliverWebhooks(app);
  await decide("won");
  await takeEvents(app);
  await syncOpenDisputes(app.services);
  expect(await bought.read()).toMatchObject({ disputed: false, disputes: [{ status: "WON" }] });
});

test("a lost dispute of an order that was refunded in part takes what was left", async () => {
  const bought = await buyOrder(app, { card: fraudulent, priceCents: 2_000 });
  const [line] = (await bought.read()).lines;
  await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: line!.id, amountCents: 500 }] },
  });
  await openDispute();
  await decide("lost");
  await deliverWebhooks(app);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", refundedCents: 2_000 });
  expect(await auditNow(app)).toEqual([]);
});
