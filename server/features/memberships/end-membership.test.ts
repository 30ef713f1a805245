import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { listMemberships } from "#contract/memberships/memberships.ts";
import { getOrder, refundOrder } from "#contract/orders/orders-admin.ts";
import { withdrawFromContract } from "#contract/orders/withdrawals.ts";
import { grantDueRequests } from "#server/features/orders/refund-requests/answer-refund-request.ts";
import { answerRefundRequest, requestRefund } from "#contract/orders/refund-requests.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { endMembership } from "./end-membership.ts";

const app = await testApp();
const { pool } = app.services;

test("a membership that is withdrawn from is paid back whole and bills nothing more", async () => {
  const email = `member-${randomUUID().slice(0, 8)}@example.com`;
  const joined = await joinMembership(app, { email });
  const { browser, product, orderId, providerSubscriptionId } = joined;
  const [known] = (await pool.query("select number from order_numbers where order_id = $1", [orderId])).rows;
  const body = { name: "Mia", orderNumber: String(known.number), email };
  expect((await browser.call(withdrawFromContract, { body })).body.outcome).toBe("REQUESTED");
  app.clock.advance({ days: 5, hours: 2 });
  await grantDueRequests(app.services);
  const { rows } = await pool.query(
    "select data->>'providerSubscriptionId' as id from job_outbox where name = 'end-membership'",
  );
  expect(rows).toEqual([{ id: providerSubscriptionId }]);
  for (let run = 0; run < 2; run++) await endMembership(app.services, providerSubscriptionId);
  await deliverWebhooks(app);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled" });
  // Paid back whole: what is left of its month is closed, too.
  const querystring = { orderId };
  expect((await browser.call(listMemberships, { querystring })).body).toMatchObject([
    { state: "ENDED", isOpen: false },
  ]);
  const refunds = await pool.query("select amount_cents as cents, status from refunds where order_id = $1", [
    orderId,
  ]);
  expect(refunds.rows).toEqual([{ cents: 900, status: "SUCCEEDED" }]);
  expect(await auditNow(app)).toEqual([]);
});

/** A member of a creator who is about to refund them. */
async function refundable(card?: string) {
  const creator = await makeCreator(app);
  const seller = app.as(creator);
  const email = `member-${randomUUID().slice(0, 8)}@example.com`;
  const joined = await joinMembership(app, {
    product: { ownerId: creator.id },
    email,
    ...(card !== undefined && { card }),
  });
  const params = { id: joined.orderId };
  const give = (endMembership: boolean, idempotencyKey: string = randomUUID()) =>
    seller.call(refundOrder, { params, body: { endMembership, idempotencyKey } });
  const line = async () => (await seller.call(getOrder, { params })).body.lines[0];
  const bills = async () =>
    (
      await pool.query<{ n: number }>("select count(*)::int as n from orders where product_id = $1", [
        joined.product.id,
      ])
    ).rows[0]?.n;
  const shown = async () =>
    (await joined.browser.call(listMemberships, { querystring: { orderId: joined.orderId } })).body[0];
  const ask = async () => {
    const orderItemId = (await line())?.id ?? "";
    return (await joined.browser.call(requestRefund, { params, body: { orderItemId } })).body;
  };
  const answer = (id: string, body: { answer: "GRANTED"; endMembership?: boolean }) =>
    seller.call(answerRefundRequest, { params: { id }, body });
  const mailed = async (subject: string) =>
    (await app.call(listMailbox, { querystring: { to: email } })).body.find((mail) =>
      mail.subject.startsWith(subject),
    )?.text;
  return { ...joined, email, give, line, bills, shown, ask, answer, mailed };
}

test("a refund that is to end the membership closes it at once, and bills nothing more, once however often it is asked", async () => {
  const member = await refundable();
  expect(await member.line()).toMatchObject({ billsOn: true, hasAccess: true });
  const key = randomUUID();
  const answers = await Promise.all([member.give(true, key), member.give(true, key)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ENDED", isOpen: false });
  expect(await member.line()).toMatchObject({ billsOn: false, hasAccess: false });
  const mails = await app.call(listMailbox, { querystring: { to: member.email } });
  expect(mails.body.find(({ subject }) => subject.startsWith("Ended"))?.text).toContain(
    "It is closed from now on.",
  );
  await passDays(app, 40);
  expect(await member.bills()).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});

test("a refund that is not leaves the membership open, and its bills", async () => {
  const member = await refundable();
  await member.give(false);
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ACTIVE", isOpen: true });
  expect(await member.line()).toMatchObject({ billsOn: true });
  await passDays(app, 32);
  expect(await member.bills()).toBe(2);
});

test("a request that is granted ends the membership, and says so before and after", async () => {
  const member = await refundable();
  const { id } = await member.ask();
  await app.runJobs();
  expect(await member.mailed("Your refund request has arrived")).toContain(
    "Once it is granted your membership ends",
  );
  expect((await member.answer(id, { answer: "GRANTED" })).status).toBe(200);
  await deliverWebhooks(app);
  expect(await member.mailed("Your refund is granted")).toContain("Your membership ends with it");
  expect(await member.shown()).toMatchObject({ state: "ENDED", isOpen: false });
  await passDays(app, 40);
  expect(await member.bills()).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});

test("a request that is granted by silence ends it, too", async () => {
  const member = await refundable();
  await pool.query("update orders set refund_days = 30 where id = $1", [member.orderId]);
  expect(await member.ask()).toMatchObject({ isPromised: true });
  app.clock.advance({ days: 6 });
  await grantDueRequests(app.services);
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ENDED", isOpen: false });
  expect(await member.mailed("Your refund is granted")).toContain("Your membership ends with it");
});

test("a guaranteed refund ends the membership at once", async () => {
  const member = await refundable();
  await pool.query("update orders set refund_days = 30, refund_guaranteed = true where id = $1", [
    member.orderId,
  ]);
  expect(await member.ask()).toMatchObject({ status: "GRANTED", isGuaranteed: true });
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ENDED", isOpen: false });
  expect(await member.mailed("Your refund is granted")).toContain("Your membership ends with it");
  await passDays(app, 40);
  expect(await member.bills()).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});

test("a creator who grants a request may leave the membership open, and its member is told", async () => {
  const member = await refundable();
  const { id } = await member.ask();
  await member.answer(id, { answer: "GRANTED", endMembership: false });
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ACTIVE", isOpen: true });
  expect(await member.mailed("Your refund is granted")).toContain("Your membership goes on");
});

test("a refund that fails ends no membership", async () => {
  const member = await refundable();
  const { payments } = app.services;
  const { refund } = payments;
  payments.refund = async () => {
    throw new GatewayError("parameter_invalid", "Not today");
  };
  try {
    expect((await member.give(true)).body).toMatchObject([{ status: "FAILED" }]);
  } finally {
    payments.refund = refund;
  }
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ACTIVE", isOpen: true });
  await passDays(app, 32);
  expect(await member.bills()).toBe(2);
});

test("a refund that the bank sends back later leaves the membership ended, and opens what stays paid for", async () => {
  const member = await refundable("4000000000005126");
  await member.give(true);
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({ state: "ENDED", isOpen: false });
  app.clock.advance({ seconds: 10 });
  await runFollowUps(app.services);
  await deliverWebhooks(app);
  expect(await member.shown()).toMatchObject({
    state: "ENDED",
    isOpen: true,
    openUntil: member.currentPeriodEnd.toISOString(),
  });
  await passDays(app, 40);
  expect(await member.bills()).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});
