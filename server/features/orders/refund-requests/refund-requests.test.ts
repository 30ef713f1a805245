import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import {
  answerRefundRequest,
  getMyRefund,
  listRefundRequests,
  requestRefund,
  withdrawRefundRequest,
} from "#contract/orders/refund-requests.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { users } from "#server/database/schema/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { sendRefund } from "#server/features/orders/send-refund.ts";
import { grantDueRequests } from "./answer-refund-request.ts";

const app = await testApp();
const { pool, db, payments } = app.services;

afterEach(() => {
  vi.restoreAllMocks();
});

type Bought = Awaited<ReturnType<typeof buyOrder>>;

const linesOf = async ({ browser, paymentIntentId, email }: Bought) =>
  (
    await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId },
      querystring: { customer_email: email },
    })
  ).body.orderItems;
const ask = async (bought: Bought, place = 0, message = "It is not for me") => {
  const line = (await linesOf(bought))[place];
  return bought.browser.call(requestRefund, {
    params: { id: bought.id },
    body: { orderItemId: line?.id ?? "", message },
  });
};
const answer = ({ seller }: Bought, id: string, given: "GRANTED" | "DECLINED", note = "") =>
  seller.call(answerRefundRequest, { params: { id }, body: { answer: given, note } });
const given = async ({ id }: Bought) =>
  (await pool.query("select amount_cents as cents, status from refunds where order_id = $1", [id])).rows;
const providerRefunds = async ({ paymentIntentId }: Bought) =>
  (await pool.query("select amount from sandbox.refunds where payment_intent = $1", [paymentIntentId])).rows;
const mails = async (requestId: string) =>
  (
    await pool.query<{ mail: string }>(
      "select template || coalesce(':' || (data->>'news'), '') as mail from mail_outbox where data->>'requestId' = $1 order by mail",
      [requestId],
    )
  ).rows.map(({ mail }) => mail);

/** An order of a creator with this promise. */
async function buyWithPromise(refundDays: 0 | 7 | 14 | 30 = 30, bumps: number[] = []) {
  const creator = await makeCreator(app);
  await db.update(users).set({ refundDays }).where(eq(users.id, creator.id));
  return buyOrder(app, { creator, priceCents: 5_000, bumps });
}

test("a buyer asks for one line, and its grant gives back what is left of that line, once", async () => {
  const bought = await buyWithPromise(30, [1_000]);
  const { status, body } = await ask(bought);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "REQUESTED", isPromised: true, refund: null, note: "" });
  const [line, other] = await linesOf(bought);
  expect(line?.refund).toMatchObject({
    canAsk: false,
    request: { id: body.id, message: "It is not for me" },
  });
  expect(other?.refund).toMatchObject({ canAsk: true, request: null });
  const listed = (await bought.seller.call(listRefundRequests, {})).body;
  expect(listed).toMatchObject({ count: 1, requests: [{ orderId: bought.id, leftCents: 5_000 }] });
  expect(await mails(body.id)).toEqual(["refund-request:RECEIVED", "refund-requested"]);

  const granted = await answer(bought, body.id, "GRANTED", "Of course");
  expect(granted.body).toMatchObject({
    status: "GRANTED",
    note: "Of course",
    refund: { amountCents: 5_000, status: "SUCCEEDED" },
  });
  expect((await answer(bought, body.id, "GRANTED")).status).toBe(200);
  expect((await answer(bought, body.id, "DECLINED", "No")).body).toMatchObject({ code: "ALREADY_ANSWERED" });
  expect(await given(bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
  expect(await bought.read()).toMatchObject({
    status: "PAID",
    refundedCents: 5_000,
    refundRequests: [{ status: "GRANTED" }],
  });
  expect(await mails(body.id)).toContain("refund-request:GRANTED");
  // The grant has told it: no second mail about the same money.
  expect(
    (await pool.query("select from mail_outbox where event like $1", [`refund:${bought.id}%`])).rowCount,
  ).toBe(0);
  expect((await bought.seller.call(listRefundRequests, {})).body.count).toBe(0);
  expect(await auditNow(app)).toEqual([]);
});

test("what was promised is granted after three working days of silence, never before, and once", async () => {
  const bought = await buyWithPromise(14);
  const { body } = await ask(bought);
  const due = new Date(body.answerBy).getTime();
  const waited = due - app.clock.now().getTime();
  expect(waited).toBeGreaterThanOrEqual(3 * 86_400_000 - 3_600_000);
  expect(waited).toBeLessThanOrEqual(5 * 86_400_000 + 3_600_000);
  app.clock.advance({ seconds: Math.floor(waited / 1_000) - 60 });
  await grantDueRequests(app.services);
  expect(await given(bought)).toEqual([]);
  app.clock.advance({ seconds: 61 });
  await Promise.all([grantDueRequests(app.services), grantDueRequests(app.services)]);
  await grantDueRequests(app.services);
  expect(await given(bought)).toEqual([{ cents: 5_000, status: "SUCCEEDED" }]);
  expect(await providerRefunds(bought)).toHaveLength(1);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED", refundRequests: [{ status: "GRANTED" }] });
  expect(await auditNow(app)).toEqual([]);
});

test("the three working days are counted from Monday where somebody asks at the weekend, in the creator's days", async () => {
  const zone = "Asia/Tokyo";
  const weekday = (moment: Date) =>
    new Intl.DateTimeFormat("en", { weekday: "short", timeZone: zone }).format(moment);
  const due = { Mon: "Thu", Tue: "Fri", Wed: "Mon", Thu: "Tue", Fri: "Wed", Sat: "Thu", Sun: "Thu" };
  const seen: Record<string, string> = {};
  for (let day = 0; day < 7; day++) {
    const bought = await buyWithPromise();
    await db.update(users).set({ timeZone: zone }).where(eq(users.id, bought.creator.id));
    const { body } = await ask(bought);
    seen[weekday(app.clock.now())] = weekday(new Date(body.answerBy));
    app.clock.advance({ days: 1 });
  }
  expect(seen).toEqual(due);
});

test("outside the promise silence grants nothing, and an answer is expected within seven days", async () => {
  const bought = await buyWithPromise(7);
  app.clock.advance({ days: 8 });
  const week = 7 * 86_400_000;
  const before = app.clock.now().getTime();
  const { body } = await ask(bought);
  expect(body.isPromised).toBe(false);
  expect(Date.parse(body.answerBy)).toBeGreaterThanOrEqual(before + week);
  expect(Date.parse(body.answerBy)).toBeLessThanOrEqual(app.clock.now().getTime() + week);
  app.clock.advance({ days: 20 });
  await grantDueRequests(app.services);
  expect(await given(bought)).toEqual([]);
  expect((await linesOf(bought))[0]?.refund.request?.status).toBe("REQUESTED");
});

test("a promise is that of the sale: what the creator changes later takes nothing away", async () => {
  const bought = await buyWithPromise(30);
  await db.update(users).set({ refundDays: 0 }).where(eq(users.id, bought.creator.id));
  expect((await ask(bought)).body.isPromised).toBe(true);
  const none = await buyWithPromise(0);
  await db.update(users).set({ refundDays: 30 }).where(eq(users.id, none.creator.id));
  expect((await ask(none)).body.isPromised).toBe(false);
});

test("two requests for a line at once make one, with one mail to the creator", async () => {
  const bought = await buyWithPromise();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(bought)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { rows } = await pool.query(
    "select template from mail_outbox where template = 'refund-requested' and data->>'requestId' = $1",
    [answers[0]?.body.id],
  );
  expect(rows).toHaveLength(1);
});

test("a grant, a decline and a refund by hand at once give the money back at most once", async () => {
  for (let round = 0; round < 5; round++) {
    const bought = await buyWithPromise();
    const { body } = await ask(bought);
    await Promise.all([
      answer(bought, body.id, "GRANTED"),
      answer(bought, body.id, "DECLINED", "No"),
      bought.seller.call(refundOrder, { params: { id: bought.id }, body: { idempotencyKey: randomUUID() } }),
      answer(bought, body.id, "GRANTED"),
    ]);
    const sum = (await providerRefunds(bought)).reduce((cents, { amount }) => cents + Number(amount), 0);
    expect(sum).toBe(5_000);
    expect((await bought.read()).refundRequests[0]?.status).not.toBe("REQUESTED");
  }
  expect(await auditNow(app)).toEqual([]);
});

test("a process that dies between the grant and the money leaves a refund that its job carries out, once", async () => {
  const bought = await buyWithPromise();
  const { body } = await ask(bought);
  const lost = new GatewayError("unavailable", "The line is dead", true);
  vi.spyOn(payments, "refund").mockRejectedValueOnce(lost);
  expect((await answer(bought, body.id, "GRANTED")).body).toMatchObject({
    status: "GRANTED",
    refund: { status: "PENDING" },
  });
  const [queued] = (
    await pool.query(
      "select count(*)::int as n from job_outbox j join refunds r on r.id = (j.data->>'refundId')::uuid where r.order_id = $1",
      [bought.id],
    )
  ).rows;
  expect(queued.n).toBe(1);
  await answer(bought, body.id, "GRANTED");
  const [refund] = (await pool.query("select id from refunds where order_id = $1", [bought.id])).rows;
  await Promise.all([sendRefund(app.services, refund.id), sendRefund(app.services, refund.id)]);
  expect(await providerRefunds(bought)).toHaveLength(1);
  expect((await linesOf(bought))[0]?.refund.request?.refund).toMatchObject({ status: "SUCCEEDED" });
});

test("a refund by hand or a dispute closes the request; the second is no reason to pay twice", async () => {
  const byHand = await buyWithPromise();
  await ask(byHand);
  const [line] = await linesOf(byHand);
  await byHand.seller.call(refundOrder, {
    params: { id: byHand.id },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: line?.id ?? "", amountCents: 100 }] },
  });
  expect((await linesOf(byHand))[0]?.refund).toMatchObject({ canAsk: true, request: { status: "CLOSED" } });

  const disputed = await buyWithPromise();
  const { body } = await ask(disputed);
  await pool.query(
    `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents)
     select o.owner_id, o.id, p.id, 'dp_' || o.id, 5000 from orders o join order_payments p on p.order_id = o.id where o.id = $1`,
    [disputed.id],
  );
  expect((await linesOf(disputed))[0]?.refund).toMatchObject({
    canAsk: false,
    request: { status: "CLOSED" },
  });
  expect((await answer(disputed, body.id, "GRANTED")).status).toBe(409);
  expect((await ask(disputed)).status).toBe(409);
  app.clock.advance({ days: 9 });
  await grantDueRequests(app.services);
  expect(await given(disputed)).toEqual([]);
});

test("a refund that its bank refuses shows to both, and the creator is told of what silence granted", async () => {
  const bought = await buyWithPromise();
  const { body } = await ask(bought);
  const refused = new GatewayError("parameter_invalid", "The card is closed");
  vi.spyOn(payments, "refund").mockRejectedValue(refused);
  app.clock.advance({ days: 6 });
  await grantDueRequests(app.services);
  expect((await linesOf(bought))[0]?.refund).toMatchObject({
    canAsk: true,
    request: { id: body.id, status: "GRANTED", refund: { status: "FAILED" } },
  });
  const { rowCount } = await pool.query(
    "select from mail_outbox where template = 'refund-failed' and recipient = $1",
    [bought.creator.email],
  );
  expect(rowCount).toBe(1);
});

test("a line is asked for three times at most, and what was withdrawn or declined is not granted", async () => {
  const bought = await buyWithPromise();
  const first = (await ask(bought)).body;
  const withdrawn = await bought.browser.call(withdrawRefundRequest, {
    params: { id: bought.id, requestId: first.id },
  });
  expect(withdrawn.body.status).toBe("WITHDRAWN");
  const second = (await ask(bought)).body;
  expect((await answer(bought, second.id, "DECLINED")).status).toBe(422);
  expect((await answer(bought, second.id, "DECLINED", "You have read it all")).body).toMatchObject({
    status: "DECLINED",
    note: "You have read it all",
  });
  const third = (await ask(bought)).body;
  await answer(bought, third.id, "DECLINED", "As before");
  expect((await ask(bought)).body).toMatchObject({ code: "NOT_REFUNDABLE" });
  app.clock.advance({ days: 9 });
  await grantDueRequests(app.services);
  expect(await given(bought)).toEqual([]);
});

test("free lines and lines of other orders cannot be asked for, nor another's order", async () => {
  const bought = await buyWithPromise();
  const other = await buyWithPromise();
  const [theirs] = await linesOf(other);
  const call = (id: string, orderItemId: string, who = bought.browser) =>
    who.call(requestRefund, { params: { id }, body: { orderItemId, message: "" } });
  expect((await call(bought.id, theirs?.id ?? "")).status).toBe(422);
  expect((await call(other.id, theirs?.id ?? "")).status).toBe(404);
  expect((await call(randomUUID(), theirs?.id ?? "")).status).toBe(404);
  await pool.query(
    "update order_items set discount_cents = unit_price_cents, total_price_cents = 0 where id = $1",
    [theirs?.id],
  );
  expect((await call(other.id, theirs?.id ?? "", other.browser)).status).toBe(409);
});

test("another creator sees and answers no request", async () => {
  const bought = await buyWithPromise();
  const { body } = await ask(bought);
  const stranger = app.as(await makeCreator(app));
  expect((await stranger.call(listRefundRequests, {})).body).toEqual({ count: 0, requests: [] });
  const denied = await stranger.call(answerRefundRequest, {
    params: { id: body.id },
    body: { answer: "GRANTED", note: "" },
  });
  expect(denied.status).toBe(404);
  expect(await given(bought)).toEqual([]);
});

test("the course's page hears of the request and of the refund by the same proof, and nobody else does", async () => {
  const bought = await buyWithPromise();
  const mine = async (who = bought.browser) =>
    (await who.call(getMyRefund, { params: { id: bought.main.id } })).body.refund;
  expect(await mine()).toBeNull();
  const { body } = await ask(bought);
  expect(await mine()).toMatchObject({ refundedCents: 0, request: { status: "REQUESTED" } });
  await answer(bought, body.id, "GRANTED");
  expect(await mine()).toMatchObject({
    reference: bought.paymentIntentId,
    refundedCents: 5_000,
    refundedAt: expect.any(String),
    request: { status: "GRANTED" },
  });
  expect(await mine(app.browser())).toBeNull();
});
