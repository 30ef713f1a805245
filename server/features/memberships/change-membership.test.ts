import { expect, test } from "vitest";
import * as contract from "#contract/memberships/memberships.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { goodCard } from "#tests/support/buy.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import type { Caller } from "#tests/support/test-app.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

type Joined = Awaited<ReturnType<typeof joinMembership>>;
const list = async (caller: Caller, { orderId }: { orderId: string }) =>
  (await caller.call(contract.listMemberships, { querystring: { orderId } })).body;
const act = <E extends typeof contract.cancelMembership | typeof contract.keepMembership>(
  endpoint: E,
  { browser, id, orderId }: Joined,
) => browser.call(endpoint, { params: { id }, body: { orderId } } as never);
const ordersOf = async (productId: string) =>
  Number(
    (await pool.query<{ n: string }>("select count(*) as n from orders where product_id = $1", [productId]))
      .rows[0]?.n,
  );
const changeCard = async ({ browser, id, orderId }: Joined, number: string) => {
  const params = { id };
  const { body: form } = await browser.call(contract.startCardChange, { params, body: { orderId } });
  await browser.call(confirmSandboxPayment, {
    params: { id: form.setupIntentId },
    body: {
      clientSecret: form.clientSecret,
      card: { ...goodCard, number },
      returnUrl: "http://localhost:3000/order",
    },
  });
  return browser.call(contract.finishCardChange, {
    params,
    body: { orderId, setupIntentId: form.setupIntentId },
  });
};

test("a member sees their membership, by browser or by receipt; nobody else sees anything", async () => {
  const member = await joinMembership(app);
  expect(await list(member.browser, member)).toEqual([
    {
      id: member.id,
      isPlan: false,
      isSellerGone: false,
      isSellerSuspended: false,
      orderId: member.orderId,
      product: { id: member.product.id, title: member.product.title, benefits: [] },
      creatorName: "Robin Vale",
      state: "ACTIVE",
      priceCents: 900,
      currency: "usd",
      billingInterval: "MONTH",
      otherPlan: null,
      nextPlan: null,
      newPrice: null,
      trialEndsAt: null,
      nextPaymentAt: member.currentPeriodEnd.toISOString(),
      pausedUntil: null,
      isOpen: true,
      resumesAtOnce: false,
      openUntil: null,
      card: { brand: "visa", last4: "4242" },
      failedPayment: null,
    },
  ]);
  const querystring = { orderId: member.orderId };
  const receipt = { "x-order-proof": receiptToken(app.services.secret, member.orderId) };
  const byReceipt = await app.call(contract.listMemberships, { querystring }, { headers: receipt });
  expect(byReceipt.body).toHaveLength(1);

  const stranger = await joinMembership(app);
  expect(await list(stranger.browser, member)).toEqual([]);
  for (const { orderId, id } of [member, { ...member, orderId: stranger.orderId }]) {
    const refused = await stranger.browser.call(contract.cancelMembership, {
      params: { id },
      body: { orderId },
    });
    expect(refused).toMatchObject({ status: 404, body: { message: "Membership not found" } });
  }
});

test("a cancelled membership stays open to the end of the period, then ends without another bill", async () => {
  const member = await joinMembership(app);
  expect((await act(contract.cancelMembership, member)).body).toMatchObject({
    state: "ENDING",
    isOpen: true,
    nextPaymentAt: null,
    openUntil: member.currentPeriodEnd.toISOString(),
  });
  await passDays(app, 32);
  expect(await list(member.browser, member)).toEqual([]);
  expect(await membershipOf(app, member.product.id)).toMatchObject({ status: "canceled" });
  expect(await ordersOf(member.product.id)).toBe(1);
});

test("who changes their mind keeps the membership, and is billed as before", async () => {
  const member = await joinMembership(app);
  await act(contract.cancelMembership, member);
  await act(contract.cancelMembership, member);
  expect((await act(contract.keepMembership, member)).body).toMatchObject({ state: "ACTIVE" });
  await passDays(app, 29);
  expect((await act(contract.keepMembership, member)).status).toBe(200);
  await passDays(app, 3);
  expect(await ordersOf(member.product.id)).toBe(2);
});

test("a pause skips the payments of its months, closes the membership meanwhile, and then goes on by itself", async () => {
  const member = await joinMembership(app);
  const { browser, id, orderId, product } = member;
  const paused = await browser.call(contract.pauseMembership, {
    params: { id },
    body: { orderId, months: 3 },
  });
  expect(paused.body).toMatchObject({ state: "PAUSED", isOpen: true });
  expect(new Date(paused.body.nextPaymentAt ?? 0).getTime()).toBeGreaterThan(
    app.clock.now().getTime() + 115 * 86_400_000,
  );
  await passDays(app, 100);
  expect(await ordersOf(product.id)).toBe(1);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "paused" });
  await passDays(app, 25);
  expect(await ordersOf(product.id)).toBe(2);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "active", pausedUntil: null });
});

test("a pause that is ended within the paid period costs nothing extra; after it, the next period is charged at once", async () => {
  const early = await joinMembership(app);
  const pause = ({ browser, id, orderId }: Joined) =>
    browser.call(contract.pauseMembership, { params: { id }, body: { orderId, months: 1 } });
  const resume = ({ browser, id, orderId }: Joined, headers = {}) =>
    browser.call(contract.resumeMembership, { params: { id }, body: { orderId } }, { headers });
  await pause(early);
  expect((await resume(early)).body).toMatchObject({
    state: "ACTIVE",
    nextPaymentAt: early.currentPeriodEnd.toISOString(),
  });
  expect(await ordersOf(early.product.id)).toBe(1);

  const late = await joinMembership(app);
  await pause(late);
  await passDays(app, 40);
  const proof = { "x-order-proof": receiptToken(app.services.secret, late.orderId) };
  expect((await resume(late, proof)).body).toMatchObject({ state: "ACTIVE", isOpen: true });
  expect(await ordersOf(late.product.id)).toBe(2);
});

test("while a bank disputes its payment a membership is shown as closed, and a pause that is cancelled loses nothing", async () => {
  const member = await joinMembership(app);
  const { browser, id, orderId, product } = member;
  const shown = async () =>
    (await browser.call(contract.listMemberships, { querystring: { orderId } })).body[0];
  const dispute = (disputed: boolean) =>
    app.services.pool.query("update orders set disputed = $2 where id = $1", [orderId, disputed]);
  await dispute(true);
  expect(await shown()).toMatchObject({ state: "ACTIVE", isOpen: false });
  await browser.call(contract.pauseMembership, { params: { id }, body: { orderId, months: 1 } });
  expect(await shown()).toMatchObject({ state: "PAUSED", isOpen: false, resumesAtOnce: false });
  expect((await act(contract.cancelMembership, member)).body).toMatchObject({ state: "ENDING" });
  await dispute(false);
  expect(await shown()).toMatchObject({ state: "ENDING", isOpen: true, openUntil: expect.any(String) });
  expect(await ordersOf(product.id)).toBe(1);
});

test("another card pays an open renewal at once; one that is declined says why", async () => {
  const member = await joinMembership(app, { card: "4000000000000341" });
  await passDays(app, 29);
  expect((await changeCard(member, "4000000000000341")).body).toMatchObject({
    isPaid: true,
    membership: { card: { last4: "0341" } },
  });
  await passDays(app, 3);
  const proof = { headers: { "x-order-proof": receiptToken(app.services.secret, member.orderId) } };
  const [failed] = (
    await app.call(contract.listMemberships, { querystring: { orderId: member.orderId } }, proof)
  ).body;
  expect(failed).toMatchObject({
    state: "PAST_DUE",
    isOpen: true,
    failedPayment: { amountCents: 900, message: "Your card was declined." },
  });
  const retry = () =>
    app.call(
      contract.retryMembershipPayment,
      { params: { id: member.id }, body: { orderId: member.orderId } },
      proof,
    );
  expect((await retry()).body).toMatchObject({ isPaid: false, message: "Your card was declined." });

  const form = await app.call(
    contract.startCardChange,
    { params: { id: member.id }, body: { orderId: member.orderId } },
    proof,
  );
  const setup = { params: { id: form.body.setupIntentId } };
  const { clientSecret, setupIntentId } = form.body;
  const declined = await app.call(confirmSandboxPayment, {
    ...setup,
    body: {
      clientSecret,
      card: { ...goodCard, number: "4000000000000002" },
      returnUrl: "http://localhost:3000/order",
    },
  });
  expect(declined.body).toMatchObject({
    status: "requires_payment_method",
    error: { code: "card_declined" },
  });
  const finish = () =>
    app.call(
      contract.finishCardChange,
      { params: { id: member.id }, body: { orderId: member.orderId, setupIntentId } },
      proof,
    );
  expect((await finish()).status).toBe(409);
  await app.call(confirmSandboxPayment, {
    ...setup,
    body: { clientSecret, card: goodCard, returnUrl: "http://localhost:3000/order" },
  });
  expect((await finish()).body).toMatchObject({
    isPaid: true,
    membership: { state: "ACTIVE", card: { last4: "4242" } },
  });
  expect((await finish()).body).toMatchObject({ isPaid: true });
  expect(await ordersOf(member.product.id)).toBe(2);
});
