import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { sql } from "drizzle-orm";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { syncOpenRefunds } from "./sync-open.ts";

const app = await testApp();
const { pool, db, payments } = app.services;

type Bought = Awaited<ReturnType<typeof buyOrder>>;
type Body = Partial<Parameters<typeof callRefund>[1]>;
const callRefund = (
  { seller, id }: Bought,
  body: {
    lines?: { orderItemId: string; amountCents: number; restock?: boolean }[];
    reason?: string;
    revokeAccess?: boolean;
    idempotencyKey: string;
  },
) => seller.call(refundOrder, { params: { id }, body });
const refund = (bought: Bought, body: Body = {}) =>
  callRefund(bought, { idempotencyKey: randomUUID(), ...body });
const providerRefunds = async ({ paymentIntentId }: Bought) =>
  (await pool.query("select amount from sandbox.refunds where payment_intent = $1", [paymentIntentId])).rows;
const mailsAbout = async (event: string) =>
  (await pool.query("select recipient, template from mail_outbox where event like $1", [`${event}%`])).rows;

afterEach(() => {
  vi.restoreAllMocks();
});

test("everything goes back: every sum, the state, access, and one mail", async () => {
  const bought = await buyOrder(app, { priceCents: 5_000, bumps: [1_000, 700] });
  const { status, body } = await refund(bought, { reason: "Not what they expected" });
  expect(status).toBe(200);
  // Bumps of one checkout stand in no order.
  expect(
    body
      .map(({ status, amountCents }) => [status, amountCents])
      .sort(([, a], [, b]) => Number(b) - Number(a)),
  ).toEqual([
    ["SUCCEEDED", 5_000],
    ["SUCCEEDED", 1_000],
    ["SUCCEEDED", 700],
  ]);
  const order = await bought.read();
  expect(order).toMatchObject({ status: "REFUNDED", totalCents: 6_700, refundedCents: 6_700 });
  expect(order.lines.map(({ hasAccess, refundableCents }) => [hasAccess, refundableCents])).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
  ]);
  expect(order.payments).toMatchObject([{ amountCents: 6_700, refundedCents: 6_700 }]);
  expect(order.timeline[0]).toMatchObject({ kind: "REFUNDED" });
  expect(await mailsAbout(`refund:${bought.id}`)).toEqual([{ recipient: bought.email, template: "refund" }]);
  expect((await refund(bought)).body).toMatchObject({ code: "NOT_REFUNDABLE" });
  expect(await auditNow(app)).toEqual([]);
});

test("a part of a line keeps its access, the rest of it closes it, and the others stay", async () => {
  const bought = await buyOrder(app, { priceCents: 5_000, bumps: [1_000] });
  const [main] = (await bought.read()).lines;
  const part = (amountCents: number) => refund(bought, { lines: [{ orderItemId: main!.id, amountCents }] });
  expect((await part(2_000)).status).toBe(200);
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    refundedCents: 2_000,
    lines: [{ hasAccess: true, refundableCents: 3_000 }, { hasAccess: true }],
  });
  const tooMuch = await part(3_001);
  expect(tooMuch.status).toBe(422);
  expect(tooMuch.text).toContain("$30.00 is left to refund");
  expect((await part(3_000)).status).toBe(200);
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    refundedCents: 5_000,
    lines: [{ hasAccess: false }, { hasAccess: true }],
  });
  expect(await auditNow(app)).toEqual([]);
});

test("access stays where the creator says so, also of an order that is refunded whole", async () => {
  const bought = await buyOrder(app);
  await refund(bought, { revokeAccess: false });
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", lines: [{ hasAccess: true }] });
  expect(await auditNow(app)).toEqual([]);
});

test("a tracked line goes back in stock once, by default while it is not shipped", async () => {
  const product = {
    trackInventory: true,
    inventoryQuantity: 5,
    requiresShipping: true,
    type: "PHYSICAL",
  } as const;
  const bought = await buyOrder(app, { product });
  const left = async () =>
    (await pool.query("select inventory_quantity as n from products where id = $1", [bought.main.id])).rows[0]
      .n;
  const before = await left();
  const [line] = (await bought.read()).lines;
  await refund(bought, { lines: [{ orderItemId: line!.id, amountCents: 900 }] });
  expect(await left()).toBe(before);
  await refund(bought, { lines: [{ orderItemId: line!.id, amountCents: 1_000 }] });
  expect(await left()).toBe(before + 1);
  const kept = await buyOrder(app, { product });
  const [other] = (await kept.read()).lines;
  await refund(kept, { lines: [{ orderItemId: other!.id, amountCents: 1_900, restock: false }] });
  expect((await kept.read()).lines[0]).toMatchObject({ restockedAt: null });
  expect(await auditNow(app)).toEqual([]);
});

test("a coupon's use comes back with the whole order, and commission goes with every part", async () => {
  const creator = await makeCreator(app);
  const coupon = await makeCoupon(app, {
    ownerId: creator.id,
    usageLimit: 1,
    discountType: "FIXED",
    discountValue: 400,
  });
  const affiliate = await makeAffiliate(app, { ownerId: creator.id });
  const bought = await buyOrder(app, {
    creator,
    priceCents: 2_400,
    couponCode: coupon.code,
    affiliateCode: affiliate.link.code,
  });
  const earned = async () =>
    (
      await pool.query(
        "select coalesce(sum(amount_cents) filter (where status <> 'VOID'), 0)::int as cents from commissions where order_id = $1",
        [bought.id],
      )
    ).rows[0].cents;
  const used = async () =>
    (await pool.query("select usage_count as n from coupons where id = $1", [coupon.id])).rows[0].n;
  const [line] = (await bought.read()).lines;
  expect([await used(), await earned(), line!.totalPriceCents]).toEqual([1, 400, 2_000]);
  await refund(bought, { lines: [{ orderItemId: line!.id, amountCents: 501 }] });
  expect([await used(), await earned()]).toEqual([1, 299]);
  await refund(bought);
  expect([await used(), await earned()]).toEqual([0, 0]);
  expect(await auditNow(app)).toEqual([]);
});

describe("only what is there goes back", () => {
  test("lines of another order, the same line twice and foreign orders are refused", async () => {
    const bought = await buyOrder(app);
    const other = await buyOrder(app);
    const [line] = (await bought.read()).lines;
    const [foreign] = (await other.read()).lines;
    const mine = { orderItemId: line!.id, amountCents: 100 };
    expect((await refund(bought, { lines: [{ ...mine, orderItemId: foreign!.id }] })).status).toBe(422);
    expect((await refund(bought, { lines: [{ ...mine, orderItemId: randomUUID() }] })).status).toBe(422);
    expect((await refund(bought, { lines: [mine, mine] })).status).toBe(422);
    expect((await refund(bought, { lines: [{ ...mine, amountCents: 0 }] })).status).toBe(422);
    expect((await refund(bought, { lines: [{ ...mine, amountCents: -5 }] })).status).toBe(422);
    expect((await refund({ ...bought, seller: other.seller })).status).toBe(404);
    expect(await providerRefunds(bought)).toEqual([]);
    expect((await bought.read()).refundedCents).toBe(0);
  });

  test("the same key is the same refund, and refused for another", async () => {
    const bought = await buyOrder(app);
    const [line] = (await bought.read()).lines;
    const body = { lines: [{ orderItemId: line!.id, amountCents: 500 }], idempotencyKey: randomUUID() };
    const first = await callRefund(bought, body);
    const again = await callRefund(bought, body);
    expect(again.body).toEqual(first.body);
    const changed = { ...body, lines: [{ orderItemId: line!.id, amountCents: 501 }] };
    expect((await callRefund(bought, changed)).body).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(await providerRefunds(bought)).toEqual([{ amount: 500 }]);
  });

  test("of a hundred refunds of one line at once, exactly one goes through", async () => {
    const bought = await buyOrder(app);
    const [line] = (await bought.read()).lines;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        refund(bought, { lines: [{ orderItemId: line!.id, amountCents: 1_900 }] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await providerRefunds(bought)).toEqual([{ amount: 1_900 }]);
    expect(await bought.read()).toMatchObject({ status: "REFUNDED", refundedCents: 1_900 });
    expect(await auditNow(app)).toEqual([]);
  });

  test("of a hundred calls with one key at once, the money goes back once", async () => {
    const bought = await buyOrder(app);
    const body = { idempotencyKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 100 }, () => callRefund(bought, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await providerRefunds(bought)).toEqual([{ amount: 1_900 }]);
    expect(await auditNow(app)).toEqual([]);
  });
});

test("any sequence of partial refunds leaves sums that agree everywhere", async () => {
  const step = fc.record({
    line: fc.nat(2),
    cents: fc.integer({ min: 1, max: 1_500 }),
    revoke: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const bought = await buyOrder(app, { priceCents: 1_500, bumps: [900, 333] });
      const { lines } = await bought.read();
      const left = lines.map(({ totalPriceCents }) => totalPriceCents);
      for (const { line, cents, revoke } of steps) {
        const { status } = await refund(bought, {
          lines: [{ orderItemId: lines[line]!.id, amountCents: cents }],
          revokeAccess: revoke,
        });
        const fits = cents <= left[line]!;
        expect(status).toBe(fits ? 200 : left.every((cents) => cents === 0) ? 409 : 422);
        if (fits) left[line]! -= cents;
      }
      const order = await bought.read();
      expect(
        order.lines.map(({ totalPriceCents, refundedCents }) => totalPriceCents - refundedCents),
      ).toEqual(left);
      expect(order.status).toBe(left.every((cents) => cents === 0) ? "REFUNDED" : "PAID");
      expect(await auditNow(app)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

describe("the provider", () => {
  const unreachable = () => new GatewayError("unavailable", "no answer", true);

  test("does not answer: the refund waits, and the job carries it out, once", async () => {
    const bought = await buyOrder(app);
    const call = vi.spyOn(payments, "refund").mockRejectedValueOnce(unreachable());
    expect((await refund(bought)).body).toMatchObject([{ status: "PENDING" }]);
    expect(await bought.read()).toMatchObject({
      status: "PAID",
      lines: [{ refundableCents: 0, hasAccess: true }],
    });
    await app.runJobs();
    expect(call).toHaveBeenCalledTimes(2);
    expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
    expect(await auditNow(app)).toEqual([]);
  });

  test("does it and the answer is lost: asking again gives nothing twice, and so does its webhook", async () => {
    for (const heal of [() => app.runJobs(), () => deliverWebhooks(app)]) {
      const bought = await buyOrder(app);
      const really = payments.refund.bind(payments);
      vi.spyOn(payments, "refund").mockImplementationOnce(async (input) => {
        await really(input);
        throw unreachable();
      });
      expect((await refund(bought)).body).toMatchObject([{ status: "PENDING" }]);
      await heal();
      expect(await bought.read()).toMatchObject({ status: "REFUNDED", refunds: [{ source: "CREATOR" }] });
      expect(await providerRefunds(bought)).toHaveLength(1);
    }
    expect(await auditNow(app)).toEqual([]);
  });

  test("does it, the answer is lost, and then it refuses our key: the refund does not fail, and is one", async () => {
    const bought = await buyOrder(app);
    const really = payments.refund.bind(payments);
    const refused = new GatewayError("unavailable", "Invalid API key");
    vi.spyOn(payments, "refund")
      .mockImplementationOnce(async (input) => {
        await really(input);
        throw unreachable();
      })
      .mockRejectedValueOnce(refused);
    await refund(bought);
    await expect(app.runJobs()).rejects.toBe(refused);
    expect(await bought.read()).toMatchObject({ refunds: [{ status: "PENDING" }] });
    await db.execute(
      sql`update refunds set created_at = now() - interval '3 minutes' where order_id = ${bought.id}`,
    );
    await syncOpenRefunds(app.services);
    expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
    expect(await providerRefunds(bought)).toHaveLength(1);
    expect(await auditNow(app)).toEqual([]);
  });

  test("is reached by the sweep where the job was lost, and not after its keys have ended", async () => {
    const bought = await buyOrder(app);
    const late = await buyOrder(app);
    vi.spyOn(payments, "refund").mockRejectedValueOnce(unreachable()).mockRejectedValueOnce(unreachable());
    await refund(bought);
    await refund(late);
    await pool.query("delete from job_outbox where name = 'send-refund'");
    await db.execute(
      sql`update refunds set created_at = now() - interval '3 minutes' where order_id = ${bought.id}`,
    );
    await db.execute(
      sql`update refunds set created_at = now() - interval '21 hours' where order_id = ${late.id}`,
    );
    await syncOpenRefunds(app.services);
    expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
    expect(await late.read()).toMatchObject({ status: "PAID", refunds: [{ status: "FAILED" }] });
    expect(await providerRefunds(late)).toEqual([]);
  });

  test("refuses: the refund has failed, with the reason, and can be tried again", async () => {
    const bought = await buyOrder(app);
    vi.spyOn(payments, "refund").mockRejectedValueOnce(
      new GatewayError("balance_insufficient", "Too little money"),
    );
    expect((await refund(bought)).body).toMatchObject([{ status: "FAILED", failure: "Too little money" }]);
    const order = await bought.read();
    expect(order).toMatchObject({ status: "PAID", refundedCents: 0, lines: [{ refundableCents: 1_900 }] });
    expect(order.timeline[0]).toMatchObject({
      kind: "REFUND_FAILED",
      detail: { failure: "Too little money" },
    });
    expect((await refund(bought)).body).toMatchObject([{ status: "SUCCEEDED" }]);
    expect(await auditNow(app)).toEqual([]);
  });
});
