import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import * as commissions from "#contract/affiliates/commissions.ts";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { listQuarantinedPayments } from "#contract/orders/orders-admin.ts";
import { checkPayouts, connectPayouts } from "#contract/payouts/payouts.ts";
import { completeSandboxOnboarding, confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { matureCommissions } from "#server/features/affiliates/mature-commissions.ts";
import { sendTransfers } from "#server/features/affiliates/send-transfers.ts";
import { classifyShares } from "#server/features/payouts/classify-shares.ts";
import { lookAtShares } from "#server/features/payouts/look-at-shares.ts";
import { releasePayouts } from "#server/features/payouts/held-payouts.ts";
import { passOn } from "#server/features/payouts/pass-on.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { queuePromotion } from "#server/mail/promotions/queue-promotion.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { queueLostMails } from "#server/mail/send-queued-mail.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { runJobsThatSendNothing } from "#tests/support/run-due.ts";
import { keepMoment } from "#tests/support/set-back.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { afterRestore } from "./after-restore.ts";
import { countHeld, lanes } from "./lanes.ts";

const app = await testApp({ PLATFORM_FEE_BPS: "1000" });
const { pool, payments } = app.services;
const now = () => app.clock.now();

const restored = (to: Date) => afterRestore(app.services, { to, runDueJobs: async () => {} });
beforeEach(() => releasePayouts(pool, now()));

/** What is paid out, by whom it went to. */
const receivedBy = async ({ email }: { email: string }) => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(t.amount - t.reversed), 0)::int as cents
       from sandbox.transfers t join sandbox.accounts a on a.id = t.account where a.email = $1`,
    [email],
  );
  return rows[0]?.cents;
};
async function onboard(person: { id: string }) {
  const { body } = await app.as(person).call(connectPayouts);
  await app.call(completeSandboxOnboarding, { params: { token: body.url.split("/").at(-1) ?? "" } });
  await app.as(person).call(checkPayouts);
}
async function payOut() {
  await classifyShares(app.services);
  await lookAtShares(app.services);
  await passOn(app.services);
  await sendTransfers(app.services);
}

/** A sale of $100 by an affiliate's link whose money is with us; both have accounts, and the commission of $20 is payable. */
async function sold() {
  const creator = await makeCreator(app);
  const affiliate = await makeAffiliate(app, { ownerId: creator.id });
  const account = await makeCreator(app, { email: affiliate.email ?? "" });
  await app.as(account).call(commissions.getAffiliateOverview);
  const intent = await payments.createIntent({
    amountCents: 10_000,
    currency: "usd",
    receiptEmail: "buyer@example.com",
    saveCard: false,
    metadata: {},
    idempotencyKey: randomUUID(),
  });
  await app.call(confirmSandboxPayment, {
    params: { id: intent.id },
    body: { clientSecret: intent.clientSecret, card: goodCard, returnUrl: "http://localhost:3000/" },
  });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 10_000 });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: intent.id });
  await inTransaction(pool, (client) =>
    addCommissions(client, { orderId: order.id, affiliateCode: affiliate.link.code, now: now() }),
  );
  await onboard(creator);
  await onboard(account);
  app.clock.advance({ days: 31 });
  await matureCommissions(app.services);
  await classifyShares(app.services);
  await lookAtShares(app.services);
  return { creator, account, order };
}

test("what creators and affiliates were paid in the time that is lost is found in the provider's books, and not paid again", async () => {
  const { creator, account } = await sold();
  const to = now();
  const back = await keepMoment(pool);
  app.clock.advance({ minutes: 2 });
  await app.as(creator).call(commissions.createPayout);
  await payOut();
  expect([await receivedBy(creator), await receivedBy(account)]).toEqual([7_000, 2_000]);
  app.clock.advance({ minutes: 8 });
  await back();

  expect((await restored(to)).unknownTransfers).toEqual([]);
  const again = await app.as(creator).call(commissions.createPayout);
  expect(again.status).toBe(409);
  await releasePayouts(pool, now());
  await payOut();
  expect([await receivedBy(creator), await receivedBy(account)]).toEqual([7_000, 2_000]);
  expect((await app.as(creator).call(commissions.listPayouts)).body).toMatchObject([
    { method: "TRANSFER", totalCents: 2_000, paidAt: expect.any(String) },
  ]);
});

test("what was taken back of a creator for a refund is not taken back twice", async () => {
  const { creator, order } = await sold();
  await payOut();
  const refund = () =>
    pool.query("update order_payments set refunded_cents = 1000 where order_id = $1", [order.id]);
  const to = now();
  const back = await keepMoment(pool);
  await refund();
  await payOut();
  const left = await receivedBy(creator);
  expect(left).toBe(6_100);
  app.clock.advance({ minutes: 10 });
  await back();
  // As the provider tells of it once more.
  await refund();
  await restored(to);
  await releasePayouts(pool, now());
  await payOut();
  expect(await receivedBy(creator)).toBe(left);
});

test("a payment of the lost time becomes its order again; one whose checkout is lost waits for its creator", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 2_900 });
  const [early, late] = [app.browser(), app.browser()];
  const before = await openCheckout(early, product.id, `early-${creator.handle}@example.com`);
  const to = now();
  const back = await keepMoment(pool);
  app.clock.advance({ minutes: 3 });
  const after = await openCheckout(late, product.id, `late-${creator.handle}@example.com`);
  await pay(early, before);
  await pay(late, after);
  await deliverWebhooks(app);
  const orders = async () =>
    (
      await pool.query<{ id: string }>(
        "select payment_intent_id as id from orders where owner_id = $1 and status = 'PAID' order by created_at",
        [creator.id],
      )
    ).rows.map(({ id }) => id);
  expect((await orders()).toSorted()).toEqual([before.paymentIntentId, after.paymentIntentId].toSorted());
  app.clock.advance({ minutes: 7 });
  await back();
  expect(await orders()).toEqual([]);

  expect((await restored(to)).events.failed).toBe(0);
  expect(await orders()).toEqual([before.paymentIntentId]);
  const { body } = await app.as(creator).call(listQuarantinedPayments);
  expect(body).toMatchObject([{ paymentIntentId: after.paymentIntentId, receivedCents: 2_900 }]);
  expect((await restored(to)).events).toEqual({ replayed: 0, failed: 0 });
});

test("what the provider has forgotten is no news, and it is said up to when", async () => {
  const remembering = (eventDays: number | undefined) => ({
    ...app.services,
    payments: { ...payments, eventDays },
  });
  const days = (count: number) => new Date(now().getTime() - count * 86_400_000);
  const unknownUntil = async (to: Date, eventDays?: number) =>
    (await afterRestore(remembering(eventDays), { to, runDueJobs: async () => {} })).unknownUntil;
  const until = await unknownUntil(days(31), 30);
  expect(Math.abs((until?.getTime() ?? 0) - days(30).getTime())).toBeLessThan(60_000);
  expect(await unknownUntil(days(29), 30)).toBeUndefined();
  expect(await unknownUntil(days(300))).toBeUndefined();
});

test("no money moves until a person says so, and then what is owed does", async () => {
  const { creator } = await sold();
  await restored(now());
  await payOut();
  expect(await receivedBy(creator)).toBe(0);
  expect(await releasePayouts(pool, now())).toBe(true);
  await payOut();
  expect(await receivedBy(creator)).toBe(7_000);
});

test("a transfer that fits nothing here is named for a person to look at", async () => {
  const { account } = await sold();
  const { rows } = await pool.query<{ id: string }>(
    "select account_id as id from payout_accounts where owner_id = $1",
    [account.id],
  );
  const transfer = (metadata: Record<string, string>) =>
    payments.payouts.transfer({
      accountId: rows[0]?.id ?? "",
      amountCents: 777,
      currency: "usd",
      group: "lost",
      metadata,
      idempotencyKey: randomUUID(),
    });
  const to = now();
  app.clock.advance({ minutes: 1 });
  const lost = [
    await transfer({ payout: randomUUID() }),
    await transfer({ transfer: randomUUID(), order_payment: randomUUID(), payment_intent: "pi_sbx_none" }),
  ];
  await transfer({});
  const { unknownTransfers } = await restored(to);
  expect(unknownTransfers.toSorted()).toEqual(lost.map(({ id }) => id).toSorted());
});

test("mails that may have left wait: one is released and leaves once, one is dropped and never leaves", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 1_900 });
  const send = async (n: number, startsIn = 0) => {
    const order = await makeOrder(app, { items: [{ product }] });
    const event = `receipt:${n}:${order.id}`;
    await app.services.db.transaction((tx) =>
      queueMail(tx, { event, recipient: creator.email, template: "receipt", data: { orderId: order.id } }),
    );
    if (startsIn > 0)
      await pool.query("update mail_outbox set due_at = $2 where event = $1", [
        event,
        new Date(now().getTime() + startsIn),
      ]);
  };
  await send(1);
  await send(2);
  await send(3, 86_400_000);
  await pool.query("delete from mail_outbox where recipient <> $1", [creator.email]);
  expect((await restored(now())).held.mails).toBe(2);
  const arrived = async () =>
    (await pool.query('select from mailbox where lower("to") = lower($1)', [creator.email])).rowCount;
  app.clock.advance({ minutes: 10 });
  await queueLostMails(app.services);
  await app.runJobs();
  expect(await arrived()).toBe(0);
  const [first, second] = await lanes.mails.list(pool, 10);
  expect(first).toMatchObject({ about: "receipt", to: creator.email });
  expect(await lanes.mails.release(pool, now(), [first?.id ?? ""])).toBe(1);
  expect(await lanes.mails.drop(pool, now(), [second?.id ?? ""])).toBe(1);
  expect(await lanes.mails.release(pool, now(), null)).toBe(0);
  await app.runJobs();
  await queueLostMails(app.services);
  await app.runJobs();
  expect(await arrived()).toBe(1);
  expect((await countHeld(pool)).mails).toBe(0);
});

test("mails that advertise wait too; what is due later goes on as planned", async () => {
  await pool.query("delete from promotions");
  const creator = await makeCreator(app, { postalAddress: "Main St 1" });
  const queue = (n: number, inMs = 0) =>
    queuePromotion(pool, {
      ownerId: creator.id,
      event: `none:${n}`,
      template: "none-such",
      email: `p${n}-${creator.handle}@example.com`,
      data: {},
      dueAt: new Date(now().getTime() + inMs),
    });
  for (const n of [1, 2]) await queue(n);
  await queue(3, 86_400_000);
  expect((await restored(now())).held.promotions).toBe(2);
  const states = async () =>
    (
      await pool.query<{ state: string }>("select state from promotions where owner_id = $1 order by event", [
        creator.id,
      ])
    ).rows.map(({ state }) => state);
  await sendPromotions(app.services, undefined);
  expect(await states()).toEqual(["QUEUED", "QUEUED", "QUEUED"]);
  const [first] = await lanes.promotions.list(pool, 10);
  await lanes.promotions.drop(pool, now(), [first?.id ?? ""]);
  await lanes.promotions.release(pool, now(), null);
  await sendPromotions(app.services, undefined);
  // Released, it is judged as any other: there is no such mail.
  expect((await states()).toSorted()).toEqual(["QUEUED", "SKIPPED", "UNKNOWN"]);
});

test("an account that its creator kept in the lost time is not deleted before they can say so again", async () => {
  const creator = await makeCreator(app);
  await pool.query(
    `insert into account_deletions (owner_id, asked_at, due_at, reminded_at, closed_with)
     values ($1, $2, $2, $2, '{"productIds": [], "socialAccountIds": [], "mailings": []}')`,
    [creator.id, now()],
  );
  await afterRestore(app.services, { to: now(), runDueJobs: () => runJobsThatSendNothing(app.services) });
  const { rows } = await pool.query<{ state: string; reminded: boolean; days: number }>(
    `select state, reminded_at is not null as reminded, extract(day from due_at - asked_at)::int as days
       from account_deletions where owner_id = $1`,
    [creator.id],
  );
  expect(rows).toEqual([{ state: "ASKED", reminded: false, days: 2 }]);
});

test("whoever was signed in signs in again", async () => {
  const creator = await makeCreator(app);
  const cookie = await sessionCookieOf(app, creator);
  const me = () => app.app.inject({ method: "GET", url: getCurrentUser.url, headers: { cookie } });
  expect((await me()).statusCode).toBe(200);
  await restored(now());
  expect((await me()).statusCode).toBe(401);
});
