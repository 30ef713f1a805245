import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerRefundRequest, requestRefund } from "#contract/orders/refund-requests.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { withdrawFromContract } from "#contract/orders/withdrawals.ts";
import { products } from "#server/database/schema/catalog.ts";
import { withdrawalConsents } from "#server/database/schema/withdrawals.ts";
import { orders } from "#server/database/schema/orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { renderWithdrawal } from "#server/features/orders/mails/withdrawal.ts";
import { grantDueRequests } from "#server/features/orders/refund-requests/answer-refund-request.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { buyPlan, planOf } from "#tests/support/plan-buyer.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp({ RATE_LIMIT_FACTOR: "1000" });
const { pool, db, secret } = app.services;

type Bought = Awaited<ReturnType<typeof buyOrder>>;
const buy = (bumps: number[] = []) => buyOrder(app, { priceCents: 5_000, bumps });
const numberOf = async (orderId: string): Promise<string> =>
  String(
    (await pool.query("select number from order_numbers where order_id = $1", [orderId])).rows[0]?.number,
  );
const state = async (who: Caller, { id, email }: { id: string; email: string }, proof = {}) =>
  (
    await who.call(
      withdrawFromContract,
      { body: { name: "Ana Buyer", orderNumber: await numberOf(id), email } },
      proof,
    )
  ).body.outcome;
const page = async ({ browser, paymentIntentId, email }: Bought) =>
  (
    await browser.call(getOrderByPaymentIntent, {
      params: { paymentIntentId },
      querystring: { customer_email: email },
    })
  ).body;
const mails = async (email: string) =>
  (
    await pool.query<{ template: string }>(
      "select template from mail_outbox where recipient = $1 and template in ('withdrawal', 'refund-request') order by created_at, id",
      [email],
    )
  ).rows.map(({ template }) => template);
const refunded = async (orderId: string) =>
  (
    await pool.query(
      "select amount_cents as cents, status from refunds where order_id = $1 order by amount_cents",
      [orderId],
    )
  ).rows;
/** Three working days, whenever they begin. */
const silence = async () => {
  app.clock.advance({ days: 5, hours: 2 });
  await grantDueRequests(app.services);
};
const consent = async (orderId: string) => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  await db
    .insert(withdrawalConsents)
    .values({ checkoutSessionId: order?.checkoutSessionId ?? "", textVersion: 1 });
};

test("who proves the order withdraws from all of it: confirmed at once, and paid back by silence, once", async () => {
  const bought = await buy([1_000]);
  expect((await page(bought)).order.withdrawableUntil).not.toBeNull();
  expect(await Promise.all([1, 2, 3].map(() => state(bought.browser, bought)))).toEqual(
    Array(3).fill("REQUESTED"),
  );
  const { order, orderItems } = await page(bought);
  expect(order.withdrawableUntil).toBeNull();
  expect(orderItems.map(({ refund }) => refund.request)).toMatchObject([
    { status: "REQUESTED", isPromised: true },
    { status: "REQUESTED", isPromised: true },
  ]);
  expect(await mails(bought.email)).toEqual(["withdrawal", "withdrawal", "withdrawal"]);
  expect(await refunded(bought.id)).toEqual([]);
  await silence();
  expect(await refunded(bought.id)).toEqual([
    { cents: 1_000, status: "SUCCEEDED" },
    { cents: 5_000, status: "SUCCEEDED" },
  ]);
  expect(await bought.read()).toMatchObject({ status: "REFUNDED" });
  expect(await state(bought.browser, bought)).toBe("REQUESTED");
  await silence();
  expect(await refunded(bought.id)).toHaveLength(2);
  expect(await auditNow(app)).toEqual([]);
});

test("the email about a withdrawal gives its moment by the buyer's clocks, and to a stranger by UTC", async () => {
  const bought = await buy();
  await pool.query("update orders set buyer_zone = 'Asia/Tokyo' where id = $1", [bought.id]);
  const momentOf = async (): Promise<string | undefined> => {
    const { rows } = await pool.query<{ id: string }>(
      "select id from withdrawals where order_number = $1 order by created_at desc limit 1",
      [await numberOf(bought.id)],
    );
    const { text } = await renderWithdrawal(app.services, { withdrawalId: rows[0]?.id ?? "" });
    return /Date and time: .*/.exec(text)?.[0];
  };
  await state(app.browser(), bought);
  expect(await momentOf()).toMatch(/ UTC$/);
  app.clock.advance({ minutes: 1 });
  await state(bought.browser, bought);
  expect(await momentOf()).toMatch(/ GMT\+9$/);
});

test("a stranger who knows number and address moves no money, and is told as much as of an order that is none", async () => {
  const bought = await buy();
  const stranger = app.browser();
  const known = await stranger.call(withdrawFromContract, {
    body: { name: "Eve", orderNumber: await numberOf(bought.id), email: bought.email },
  });
  const unknown = await stranger.call(withdrawFromContract, {
    body: { name: "Eve", orderNumber: "999999", email: bought.email },
  });
  expect(known.text).toBe('{"outcome":"MAILED"}');
  expect(unknown.text).toBe(known.text);
  await silence();
  expect(await refunded(bought.id)).toEqual([]);
  expect((await page(bought)).orderItems[0]?.refund.request).toBeNull();
  expect((await bought.read()).timeline.map(({ kind }) => kind)).not.toContain("REFUND_REQUESTED");
});

test("emails that a stranger causes are three a day for a mailbox, however it is written and at once", async () => {
  const name = `victim-${randomUUID().slice(0, 8)}`;
  const stated = Array.from({ length: 12 }, (_, place) =>
    app.browser().call(withdrawFromContract, {
      body: { name: "Eve", orderNumber: String(1_000 + place), email: `${name}+${place}@example.com` },
    }),
  );
  expect((await Promise.all(stated)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  await app.runJobs();
  expect(await sentTo(`${name}%`)).toBe(3);
});

test("whoever takes what is free with a stranger's address and withdraws causes ten emails a day, three of one store", async () => {
  const email = `victim-${randomUUID().slice(0, 8)}@example.com`;
  for (let store = 0; store < 5; store++) {
    const { id: ownerId, handle } = await makeCreator(app);
    const attacker = app.browser();
    for (let times = 0; times < 3; times++) {
      const product = await makeProduct(app, { ownerId, priceCents: 0 });
      const id = await takeFree(attacker, product.id, email);
      await pool.query("delete from mail_outbox where template = 'receipt'");
      const body = { name: "Eve", orderNumber: await numberOf(id), email, store: handle };
      for (let again = 0; again < 3; again++)
        expect((await attacker.call(withdrawFromContract, { body })).body.outcome).not.toBe("MAILED");
    }
    await app.runJobs();
    expect(await sentTo(email)).toBe(Math.min(10, 3 * (store + 1)));
  }
});

async function sentTo(pattern: string) {
  const sent =
    "select from mail_outbox where recipient like $1 and template = 'withdrawal' and state = 'SENT'";
  return (await pool.query(sent, [pattern])).rowCount;
}

test("what was said without a proof keeps its moment for the buyer who proves the order within two weeks", async () => {
  const bought = await buy();
  app.clock.advance({ days: 13 });
  expect(await state(app.browser(), bought)).toBe("MAILED");
  app.clock.advance({ days: 4 });
  const receipt = { headers: { "x-order-proof": receiptToken(secret, bought.id) } };
  expect(await state(app.browser(), bought, receipt)).toBe("REQUESTED");

  const late = await buy();
  app.clock.advance({ days: 15, seconds: 1 });
  expect((await page(late)).order.withdrawableUntil).toBeNull();
  expect(await state(late.browser, late)).toBe("NOTHING");
  expect(await mails(late.email)).toEqual(["withdrawal"]);
});

test("digital content that was asked for at once is not withdrawn from, what is no such content is, and an event is not", async () => {
  const of = (bought: Bought, type: "COURSE" | "SERVICE" | "EVENT") =>
    db.update(products).set({ type }).where(eq(products.id, bought.main.id));
  const agreed = await buy();
  await of(agreed, "COURSE");
  await consent(agreed.id);
  expect((await page(agreed)).order.withdrawableUntil).toBeNull();
  expect(await state(agreed.browser, agreed)).toBe("NOTHING");

  const service = await buy();
  await consent(service.id);
  await of(service, "SERVICE");
  expect(await state(service.browser, service)).toBe("REQUESTED");

  const event = await buy();
  await of(event, "EVENT");
  expect(await state(event.browser, event)).toBe("NOTHING");
});

test("a request that is open becomes the withdrawal; a dispute, a refund and a seller's answer leave nothing to withdraw from", async () => {
  const asked = await buy();
  const [line] = (await page(asked)).orderItems;
  const body = { orderItemId: line?.id ?? "", message: "Please" };
  const { id } = (await asked.browser.call(requestRefund, { params: { id: asked.id }, body })).body;
  expect(await state(asked.browser, asked)).toBe("REQUESTED");
  expect((await page(asked)).orderItems[0]?.refund.request).toMatchObject({ id, isPromised: true });
  const no = { params: { id }, body: { answer: "DECLINED" as const, note: "You are a company" } };
  await asked.seller.call(answerRefundRequest, no);
  expect(await state(asked.browser, asked)).toBe("NOTHING");

  const disputed = await buy();
  await pool.query(
    `insert into disputes (owner_id, order_id, order_payment_id, provider_dispute_id, amount_cents)
     select o.owner_id, o.id, p.id, 'dp_' || o.id, 5000 from orders o join order_payments p on p.order_id = o.id where o.id = $1`,
    [disputed.id],
  );
  expect(await state(disputed.browser, disputed)).toBe("NOTHING");

  const partly = await buy();
  const [item] = (await page(partly)).orderItems;
  await partly.seller.call(refundOrder, {
    params: { id: partly.id },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: item?.id ?? "", amountCents: 1_200 }] },
  });
  expect(await state(partly.browser, partly)).toBe("REQUESTED");
  await silence();
  expect((await refunded(partly.id)).map(({ cents }) => cents)).toEqual([1_200, 3_800]);
  expect(await refunded(disputed.id)).toEqual([]);
});

test("what is withdrawn from a plan is granted at once, and nobody is mailed a page that nobody can open", async () => {
  const { creator, browser, orderId } = await buyPlan(app);
  expect(await planOf(app, creator)).toMatchObject({ plan: "PRO" });
  expect(await state(browser, { id: orderId, email: "office@example.com" })).toBe("REQUESTED");
  expect(
    (
      await pool.query(
        "select from mail_outbox where template = 'refund-requested' and data::text like '%' || $1 || '%'",
        [
          (await pool.query<{ id: string }>("select id from refund_requests where order_id = $1", [orderId]))
            .rows[0]?.id,
        ],
      )
    ).rowCount,
  ).toBe(0);
  await grantDueRequests(app.services);
  expect(await refunded(orderId)).toEqual([{ cents: 2_900, status: "SUCCEEDED" }]);
  expect(await planOf(app, creator)).toMatchObject({ plan: "STARTER" });
});
