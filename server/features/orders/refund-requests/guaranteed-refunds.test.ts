import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { answerRefundRequest, listRefundRequests, requestRefund } from "#contract/orders/refund-requests.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { users } from "#server/database/schema/accounts.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { renderReceipt } from "#server/features/orders/mails/receipt.ts";
import { testApp } from "#tests/support/test-app.ts";
import { grantDueRequests } from "./answer-refund-request.ts";

const app = await testApp();
const { pool, db, payments } = app.services;

afterEach(() => {
  vi.restoreAllMocks();
});

type Bought = Awaited<ReturnType<typeof buyOrder>>;

/** An order of a creator who guarantees refunds within so many days. */
async function buyGuaranteed(days: 7 | 14 | 30 = 30, more: object = {}) {
  const creator = await makeCreator(app);
  await guarantee(creator.id, days);
  return buyOrder(app, { creator, priceCents: 5_000, ...more });
}
const guarantee = (creatorId: string, days: 7 | 14 | 30) =>
  db.update(users).set({ refundDays: days, guaranteedRefundDays: days }).where(eq(users.id, creatorId));
const linesOf = async ({ browser, paymentIntentId, email }: Bought) =>
  (
    await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId },
      querystring: { customer_email: email },
    })
  ).body.orderItems;
const ask = async (bought: Bought, place = 0, who = bought.browser) => {
  const line = (await linesOf(bought))[place];
  return who.call(requestRefund, {
    params: { id: bought.id },
    body: { orderItemId: line?.id ?? "", message: "" },
  });
};
const decline = ({ seller }: Bought, id: string) =>
  seller.call(answerRefundRequest, { params: { id }, body: { answer: "DECLINED", note: "No" } });
const refundsOf = async ({ id }: Bought) =>
  (await pool.query("select amount_cents as cents, status from refunds where order_id = $1 order by 1", [id]))
    .rows;
const mails = async (requestId: string) =>
  (
    await pool.query<{ mail: string }>(
      "select template || coalesce(':' || (data->>'news'), '') as mail from mail_outbox where data->>'requestId' = $1 order by mail",
      [requestId],
    )
  ).rows.map(({ mail }) => mail);

test("a request within a guarantee is refunded at once, downloads or not, and closes access", async () => {
  const bought = await buyGuaranteed(14);
  await pool.query("update digital_downloads set download_count = 2 where order_id = $1", [bought.id]);
  app.clock.advance({ days: 13 });
  expect((await linesOf(bought))[0]?.refund).toMatchObject({ canAsk: true, guarantee: "AT_ONCE" });
  const { status, body } = await ask(bought);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "GRANTED",
    isGuaranteed: true,
    refund: { amountCents: 5_000, status: "SUCCEEDED" },
  });
  expect(await refundsOf(bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
  const order = await bought.read();
  expect(order.status).toBe("REFUNDED");
  expect(order.timeline).toContainEqual(expect.objectContaining({ kind: "REFUND_GRANTED" }));
  expect((await linesOf(bought))[0]).toMatchObject({ isOpen: false, refund: { canAsk: false } });
  expect(await mails(body.id)).toEqual(["refund-request:GRANTED", "refund-requested"]);
  expect((await bought.seller.call(listRefundRequests, {})).body.count).toBe(0);
  expect((await decline(bought, body.id)).status).toBe(409);
  expect(await auditNow(app)).toEqual([]);
});

test("requests at once refund a line once, and all learn of the one that was granted", async () => {
  const bought = await buyGuaranteed();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(bought)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await refundsOf(bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
  expect(await auditNow(app)).toEqual([]);
});

test("a guarantee needs proof of the purchase, and ends with its days", async () => {
  const bought = await buyGuaranteed(7);
  expect((await ask(bought, 0, app.browser())).status).toBe(404);
  app.clock.advance({ days: 7, seconds: 60 });
  expect((await linesOf(bought))[0]?.refund).toMatchObject({ guarantee: "NONE", promisedUntil: null });
  expect((await ask(bought)).body).toMatchObject({ status: "REQUESTED", isGuaranteed: false });
  expect(await refundsOf(bought)).toEqual([]);
});

test("what was sold before the creator guaranteed refunds stays theirs to decide, and the other way around", async () => {
  const creator = await makeCreator(app);
  const before = await buyOrder(app, { creator, priceCents: 5_000 });
  await guarantee(creator.id, 30);
  expect((await ask(before)).body).toMatchObject({ status: "REQUESTED", isGuaranteed: false });
  const during = await buyOrder(app, { creator, priceCents: 5_000 });
  // As a version before the guarantee would change the days.
  await db.update(users).set({ refundDays: 14 }).where(eq(users.id, creator.id));
  const after = await buyOrder(app, { creator, priceCents: 5_000 });
  expect((await ask(after)).body).toMatchObject({ status: "REQUESTED", isGuaranteed: false });
  expect((await ask(during)).body).toMatchObject({ status: "GRANTED", isGuaranteed: true });
});

test("what is left of a partly refunded line is refunded, and the lines beside it are not", async () => {
  const bought = await buyGuaranteed(30, { bumps: [1_000] });
  const [line] = await linesOf(bought);
  await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: line?.id ?? "", amountCents: 1_200 }] },
  });
  expect((await ask(bought)).body.refund).toMatchObject({ amountCents: 3_800 });
  expect((await refundsOf(bought)).map(({ cents }) => cents)).toEqual([1_200, 3_800]);
  expect(await bought.read()).toMatchObject({ status: "PAID", refundedCents: 5_000 });
  expect(await auditNow(app)).toEqual([]);
});

test("a guaranteed refund takes the affiliate's commission back", async () => {
  const creator = await makeCreator(app);
  await guarantee(creator.id, 30);
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  const bought = await buyOrder(app, { creator, priceCents: 5_000, affiliateCode: link.code });
  const owed = async () =>
    (
      await pool.query<{ cents: number }>(
        "select coalesce(sum(amount_cents) filter (where status <> 'VOID'), 0)::int as cents from commissions where order_id = $1",
        [bought.id],
      )
    ).rows[0]?.cents;
  expect(await owed()).toBeGreaterThan(0);
  await ask(bought);
  expect(await owed()).toBe(0);
});

test("a disputed payment is refunded by no guarantee", async () => {
  const bought = await buyGuaranteed();
  await pool.query(
    `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents)
     select o.owner_id, o.id, p.id, 'dp_' || o.id, 5000 from orders o join order_payments p on p.order_id = o.id where o.id = $1`,
    [bought.id],
  );
  expect((await ask(bought)).status).toBe(409);
  expect(await refundsOf(bought)).toEqual([]);
});

test("a parcel that was sent is refunded when it is back or after 14 days, and is never declined", async () => {
  const sent = async () => {
    const bought = await buyGuaranteed();
    await db.update(orderItems).set({ shippedAt: app.clock.now() }).where(eq(orderItems.orderId, bought.id));
    expect((await linesOf(bought))[0]?.refund.guarantee).toBe("ON_RETURN");
    const { body } = await ask(bought);
    expect(body).toMatchObject({ status: "REQUESTED", isGuaranteed: true });
    expect(await refundsOf(bought)).toEqual([]);
    expect((await decline(bought, body.id)).body).toMatchObject({ code: "GUARANTEED" });
    return { bought, id: body.id };
  };
  const returned = await sent();
  await returned.bought.seller.call(answerRefundRequest, {
    params: { id: returned.id },
    body: { answer: "GRANTED", note: "" },
  });
  expect(await refundsOf(returned.bought)).toHaveLength(1);
  const kept = await sent();
  app.clock.advance({ days: 13, hours: 23 });
  await grantDueRequests(app.services);
  expect(await refundsOf(kept.bought)).toEqual([]);
  app.clock.advance({ hours: 2 });
  await grantDueRequests(app.services);
  expect(await refundsOf(kept.bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
});

test("the receipt says which policy the order was sold under", async () => {
  const textOf = async ({ id }: Bought) => (await renderReceipt(app.services, { orderId: id })).text;
  expect(await textOf(await buyGuaranteed(14))).toContain("14-Day Refund, guaranteed until");
  const decided = await textOf(await buyOrder(app, { priceCents: 5_000 }));
  expect(decided).toContain("Refunds at the seller's discretion: ask within 30 days.");
  expect(decided).not.toContain("-Day Refund");
});

test("the database itself declines no guaranteed request", async () => {
  const bought = await buyGuaranteed();
  const { body } = await ask(bought);
  await expect(
    pool.query("update refund_requests set status = 'DECLINED' where id = $1", [body.id]),
  ).rejects.toThrow("refund_requests_guarantee");
});

test("a refund that the provider refuses, as of an empty balance, waits for a person and is not declined", async () => {
  const bought = await buyGuaranteed();
  vi.spyOn(payments, "refund").mockRejectedValueOnce(new GatewayError("balance_insufficient", "No funds"));
  const { body } = await ask(bought);
  expect(body).toMatchObject({ status: "GRANTED", refund: { status: "FAILED" } });
  const { rowCount } = await pool.query(
    "select from mail_outbox where template = 'refund-failed' and recipient = $1",
    [bought.creator.email],
  );
  expect(rowCount).toBe(1);
  expect((await linesOf(bought))[0]).toMatchObject({
    isOpen: true,
    refund: { canAsk: true, guarantee: "RETRY" },
  });
  const again = (await ask(bought)).body;
  expect(again).toMatchObject({ status: "REQUESTED", isGuaranteed: true });
  expect((await decline(bought, again.id)).status).toBe(409);
  app.clock.advance({ days: 6 });
  await grantDueRequests(app.services);
  expect(await refundsOf(bought)).toContainEqual({ cents: 5_000, status: "SUCCEEDED" });
  expect(await auditNow(app)).toEqual([]);
});

test("a provider that doesn't answer leaves a refund that its job carries out, once", async () => {
  const bought = await buyGuaranteed();
  vi.spyOn(payments, "refund").mockRejectedValueOnce(new GatewayError("unavailable", "No answer", true));
  const { body } = await ask(bought);
  expect(body.refund).toMatchObject({ status: "PENDING" });
  expect((await ask(bought)).body.id).toBe(body.id);
  await app.runJobs();
  expect(await refundsOf(bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
});

test("a buyer uses the guarantee once per product, whichever of their addresses they buy with", async () => {
  const first = await buyGuaranteed();
  const { creator, main } = first;
  const name = `often-${randomUUID().slice(0, 8)}`;
  const one = await buyOrder(app, { creator, main, email: `${name}@example.com` });
  const two = await buyOrder(app, { creator, main, email: `${name}+again@example.com` });
  const other = await buyOrder(app, { creator, priceCents: 900, email: `${name}@example.com` });
  const answers = await Promise.all([one, two].map((bought) => ask(bought)));
  expect(answers.map(({ body }) => body.status).toSorted()).toEqual(["GRANTED", "REQUESTED"]);
  expect((await ask(other)).body.status).toBe("GRANTED");
});

test("parcels of one product that are still on their way back use the guarantee once", async () => {
  const first = await buyGuaranteed();
  const second = await buyOrder(app, { creator: first.creator, main: first.main, email: first.email });
  for (const { id } of [first, second])
    await db.update(orderItems).set({ shippedAt: app.clock.now() }).where(eq(orderItems.orderId, id));
  const asked = (await ask(first)).body;
  expect(asked).toMatchObject({ status: "REQUESTED", isGuaranteed: true });
  expect((await linesOf(second))[0]?.refund).toMatchObject({ guarantee: "NONE" });
  const again = (await ask(second)).body;
  expect(again).toMatchObject({ status: "REQUESTED", isGuaranteed: false });
  expect((await decline(second, again.id)).status).toBe(200);
  expect(await auditNow(app)).toEqual([]);
});
