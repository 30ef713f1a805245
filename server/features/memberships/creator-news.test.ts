import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { cancelMembership, keepMembership } from "#contract/memberships/memberships.ts";
import {
  listNotificationChoices,
  listNotifications,
  saveNotificationChoice,
} from "#contract/notifications/notifications.ts";
import { notifyOfRenewals } from "#server/features/notifications/renewal-news.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { buyPlan } from "#tests/support/plan-buyer.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { statementsOf } from "#tests/support/statements-of.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
/** Pays once, and is declined ever after. */
const onceOnly = "4000000000000341";

type Creator = Awaited<ReturnType<typeof makeCreator>>;
const told = async (creator: Creator) =>
  (await app.as(creator).call(listNotifications, { querystring: {} })).body.notifications
    .filter(({ kind }) => kind.startsWith("MEMBER_"))
    .map(({ kind, title, text }) => ({ kind, title, text }));
const wanted = async (creator: Creator) =>
  (
    await pool.query<{ kind: string; mail: boolean; inApp: boolean }>(
      `select kind, wants_mail as mail, in_app as "inApp" from notifications
        where owner_id = $1 and kind like 'MEMBER%' order by created_at`,
      [creator.id],
    )
  ).rows;
const club = (creator: Creator) => ({ ownerId: creator.id, title: "Club" });

test("tells of a free trial, of the first payment after it, and of its renewals the morning after", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, {
    ...club(creator),
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
    priceCents: 900,
    trialDays: 7,
  });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, "dina@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } });
  await deliverWebhooks(app, 2);
  expect(await told(creator)).toEqual([
    {
      kind: "MEMBER_JOINED",
      title: "A new member on a free trial",
      text: expect.stringMatching(/^Club · until /),
    },
  ]);
  await passDays(app, 8);
  expect((await told(creator))[0]).toEqual({
    kind: "MEMBER_FIRST_PAYMENT",
    title: "A member made their first payment",
    text: expect.stringMatching(/^Club · \$9\.00 · Order /),
  });
  await passDays(app, 1);
  await notifyOfRenewals(app.services);
  expect(await told(creator)).toHaveLength(2);
  await passDays(app, 31);
  await notifyOfRenewals(app.services);
  expect(await told(creator)).toHaveLength(2);
  app.clock.advance({ days: 2 });
  await notifyOfRenewals(app.services);
  await notifyOfRenewals(app.services);
  const [renewed, ...before] = await told(creator);
  expect(renewed).toMatchObject({
    title: "1 membership renewed",
    text: expect.stringMatching(/ · \$9\.00$/),
  });
  expect(before).toHaveLength(2);
  // The paid join of a member is a sale, and was told as none here.
  expect(await wanted(creator)).toEqual([
    { kind: "MEMBER_JOINED", mail: true, inApp: true },
    { kind: "MEMBER_FIRST_PAYMENT", mail: true, inApp: true },
    { kind: "MEMBER_RENEWED", mail: false, inApp: true },
  ]);
});

test("tells once that a payment failed, however often it is tried, and once that the membership ended", async () => {
  const creator = await makeCreator(app);
  await joinMembership(app, { product: club(creator), card: onceOnly });
  for (const days of [31, 3, 6, 8, 8, 8]) await passDays(app, days);
  expect(await told(creator)).toEqual([
    {
      kind: "MEMBER_ENDED",
      title: "A membership ended",
      text: expect.stringContaining("the payment failed"),
    },
    {
      kind: "MEMBER_PAYMENT_FAILED",
      title: "A member's payment failed",
      text: expect.stringMatching(/^Club · \$9\.00/),
    },
  ]);
});

test("tells of a cancellation once a period, and then of the end", async () => {
  const creator = await makeCreator(app);
  const { id, orderId, browser } = await joinMembership(app, { product: club(creator) });
  const wantedMembership = { params: { id }, body: { orderId } };
  for (const change of [cancelMembership, keepMembership, cancelMembership])
    await browser.call(change, wantedMembership);
  expect(await told(creator)).toEqual([
    {
      kind: "MEMBER_CANCELED",
      title: "A member canceled",
      text: expect.stringMatching(/^Club · open until /),
    },
  ]);
  await passDays(app, 32);
  expect((await told(creator)).map(({ kind }) => kind)).toEqual(["MEMBER_ENDED", "MEMBER_CANCELED"]);
});

test("collects the renewals of a large store in one notification, by statements that do not grow with them", async () => {
  const statementsFor = async (members: number) => {
    await notifyOfRenewals(app.services);
    const creator = await makeCreator(app);
    const { id, product } = await joinMembership(app, { product: club(creator) });
    await passDays(app, 31);
    // As many more renewals of that day.
    await pool.query(
      `insert into orders (owner_id, product_id, customer_id, customer_name, total_cents, currency, status, subscription_id, paid_at, created_at)
       select o.owner_id, o.product_id, o.customer_id, '', 900, 'usd', 'PAID', $1, o.paid_at, o.created_at
         from (select * from orders where product_id = $2 order by created_at desc limit 1) o, generate_series(1, $3::int)`,
      [id, product.id, members - 1],
    );
    app.clock.advance({ days: 2 });
    const statements = await statementsOf(() => notifyOfRenewals(app.services));
    expect(await told(creator)).toEqual([
      expect.objectContaining({
        title: `${members} memberships renewed`,
        text: expect.stringContaining("$"),
      }),
    ]);
    return statements;
  };
  expect((await statementsFor(200)).length).toBe((await statementsFor(2)).length);
});

test("lets a creator switch each kind on and off, with the quiet ones off by email and push", async () => {
  const creator = await makeCreator(app);
  const { body } = await app.as(creator).call(listNotificationChoices);
  const quiet = body.choices.filter(({ mail, push }) => mail === "NEVER" && !push).map(({ kind }) => kind);
  expect(quiet).toEqual(["MEMBER_RENEWED", "MEMBER_PAYMENT_FAILED", "MEMBER_ENDED"]);
  const choose = (kind: "MEMBER_PAYMENT_FAILED" | "MEMBER_CANCELED" | "MEMBER_ENDED", choice: object) =>
    app.as(creator).call(saveNotificationChoice, { params: { kind }, body: choice });
  await choose("MEMBER_PAYMENT_FAILED", { mail: "EACH" });
  await choose("MEMBER_CANCELED", { mail: "NEVER" });
  // What is left out stays as it was, and no email begins with it.
  expect((await choose("MEMBER_ENDED", { inApp: false })).body).toMatchObject({ mail: "NEVER", push: false });
  const paying = await joinMembership(app, { product: club(creator) });
  await joinMembership(app, { product: club(creator), card: onceOnly });
  const { id, orderId } = await membershipOf(app, paying.product.id);
  await paying.browser.call(cancelMembership, { params: { id }, body: { orderId } });
  await passDays(app, 32);
  expect((await wanted(creator)).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: "MEMBER_CANCELED", mail: false, inApp: true },
    { kind: "MEMBER_ENDED", mail: false, inApp: false },
    { kind: "MEMBER_PAYMENT_FAILED", mail: true, inApp: true },
  ]);
});

test("tells the platform nothing of the plans that it sells", async () => {
  await buyPlan(app);
  await passDays(app, 40);
  app.clock.advance({ days: 2 });
  await notifyOfRenewals(app.services);
  const { rows } = await pool.query(
    "select from notifications n join users u on u.id = n.owner_id where u.is_platform and n.kind like 'MEMBER%'",
  );
  expect(rows).toEqual([]);
});
