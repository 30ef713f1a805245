import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { getAnalyticsSummary } from "#contract/analytics/analytics.ts";
import { dayOf } from "#contract/dates.ts";
import { getHome } from "#contract/home/home.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { subscriptions } from "#server/database/schema/access.ts";
import { disputes } from "#server/database/schema/refunds.ts";
import { orderItems } from "#server/database/schema/orders.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { classifyShares } from "#server/features/payouts/classify-shares.ts";
import { assignedLesson } from "#tests/support/assigned-lesson.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeRefundRequest } from "#tests/support/refund-request-factory.ts";
import {
  makeConversation,
  makeKeywordResponse,
  makeMessage,
  makeSocialAccount,
} from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const home = async (of = creator) => {
  const { status, body, text } = await app.as(of).call(getHome);
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
};
const needs = async () => (await home()).needs.map(({ kind, count }) => [kind, count]);

test("a new creator's home is empty, and another creator's stays apart", async () => {
  const other = await buyOrder(app);
  expect(await home()).toEqual({
    asOf: expect.any(String),
    today: { revenueCents: 0, orders: 0 },
    lastWeek: { revenueCents: 0, orders: 0 },
    money: { state: "NOT_CONNECTED", balances: [] },
    needs: [],
    latest: [],
    suggestion: null,
  });
  const theirs = await home(other.creator);
  expect(theirs.today).toEqual({ revenueCents: 1_900, orders: 1 });
  expect(theirs.latest).toMatchObject([{ id: other.id, totalCents: 1_900 }]);
});

test("today is what Analytics says of it, and last week's is that day until this time", async () => {
  const zone = "Asia/Kathmandu";
  app.clock.advanceToNoon();
  creator = await makeCreator(app, { timeZone: zone });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const now = app.clock.now().getTime();
  const at = (daysAgo: number, secondsBefore: number) =>
    new Date(now - daysAgo * 86_400_000 - secondsBefore * 1_000);
  const paidAt = async (createdAt: Date) =>
    makeOrder(app, { items: [{ product }], createdAt, paidAt: createdAt });
  for (const createdAt of [at(0, 1), at(0, 2), at(7, 1), at(7, -60), at(6, 1), at(8, 1)])
    await paidAt(createdAt);
  const given = await buyOrder(app, { creator, main: product });
  await app.as(creator).call(refundOrder, {
    params: { id: given.id },
    body: { idempotencyKey: randomUUID() },
  });
  const { today, lastWeek } = await home();
  const day = dayOf(app.clock.now(), zone);
  const { body: summary } = await app
    .as(creator)
    .call(getAnalyticsSummary, { querystring: { startDate: day, endDate: day } });
  expect(today.revenueCents).toBeLessThan(summary.paidCents);
  expect(today).toEqual({ revenueCents: summary.totalRevenue, orders: summary.totalOrders });
  expect([today.orders, lastWeek]).toEqual([3, { revenueCents: 2_000, orders: 1 }]);
});

test("what waits for the creator is counted, leads to where it is done, and is gone once it is", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  const shipped = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD", requiresShipping: true });
  const order = await makeOrder(app, { items: [{ product }] });
  await buyOrder(app, { creator, main: product });
  await classifyShares(app.services);
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const request = await makeRefundRequest(app, line);
  expect((await home()).needs).toEqual([
    { kind: "REFUND_REQUESTS", count: 1, href: `/admin?tab=customers&order=${order.id}` },
    { kind: "PAYOUTS", count: 1, href: "/admin?tab=settings&view=payouts" },
  ]);

  const contested = await makeOrder(app, { items: [{ product }] });
  const [dispute] = await db
    .insert(disputes)
    .values({
      ownerId: creator.id,
      orderId: contested.id,
      orderPaymentId: contested.payment?.id ?? "",
      providerDisputeId: `dp_${randomUUID()}`,
      amountCents: 2_000,
    })
    .returning();
  const buyer = order.customerId;
  const review = { productId: product.id, customerId: buyer, rating: 4, text: "Good" };
  await db.insert(reviews).values(review);
  const member = await joinMembership(app, { product: { ownerId: creator.id } });
  await db.update(subscriptions).set({ status: "past_due" }).where(eq(subscriptions.id, member.id));
  await makeSocialAccount(app, { userId: creator.id, problem: "RECONNECT", verified: false });
  await makeSocialAccount(app, {
    userId: creator.id,
    problem: "RECONNECT",
    isActive: false,
    verified: false,
  });
  const sent = await makeOrder(app, { items: [{ product: shipped }] });
  await app.services.pool.query("update orders set shipping_address = $2 where id = $1", [
    sent.id,
    { name: "Ada", line1: "1 Street", line2: "", city: "Town", region: "", postalCode: "1", country: "GB" },
  ]);
  await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId: creator.id, type: "SERVICE" }) }],
  });
  expect(await needs()).toEqual([
    ["DISPUTES", 1],
    ["REFUND_REQUESTS", 1],
    ["TO_SHIP", 1],
    ["TO_DELIVER", 1],
    ["FAILED_PAYMENTS", 1],
    ["ACCOUNTS", 1],
    ["PAYOUTS", 1],
    ["REVIEWS", 1],
  ]);

  await db
    .update(disputes)
    .set({ status: "WON" })
    .where(eq(disputes.id, dispute?.id ?? ""));
  await app.services.pool.query(
    "update refund_requests set status = 'DECLINED', decided_at = now() where id = $1",
    [request.id],
  );
  await app.services.pool.query(
    "update work_orders set state = 'DELIVERED', delivered_at = now() where owner_id = $1",
    [creator.id],
  );
  await app.services.pool.query("update order_items set shipped_at = now() where order_id = $1", [sent.id]);
  await db.update(subscriptions).set({ status: "active" }).where(eq(subscriptions.id, member.id));
  await app.services.pool.query("update social_accounts set problem = null where user_id = $1", [creator.id]);
  expect(await needs()).toEqual([
    ["PAYOUTS", 1],
    ["REVIEWS", 1],
  ]);
  // A month later an answer reaches nobody.
  app.clock.advance({ days: 31 });
  expect(await needs()).toEqual([["PAYOUTS", 1]]);
});

test("an assignment waits as its own list says: not once its purchase has ended", async () => {
  const { creator: me, ask, handIn, course, list } = await assignedLesson(app);
  await ask();
  await handIn("Here it is");
  const waiting = async () => (await me.call(getHome)).body.needs.find(({ kind }) => kind === "SUBMISSIONS");
  expect([await waiting(), (await list()).waitingCount]).toEqual([
    { kind: "SUBMISSIONS", count: 1, href: "/admin?tab=customers&view=assignments" },
    1,
  ]);
  await app.services.pool.query("update access set revoked_at = now() where product_id = $1", [course.id]);
  expect([await waiting(), (await list()).waitingCount]).toEqual([undefined, 0]);
});

test("a fan waits who has written last within a day, and has been answered by nobody", async () => {
  const account = await makeSocialAccount(app, { userId: creator.id });
  const fan = async (fields: Parameters<typeof makeConversation>[2] = {}) => {
    const conversation = await makeConversation(app, account, { hasUnread: true, ...fields });
    await makeMessage(app, conversation);
    return conversation;
  };
  await fan();
  await fan({ hasUnread: false });
  await fan({ optedOutAt: app.clock.now() });
  const byProgram = await fan();
  await makeMessage(app, byProgram, { isFromBot: true, senderId: account.platformUserId });
  const byHand = await fan();
  await makeMessage(app, byHand, { senderId: account.platformUserId });
  expect(await needs()).toEqual([["FANS", 1]]);
  app.clock.advance({ hours: 24, seconds: 1 });
  expect(await needs()).toEqual([]);
});

test("the last sales are six, with renewals and refunds, and without what was not paid", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  for (let n = 0; n < 7; n++) await makeOrder(app, { items: [{ product }], customerName: `Buyer ${n}` });
  const refunded = await makeOrder(app, { items: [{ product }], status: "REFUNDED" });
  await makeOrder(app, { items: [{ product }], status: "PENDING" });
  const { latest } = await home();
  expect(latest).toHaveLength(6);
  expect(latest[0]).toMatchObject({ id: refunded.id, status: "REFUNDED" });
  expect(latest.slice(1).map(({ customer }) => customer.name)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `Buyer ${n}`),
  );
});

test("what would help is drawn from messages, then carts, then orders", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const extra = await makeProduct(app, { ownerId: creator.id });
  for (let n = 0; n < 5; n++) await makeOrder(app, { items: [{ product }] });
  expect((await home()).suggestion).toEqual({ kind: "ADD_ONS", orders: 5 });

  for (let n = 0; n < 3; n++) await makeCart(app, product, { email: `left-${n}@example.com` });
  await makeCart(app, product, { email: "bought@example.com", outcome: "BOUGHT" });
  expect((await home()).suggestion).toEqual({ kind: "CARTS", carts: 3, priceCents: 6_000, currency: "usd" });

  const account = await makeSocialAccount(app, { userId: creator.id });
  const response = await makeKeywordResponse(app, account);
  const said = (text: string, outcome: "NO_MATCH" | "SENT", daysAgo = 0) => {
    const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
    return {
      userId: creator.id,
      socialAccountId: account.id,
      kind: "MESSAGE" as const,
      platformEventId: `message:${randomUUID()}`,
      personId: "fan",
      text,
      occurredAt: at,
      receivedAt: at,
      outcome,
      ...(outcome === "SENT" && { keywordResponseId: response.id }),
    };
  };
  const answered = Array.from({ length: 8 }, () => said("guide", "SENT"));
  const unmatched = ["the LINK please", "link?", "send me the link", "hello"].map((text) =>
    said(text, "NO_MATCH"),
  );
  const old = Array.from({ length: 50 }, () => said("price", "NO_MATCH", 8));
  await db.insert(socialEvents).values([...answered, ...unmatched, ...old]);
  expect((await home()).suggestion).toEqual({ kind: "KEYWORD", unmatchedPercent: 33, word: "link" });

  await db.insert(socialEvents).values(Array.from({ length: 20 }, () => said("guide", "SENT")));
  expect((await home()).suggestion).toMatchObject({ kind: "CARTS" });
  await app.services.pool.query(
    "insert into cart_sequences (owner_id, kind, is_on, switched_on_at, steps) values ($1, 'LEFT', true, now(), '[]')",
    [creator.id],
  );
  expect((await home()).suggestion).toMatchObject({ kind: "ADD_ONS" });
  await makeBump(app, product, { bumpProductId: extra.id });
  expect((await home()).suggestion).toBe(null);
});
