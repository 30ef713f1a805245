import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as contract from "#contract/affiliates/commissions.ts";
import { checkPayouts, connectPayouts, getPayouts } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding, confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { reverseCommissions } from "#server/features/affiliates/commission-corrections.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import { sendTransfers } from "#server/features/affiliates/send-transfers.ts";
import { classifyShares } from "#server/features/payouts/classify-shares.ts";
import { lookAtShares } from "#server/features/payouts/look-at-shares.ts";
import { passOn } from "#server/features/payouts/pass-on.ts";
import { payeeOf } from "#server/features/payouts/payee.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp({ PLATFORM_FEE_BPS: "1000" });
const { pool, payments } = app.services;

/** A creator, and an affiliate at 20 % who has signed in; sales of $100 through their link, of which 10 % are ours. */
async function store() {
  const creator = await makeCreator(app);
  const affiliate = await makeAffiliate(app, { ownerId: creator.id });
  const account = await makeCreator(app, { email: affiliate.email ?? "" });
  await app.as(account).call(contract.getAffiliateOverview);
  const me: Caller = { call: (...call) => app.as(creator).call(...call) };
  return { creator, affiliate, account, me, sell: (direct = false) => sell(creator.id, affiliate, direct) };
}

async function sell(ownerId: string, affiliate: { link: { code: string } }, direct: boolean) {
  const priceCents = 10_000;
  const intent = await payments.createIntent({
    amountCents: priceCents,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: false,
    metadata: {},
    payee: direct ? await payeeOf(app.services, ownerId, priceCents) : undefined,
    idempotencyKey: randomUUID(),
  });
  const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };
  await app.call(confirmSandboxPayment, {
    params: { id: intent.id },
    body: { clientSecret: intent.clientSecret, card, returnUrl: "http://localhost:3000/" },
  });
  const product = await makeProduct(app, { ownerId, priceCents });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: intent.id });
  await inTransaction(pool, (client) =>
    addCommissions(client, { orderId: order.id, affiliateCode: affiliate.link.code, now: app.clock.now() }),
  );
  return order;
}

async function onboard(person: { id: string }) {
  const { body } = await app.as(person).call(connectPayouts, { querystring: { from: "affiliate" } });
  const token = body.url.split("/").at(-1) ?? "";
  const answer = await app.call(completeSandboxOnboarding, { params: { token } });
  expect(answer.headers["location"]).toBe("/affiliate?account=returned");
  expect((await app.as(person).call(checkPayouts)).body.state).toBe("READY");
}

async function refund(order: Awaited<ReturnType<typeof sell>>, cents: number) {
  const orderItemId = order.items[0]?.id ?? "";
  await inTransaction(pool, async (client) => {
    await client.query("update order_items set refunded_cents = refunded_cents + $2 where id = $1", [
      orderItemId,
      cents,
    ]);
    await client.query("update order_payments set refunded_cents = refunded_cents + $2 where order_id = $1", [
      order.id,
      cents,
    ]);
    await reverseCommissions(client, { orderItemId, refundId: randomUUID(), now: app.clock.now() });
  });
}

async function mature() {
  app.clock.advance({ days: 31 });
  await matureCommissions(app.services);
}

/** What the creators' job does every minute. */
async function bringToCreators() {
  await classifyShares(app.services);
  await lookAtShares(app.services);
  await passOn(app.services);
}

const receivedBy = async ({ email }: { email: string }) => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(t.amount - t.reversed), 0)::int as cents
       from sandbox.transfers t join sandbox.accounts a on a.id = t.account where a.email = $1`,
    [email],
  );
  return rows[0]?.cents;
};
const owedTo = async (me: Caller) => (await me.call(getPayouts)).body.balances[0]?.owedCents;
const payouts = async (me: Caller) => (await me.call(contract.listPayouts)).body;

test("commission stays with the platform, and goes to the affiliate's account; the creator gets the rest", async () => {
  const { creator, account, affiliate, me, sell: sale } = await store();
  await sale();
  await bringToCreators();
  expect(await owedTo(me)).toBe(7_000);
  await onboard(creator);
  await onboard(account);
  await bringToCreators();
  expect(await receivedBy(creator)).toBe(7_000);
  await mature();
  const { body } = await me.call(contract.createPayout);
  const share = { id: affiliate.id, name: affiliate.name, email: affiliate.email, amountCents: 2_000 };
  expect(body).toMatchObject([{ method: "TRANSFER", totalCents: 2_000, paidAt: null, affiliates: [share] }]);
  await app.runJobs();
  expect(await payouts(me)).toMatchObject([
    { method: "TRANSFER", failure: null, paidAt: expect.any(String) },
  ]);
  const own = await app.as(account).call(contract.getAffiliateOverview);
  expect(own.body).toMatchObject({ pendingCents: 0, payableCents: 0, paidCents: 2_000 });
  await bringToCreators();
  expect([await receivedBy(creator), await receivedBy(account), await owedTo(me)]).toEqual([7_000, 2_000, 0]);
});

test("an affiliate without an account is on the list, and the creator gets what they pay by hand", async () => {
  const { creator, account, me, sell: sale } = await store();
  const other = await makeAffiliate(app, { ownerId: creator.id });
  await onboard(account);
  await sale();
  await sell(creator.id, other, false);
  await onboard(creator);
  await bringToCreators();
  expect(await receivedBy(creator)).toBe(14_000);
  await mature();
  const { body } = await me.call(contract.createPayout);
  expect(body.map(({ method }) => method).toSorted()).toEqual(["CSV", "TRANSFER"]);
  const listed = body.find(({ method }) => method === "CSV");
  expect(listed).toMatchObject({ totalCents: 2_000, affiliates: [{ id: other.id }] });
  await bringToCreators();
  expect(await receivedBy(creator)).toBe(14_000);
  await me.call(contract.markPayoutPaid, { params: { id: listed?.id ?? "" } });
  await app.runJobs();
  await bringToCreators();
  expect([await receivedBy(creator), await receivedBy(account)]).toEqual([16_000, 2_000]);
});

test("what reached the creator at once is paid by hand, and what is owed back for it is set off first", async () => {
  const { creator, account, me, sell: sale } = await store();
  await onboard(creator);
  await onboard(account);
  const direct = await sale(true);
  await sale();
  await bringToCreators();
  await mature();
  const { body } = await me.call(contract.createPayout);
  expect(body.map(({ method, totalCents }) => [method, totalCents]).toSorted()).toEqual([
    ["CSV", 2_000],
    ["TRANSFER", 2_000],
  ]);
  for (const { id, method } of body)
    if (method === "CSV") await me.call(contract.markPayoutPaid, { params: { id } });
  await app.runJobs();
  expect(await receivedBy(account)).toBe(2_000);

  await refund(direct, 5_000);
  await sale();
  await bringToCreators();
  await mature();
  const next = await me.call(contract.createPayout);
  expect(next.body).toMatchObject([{ method: "CSV", totalCents: 1_000 }]);
  await me.call(contract.markPayoutPaid, { params: { id: next.body[0]?.id ?? "" } });
  await bringToCreators();
  // 7,000 of the first sale that stayed with us; of the second all but the fee, as the creator paid its commission.
  expect(await receivedBy(creator)).toBe(16_000);
});

test("a refund after the transfer is set off against the next one, to the cent", async () => {
  const { creator, account, me, sell: sale } = await store();
  await onboard(creator);
  await onboard(account);
  const [first, second] = [await sale(), await sale()];
  await bringToCreators();
  await mature();
  await me.call(contract.createPayout);
  await app.runJobs();
  expect([await receivedBy(creator), await receivedBy(account)]).toEqual([14_000, 4_000]);

  await refund(first, 10_000);
  await refund(second, 5_000);
  await bringToCreators();
  // Until it is set off, what the affiliate has too much is the creator's loss: 9,000 − 4,500 − 2,000 of the second.
  expect(await receivedBy(creator)).toBe(2_500);
  expect((await me.call(contract.createPayout)).status).toBe(409);

  await sale();
  await sale();
  await bringToCreators();
  await mature();
  expect((await me.call(contract.createPayout)).body).toMatchObject([
    { method: "TRANSFER", totalCents: 1_000 },
  ]);
  await app.runJobs();
  await bringToCreators();
  // Sold 40,000, given back 15,000: 25,000 × 20 % is the affiliate's and 25,000 × 70 % the creator's.
  expect([await receivedBy(account), await receivedBy(creator)]).toEqual([5_000, 17_500]);
  expect(await owedTo(me)).toBe(0);
});

test("a refund before the transfer makes both parts less", async () => {
  const { creator, account, me, sell: sale } = await store();
  await onboard(account);
  const order = await sale();
  await refund(order, 5_000);
  await bringToCreators();
  await mature();
  await me.call(contract.createPayout);
  await app.runJobs();
  await onboard(creator);
  await bringToCreators();
  expect([await receivedBy(creator), await receivedBy(account)]).toEqual([3_500, 1_000]);
});

test("twenty clicks and workers at once move the money once", async () => {
  const { account, me, sell: sale } = await store();
  await onboard(account);
  await sale();
  await bringToCreators();
  await mature();
  const answers = await Promise.all(Array.from({ length: 20 }, () => me.call(contract.createPayout)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  await Promise.all(Array.from({ length: 10 }, () => sendTransfers(app.services)));
  expect(await receivedBy(account)).toBe(2_000);
});

type Transfer = typeof payments.payouts.transfer;
const withTransfer = (transfer: Transfer) => ({
  ...app.services,
  payments: { ...payments, payouts: { ...payments.payouts, transfer } },
});

test("moves once though the answer was lost; until it came, the payout is neither marked nor cancelled", async () => {
  const { account, me, sell: sale } = await store();
  await onboard(account);
  await sale();
  await bringToCreators();
  await mature();
  const { body } = await me.call(contract.createPayout);
  const params = { id: body[0]?.id ?? "" };
  await sendTransfers(
    withTransfer(async (input) => {
      await payments.payouts.transfer(input);
      throw new Error("the connection broke");
    }),
  );
  expect(await payouts(me)).toMatchObject([{ method: "TRANSFER", paidAt: null }]);
  expect((await me.call(contract.markPayoutPaid, { params })).status).toBe(409);
  expect((await me.call(contract.cancelPayout, { params })).status).toBe(409);
  await sendTransfers(app.services);
  expect(await payouts(me)).toMatchObject([{ paidAt: expect.any(String) }]);
  expect((await me.call(contract.markPayoutPaid, { params })).status).toBe(200);
  expect(await receivedBy(account)).toBe(2_000);
});

test("a transfer without an answer for days is found at the provider, or is the creator's to pay or to cancel", async () => {
  for (const wasMade of [true, false]) {
    const { account, me, sell: sale } = await store();
    await onboard(account);
    await sale();
    await bringToCreators();
    await mature();
    await me.call(contract.createPayout);
    await sendTransfers(
      withTransfer(async (input) => {
        if (wasMade) await payments.payouts.transfer(input);
        throw new Error("the connection broke");
      }),
    );
    app.clock.advance({ days: 3 });
    await app.services.pool.query("update sandbox.transfers set idempotency_key = gen_random_uuid()::text");
    await sendTransfers(app.services);
    await sendTransfers(app.services);
    expect(await payouts(me)).toMatchObject([
      wasMade
        ? { method: "TRANSFER", paidAt: expect.any(String) }
        : { method: "CSV", paidAt: null, failure: "The provider has no record of it." },
    ]);
    expect(await receivedBy(account)).toBe(wasMade ? 2_000 : 0);
  }
});

test("a transfer that the provider refuses is the creator's to pay or to cancel", async () => {
  const { account, me, sell: sale } = await store();
  await onboard(account);
  await sale();
  await bringToCreators();
  await mature();
  const { body } = await me.call(contract.createPayout);
  await sendTransfers(
    withTransfer(() => Promise.reject(new GatewayError("balance_insufficient", "Too little on the balance"))),
  );
  await sendTransfers(app.services);
  expect(await payouts(me)).toMatchObject([
    { method: "CSV", failure: "Too little on the balance", totalCents: 2_000, paidAt: null },
  ]);
  await me.call(contract.cancelPayout, { params: { id: body[0]?.id ?? "" } });
  expect((await me.call(contract.createPayout)).body).toMatchObject([{ method: "TRANSFER", failure: null }]);
  await app.runJobs();
  expect(await receivedBy(account)).toBe(2_000);
});
