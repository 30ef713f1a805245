import { expect, test } from "vitest";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { getMyPlan } from "#contract/plans/plans.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { buyPlan, planOf } from "#tests/support/plan-buyer.ts";
import { testApp } from "#tests/support/test-app.ts";
import { notifyOfTrials } from "./notify-of-trials.ts";

const app = await testApp();
const withoutPlans = await testApp({ PLANS: "off" });
const inDays = (days: number, { clock } = app) => new Date(clock.now().getTime() + days * 86_400_000);

/** What a creator was told of their trial, newest first; with whether a mail is to leave. */
async function told({ id }: { id: string }, { services } = app) {
  const { rows } = await services.pool.query<{ event: string; mailed: boolean }>(
    "select event, wants_mail as mailed from notifications where owner_id = $1 and kind = 'TRIAL' order by created_at desc",
    [id],
  );
  return rows.map(({ event, mailed }) => (mailed ? event : `${event} (no mail)`));
}

test("a trial's end is told three days before, and when it has ended, each once", async () => {
  const creator = await makeCreator(app, { trialEndsAt: inDays(4) });
  await makeProduct(app, { ownerId: creator.id });
  await makeProduct(app, { ownerId: creator.id });
  await notifyOfTrials(app.services);
  expect(await told(creator)).toEqual([]);
  expect((await planOf(app, creator)).trialEndsAt).not.toBeNull();
  app.clock.advance({ days: 1, hours: 1 });
  await Promise.all([notifyOfTrials(app.services), notifyOfTrials(app.services)]);
  await notifyOfTrials(app.services);
  expect(await told(creator)).toEqual(["trial-ends"]);
  app.clock.advance({ days: 3 });
  await notifyOfTrials(app.services);
  await notifyOfTrials(app.services);
  expect(await told(creator)).toEqual(["trial-ended", "trial-ends"]);
  expect(await planOf(app, creator)).toMatchObject({
    plan: "STARTER",
    trialEndsAt: null,
    products: { used: 2, limit: 1 },
    replies: { used: 0, limit: 50 },
  });
  const { body } = await app.as(creator).call(listNotifications, { querystring: {} });
  expect(body.notifications[0]).toMatchObject({
    title: "Your free trial has ended",
    text: "You have Starter: 1 product and 50 automatic replies a month. Nothing is deleted, and nobody loses what they bought. Your 2 products stay on sale; another one takes Pro.",
    href: "/admin?tab=settings&view=plan",
  });
});

test("who has paid by then, was given a plan, or whose trial ended long ago hears nothing", async () => {
  const { creator: paying } = await buyPlan(app, "PRO", { fields: { trialEndsAt: inDays(2) } });
  const given = await makeCreator(app, { trialEndsAt: inDays(2), givenPlan: "PRO" });
  const long = await makeCreator(app, { trialEndsAt: inDays(-8) });
  await notifyOfTrials(app.services);
  const invited = await makeCreator(app, { trialEndsAt: inDays(0), hasStore: false });
  await notifyOfTrials(app.services);
  for (const creator of [paying, given, long, invited]) expect(await told(creator)).toEqual([]);
});

test("three hundred trials are told, in steps, each once", async () => {
  const creators = await Promise.all(
    Array.from({ length: 300 }, () => makeCreator(app, { trialEndsAt: inDays(1) })),
  );
  await notifyOfTrials(app.services);
  const all = await Promise.all(creators.map((creator) => told(creator)));
  expect(all).toEqual(creators.map(() => ["trial-ends"]));
});

test("where there are no plans no trial ends", async () => {
  const creator = await makeCreator(withoutPlans, { trialEndsAt: inDays(1, withoutPlans) });
  await notifyOfTrials(withoutPlans.services);
  expect(await told(creator, withoutPlans)).toEqual([]);
  expect((await withoutPlans.as(creator).call(getMyPlan)).status).toBe(404);
});
