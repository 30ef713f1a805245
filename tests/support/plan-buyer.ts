import { getMyPlan } from "#contract/plans/plans.ts";
import { savePlans } from "#server/features/plans/save-plans.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "./buy.ts";
import { makeCreator } from "./factories.ts";
import { sessionCookieOf } from "./session-cookie.ts";
import type { TestApp } from "./test-app.ts";

type Fields = Parameters<typeof makeCreator>[1];

/** A creator whose trial is over, in a browser of their own. */
export async function signedInCreator(app: TestApp, fields: Fields = {}) {
  const creator = await makeCreator(app, { trialEndsAt: new Date("2020-01-01"), ...fields });
  return { creator, browser: await signedInBrowser(app, creator) };
}

/** Another browser in which that creator is signed in. */
export async function signedInBrowser(app: TestApp, creator: { id: string }) {
  const browser = app.browser();
  const [name = "", token = ""] = (await sessionCookieOf(app, creator)).split("=");
  browser.cookies[name] = token;
  return browser;
}

/** The product of a plan, which is made where there is none yet. */
export async function planProduct(app: TestApp, plan: "PRO" | "ENTERPRISE"): Promise<string> {
  const saved = (await savePlans(app.services)).find((one) => one.plan === plan);
  if (!saved) throw new Error("there is no such plan");
  return saved.productId;
}

/** A creator who has just bought a plan; with a good card unless told. */
export async function buyPlan(
  app: TestApp,
  plan: "PRO" | "ENTERPRISE" = "PRO",
  { card = goodCard.number, fields }: { card?: string; fields?: Fields } = {},
) {
  const { creator, browser } = await signedInCreator(app, fields);
  const productId = await planProduct(app, plan);
  const checkout = await openCheckout(browser, productId, "office@example.com");
  await pressPay(browser, checkout);
  await pay(browser, checkout, { ...goodCard, number: card });
  await deliverWebhooks(app);
  return { creator, browser, checkout, productId, ...(await membershipOfCreator(app, creator.id)) };
}

/** The membership that pays for a creator's plan; the newest. */
export async function membershipOfCreator({ services: { pool } }: TestApp, creatorId: string) {
  const { rows } = await pool.query<{ id: string; orderId: string; providerId: string; paidUntil: Date }>(
    `select id, order_id as "orderId", provider_subscription_id as "providerId", current_period_end as "paidUntil"
       from subscriptions where plan_for = $1 order by created_at desc limit 1`,
    [creatorId],
  );
  if (!rows[0]) throw new Error("this creator has bought no plan");
  return rows[0];
}

/** What this creator has now. */
export async function planOf(app: TestApp, creator: { id: string }) {
  const { status, body } = await app.as(creator).call(getMyPlan);
  if (status !== 200) throw new Error(`no plan was told: ${status}`);
  return body;
}
