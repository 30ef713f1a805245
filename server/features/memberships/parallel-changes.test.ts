import { expect, test } from "vitest";
import * as contract from "#contract/memberships/memberships.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { deliverWebhooks, goodCard } from "#tests/support/buy.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { syncMembership } from "./sync-membership.ts";

const app = await testApp();
const { pool, payments } = app.services;

type Joined = Awaited<ReturnType<typeof joinMembership>>;

/** Every call that changes a membership, as its member makes it; the receipt proves it however long ago they joined. */
function callsOf({ id, orderId }: Joined) {
  const headers = { "x-order-proof": receiptToken(app.services.secret, orderId) };
  const call = (endpoint: typeof contract.cancelMembership) => () =>
    app.call(endpoint, { params: { id }, body: { orderId } }, { headers });
  return {
    cancel: call(contract.cancelMembership),
    keep: call(contract.keepMembership as never),
    resume: call(contract.resumeMembership as never),
    retry: call(contract.retryMembershipPayment as never),
    startCard: call(contract.startCardChange as never),
    pause: () =>
      app.call(contract.pauseMembership, { params: { id }, body: { orderId, months: 1 } }, { headers }),
    finishCard: (setupIntentId: string) => () =>
      app.call(contract.finishCardChange, { params: { id }, body: { orderId, setupIntentId } }, { headers }),
  };
}
const at = async (all: (() => Promise<{ status: number }>)[]) =>
  (await Promise.all(all.map((call) => call()))).map(({ status }) => status);
const repeated = <T>(times: number, calls: T[]): T[] => Array.from({ length: times }, () => calls).flat();

/** What is written down is what the provider says. */
async function expectAsAtProvider(member: Joined) {
  await deliverWebhooks(app);
  const { status, pausedUntil, cancelAtPeriodEnd } = await membershipOf(app, member.product.id);
  const theirs = await payments.subscriptions.getSubscription(member.providerSubscriptionId);
  expect({ status, pausedUntil, cancelAtPeriodEnd }).toEqual({
    status: theirs.pausedUntil && theirs.status === "active" ? "paused" : theirs.status,
    pausedUntil: theirs.pausedUntil,
    cancelAtPeriodEnd: theirs.cancelAtPeriodEnd,
  });
}

test("pause, resume, cancel, keep and cards at the same time each answer yes or no, and the provider's word stands", async () => {
  for (let round = 0; round < 4; round++) {
    const member = await joinMembership(app);
    const { pause, resume, cancel, keep, retry, startCard } = callsOf(member);
    const statuses = await at(repeated(5, [pause, resume, cancel, keep, retry, startCard]));
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    await expectAsAtProvider(member);
  }
});

const calls = ["pause", "resume", "cancel", "keep", "retry", "startCard"] as const;
const pairs = calls.flatMap((one, index) => calls.slice(index).map((other) => [one, other] as const));
test.each(pairs)("%s beside %s, six of each, is no failure of ours", async (one, other) => {
  const member = await joinMembership(app);
  const own = callsOf(member);
  const statuses = await at(repeated(6, [own[one], own[other]]));
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  await expectAsAtProvider(member);
});

test("a failed renewal that is tried again, paid with another card and cancelled at once is charged at most once", async () => {
  for (let round = 0; round < 3; round++) {
    const member = await joinMembership(app, { card: "4000000000000341" });
    await passDays(app, 32);
    const { retry, cancel, startCard, finishCard } = callsOf(member);
    const { body: form } = await startCard();
    const { clientSecret, setupIntentId } = form as unknown as {
      clientSecret: string;
      setupIntentId: string;
    };
    await app.call(confirmSandboxPayment, {
      params: { id: setupIntentId },
      body: { clientSecret, card: goodCard, returnUrl: "http://localhost:3000/order" },
    });
    const statuses = await at(repeated(4, [retry, cancel, finishCard(setupIntentId)]));
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await expectAsAtProvider(member);
    const { rows } = await pool.query<{ orders: number; charges: number }>(
      `select (select count(*)::int from orders where product_id = $1) as orders,
              (select count(*)::int from sandbox.payment_intents i join sandbox.invoices b on b.payment_intent = i.id
                where b.subscription = $2 and i.status = 'succeeded') as charges`,
      [member.product.id, member.providerSubscriptionId],
    );
    expect(rows[0]?.orders).toBe(rows[0]?.charges);
    expect(rows[0]?.charges).toBeLessThanOrEqual(2);
  }
});

test("a provider that does not answer is 503, whichever call met it", async () => {
  const member = await joinMembership(app);
  const { cancel, retry, startCard } = callsOf(member);
  const subscriptions = payments.subscriptions;
  const { getSubscription } = subscriptions;
  try {
    subscriptions.getSubscription = () => Promise.reject(new GatewayError("unavailable", "No answer", true));
    expect((await cancel()).status).toBe(503);
  } finally {
    subscriptions.getSubscription = getSubscription;
  }
  expect(await at([retry, startCard])).toEqual([200, 200]);
});

test("an answer that was asked for earlier and comes later does not undo what was written meanwhile", async () => {
  const member = await joinMembership(app);
  const subscriptions = payments.subscriptions;
  const { getSubscription } = subscriptions;
  const old = await getSubscription(member.providerSubscriptionId);
  const { promise, resolve } = Promise.withResolvers<typeof old>();
  let isAsked = false;
  subscriptions.getSubscription = () => {
    isAsked = true;
    return promise;
  };
  const slow = syncMembership(app.services, member.providerSubscriptionId);
  await expect.poll(() => isAsked).toBe(true);
  subscriptions.getSubscription = getSubscription;
  expect((await callsOf(member).cancel()).status).toBe(200);
  resolve(old);
  expect(await slow).toBe(true);
  expect(await membershipOf(app, member.product.id)).toMatchObject({ cancelAtPeriodEnd: true });
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
