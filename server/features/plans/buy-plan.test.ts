import { beforeAll, describe, expect, test } from "vitest";
import { getCurrentUser, getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createPaymentIntent, priceCheckout } from "#contract/checkout/checkout.ts";
import { listMemberships } from "#contract/memberships/memberships.ts";
import { getMyPlan } from "#contract/plans/plans.ts";
import { completeOrder } from "#server/features/checkout/complete-order.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import {
  buyPlan,
  membershipOfCreator,
  planOf,
  planProduct,
  signedInBrowser,
  signedInCreator,
} from "#tests/support/plan-buyer.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const withoutPlans = await testApp({ PLANS: "off" });
let pro: string;
let enterprise: string;

beforeAll(async () => {
  [pro, enterprise] = [await planProduct(app, "PRO"), await planProduct(app, "ENTERPRISE")];
});

const begin = (caller: { call: typeof app.call }, productId: string, customerEmail = "office@example.com") =>
  caller.call(createPaymentIntent, { body: { productId, customerEmail } });

describe("buying a plan", () => {
  test("makes it the account's that was signed in, whatever address is typed", async () => {
    const { creator, orderId } = await buyPlan(app);
    expect(await planOf(app, creator)).toMatchObject({
      plan: "PRO",
      isGiven: false,
      products: { limit: null },
      replies: { limit: null },
      membership: { orderId, isRunning: true, email: "office@example.com" },
      receipts: [{ orderId, title: "Openstall Pro", totalCents: 2_900, refundedCents: 0 }],
    });
    expect((await app.as(creator).call(getCurrentUser)).body.plan).toBe("PRO");
    expect((await app.call(getCreator, { params: { handle: creator.handle } })).body.badges).toEqual([
      "PROFESSIONAL",
    ]);
  });

  test("says before paying which free days it ends", async () => {
    const priced = (caller: { call: typeof app.call }) =>
      caller.call(priceCheckout, { params: { productId: pro }, querystring: {} });
    const trialEndsAt = new Date(app.clock.now().getTime() + 5 * 86_400_000);
    const { browser: trying } = await signedInCreator(app, { trialEndsAt });
    expect((await priced(trying)).body.planTrialEndsAt).toBe(trialEndsAt.toISOString());
    app.clock.advance({ days: 6 });
    expect((await priced(trying)).body.planTrialEndsAt).toBeNull();
  });

  test("sends a receipt under our own name", async () => {
    const { orderId } = await buyPlan(app);
    const receipt = await renderMail(app.services, "receipt", { orderId });
    expect(receipt.fromName).toBe("Openstall");
    expect(receipt.subject).toBe("Your order from Openstall: Openstall Pro");
    expect(receipt.text).not.toContain("A store");
  });

  test("gives Enterprise's white label to the store at once", async () => {
    const { creator } = await buyPlan(app, "ENTERPRISE");
    expect((await app.call(getCreator, { params: { handle: creator.handle } })).body.isWhiteLabel).toBe(true);
  });

  test("is for nobody who is not signed in, and nobody sees a price there", async () => {
    const browser = app.browser();
    const signInFirst = { status: 409, body: { code: "SIGN_IN_FIRST" } };
    expect(await begin(browser, pro)).toMatchObject(signInFirst);
    const price = { params: { productId: pro }, querystring: {} };
    const asked = await browser.call(priceCheckout, price);
    expect(asked).toMatchObject(signInFirst);
    expect(asked.body).not.toHaveProperty("totalCents");
    expect((await browser.call(getProduct, { params: { idOrSlug: pro } })).status).toBe(404);
    expect((await browser.call(getProduct, { params: { idOrSlug: "openstall-pro" } })).status).toBe(404);
    const { browser: own } = await signedInCreator(app);
    expect((await own.call(priceCheckout, price)).body.totalCents).toBe(2_900);
    expect((await own.call(getProduct, { params: { idOrSlug: pro } })).body.priceCents).toBe(2_900);
    expect((await own.call(getProduct, { params: { idOrSlug: "openstall-pro" } })).status).toBe(404);
  });

  test("is refused while one runs, of either kind", async () => {
    const { browser } = await buyPlan(app);
    for (const productId of [pro, enterprise])
      expect(await begin(browser, productId)).toMatchObject({ status: 409, body: { code: "PLAN_RUNS" } });
  });

  test("in two browsers ends the first checkout, so that one payment can be made", async () => {
    const { creator, browser } = await signedInCreator(app);
    const first = await openCheckout(browser, pro, "office@example.com");
    const elsewhere = await signedInBrowser(app, creator);
    const second = await openCheckout(elsewhere, enterprise, "office@example.com");
    expect((await pay(browser, first)).status).not.toBe("succeeded");
    await pressPay(elsewhere, second);
    await pay(elsewhere, second);
    await deliverWebhooks(app);
    expect((await planOf(app, creator)).plan).toBe("ENTERPRISE");
    expect((await planOf(app, creator)).receipts).toHaveLength(1);
  });

  test("that was paid in another browser meanwhile counts, and the second is refused", async () => {
    const { creator, browser } = await signedInCreator(app);
    const first = await openCheckout(browser, pro, "office@example.com");
    await pressPay(browser, first);
    await pay(browser, first);
    const elsewhere = await signedInBrowser(app, creator);
    expect(await begin(elsewhere, enterprise)).toMatchObject({ status: 409, body: { code: "PLAN_RUNS" } });
    expect((await planOf(app, creator)).plan).toBe("PRO");
  });

  test("twenty times at once, in twenty browsers, leaves one open checkout", async () => {
    const { creator } = await signedInCreator(app);
    const browsers = await Promise.all(Array.from({ length: 20 }, () => signedInBrowser(app, creator)));
    const answers = await Promise.all(
      browsers.map((browser, index) => begin(browser, index % 2 ? pro : enterprise)),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    const { rows } = await app.services.pool.query(
      "select from checkout_sessions where plan_for = $1 and status = 'ACTIVE'",
      [creator.id],
    );
    expect(rows).toHaveLength(1);
  });

  test("twice, though nothing should have let it, gives the second payment back and bills no more", async () => {
    const { creator, browser } = await signedInCreator(app);
    const checkout = await openCheckout(browser, pro, "office@example.com");
    await pressPay(browser, checkout);
    const { pool, payments } = app.services;
    // As if a plan of theirs had begun between the two.
    const { providerId } = await buyPlan(app);
    await pool.query("update subscriptions set plan_for = $1 where provider_subscription_id = $2", [
      creator.id,
      providerId,
    ]);
    await pay(browser, checkout);
    await deliverWebhooks(app);
    const payment = await payments.findPayment(checkout.paymentIntentId ?? "");
    expect(payment).toMatchObject({ receivedCents: 2_900, refundedCents: 2_900 });
    const { rows } = await pool.query("select from subscriptions where plan_for = $1", [creator.id]);
    expect(rows).toHaveLength(1);
    const { rows: sandbox } = await pool.query(
      "select status from sandbox.subscriptions where metadata ->> 'checkout_session' = $1",
      [checkout.checkoutSessionId],
    );
    expect(sandbox).toEqual([{ status: "canceled" }]);
    // Once the first one is over, what was given back still begins none.
    await pool.query("update subscriptions set status = 'canceled', ended_at = now() where plan_for = $1", [
      creator.id,
    ]);
    const again = await completeOrder(app.services, checkout.paymentIntentId ?? "");
    expect(again).toMatchObject({ status: "FAILED" });
    expect((await planOf(app, creator)).receipts).toHaveLength(1);
  });

  test("with another creator's checkout, in the browser they share, begins one of one's own", async () => {
    const { creator, browser } = await signedInCreator(app);
    const theirs = await openCheckout(browser, pro, "office@example.com");
    const other = await signedInCreator(app);
    Object.assign(browser.cookies, other.browser.cookies);
    const confirmed = await pressPay(browser, theirs);
    expect(confirmed).toMatchObject({ status: 200, body: { unchanged: false } });
    expect(confirmed.body.checkoutSessionId).not.toBe(theirs.checkoutSessionId);
    const mine = { ...theirs, ...confirmed.body };
    await pressPay(browser, mine);
    await pay(browser, mine);
    await deliverWebhooks(app);
    expect((await planOf(app, creator)).plan).toBe("STARTER");
    expect((await planOf(app, other.creator)).plan).toBe("PRO");
  });

  test("with another browser's checkout is refused", async () => {
    const { browser } = await signedInCreator(app);
    const theirs = await openCheckout(browser, pro, "office@example.com");
    const { browser: mine } = await signedInCreator(app);
    expect((await pressPay(mine, theirs)).status).toBe(404);
  });

  test("is told late and five times over, and counts once", async () => {
    const { creator, browser } = await signedInCreator(app);
    const checkout = await openCheckout(browser, pro, "office@example.com");
    await pressPay(browser, checkout);
    await pay(browser, checkout);
    app.clock.advance({ hours: 3 });
    await deliverWebhooks(app, 5);
    expect(await planOf(app, creator)).toMatchObject({ plan: "PRO", receipts: [{ totalCents: 2_900 }] });
  });

  test("whose news is lost is found by the reconciler", async () => {
    const { creator, browser } = await signedInCreator(app);
    const checkout = await openCheckout(browser, pro, "office@example.com");
    await pressPay(browser, checkout);
    await pay(browser, checkout);
    await app.services.pool.query("delete from sandbox.events where delivered_at is null");
    app.clock.advance({ minutes: 3 });
    await app.reconcile();
    expect((await planOf(app, creator)).plan).toBe("PRO");
  });

  test("with a card that is declined leaves Starter, and a good one buys it then", async () => {
    const { creator, browser } = await signedInCreator(app);
    const checkout = await openCheckout(browser, pro, "office@example.com");
    await pressPay(browser, checkout);
    await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
    await deliverWebhooks(app);
    expect((await planOf(app, creator)).plan).toBe("STARTER");
    await pressPay(browser, checkout);
    await pay(browser, checkout);
    await deliverWebhooks(app);
    expect((await planOf(app, creator)).plan).toBe("PRO");
  });

  test("proves its membership by the plan's proof, and to nobody without it", async () => {
    const { creator, orderId } = await buyPlan(app);
    const { membership } = await planOf(app, creator);
    const list = (headers: Record<string, string>) =>
      app.call(listMemberships, { querystring: { orderId } }, { headers });
    expect((await list({ "x-order-proof": membership?.proof ?? "" })).body).toMatchObject([
      { state: "ACTIVE", otherPlan: { title: "Openstall Enterprise", priceCents: 9_900, isLater: false } },
    ]);
    expect((await list({})).body).toEqual([]);
  });
});

describe("the platform", () => {
  test("is nobody's store, and nobody signs in as it", async () => {
    const { rows } = await app.services.pool.query<{ id: string; handle: string }>(
      "select id, handle from users where is_platform",
    );
    const [platform] = rows;
    if (!platform) throw new Error("there is no platform");
    expect((await app.call(getCreator, { params: { handle: platform.handle } })).status).toBe(404);
    expect((await app.call(listCreatorProducts, { params: { handle: platform.handle } })).status).toBe(404);
    expect((await app.app.inject(`/og/u/${platform.handle}.jpg`)).statusCode).toBe(404);
    await expect(
      app.services.pool.query(
        "insert into sessions (sid, sess, expire, user_id) values ('x', '{}', now(), $1)",
        [platform.id],
      ),
    ).rejects.toThrow("nobody signs in as the platform");
  });

  test("sells its plans alone, and nobody else sells one", async () => {
    const refusal = { cause: { message: expect.stringContaining("is a plan of nobody") } };
    const { id: creatorId } = await makeCreator(app);
    await expect(
      makeProduct(app, { ownerId: creatorId, type: "MEMBERSHIP", billingInterval: "MONTH", plan: "PRO" }),
    ).rejects.toMatchObject(refusal);
    const { rows } = await app.services.pool.query<{ id: string }>("select id from users where is_platform");
    await expect(makeProduct(app, { ownerId: rows[0]?.id ?? "" })).rejects.toMatchObject(refusal);
  });

  test("takes a plan's money for itself: no payee, no fee, and books that add up", async () => {
    const { checkout, creator } = await buyPlan(app);
    const intent = await app.services.payments.getIntent(checkout.paymentIntentId ?? "");
    expect(intent.payee).toBeNull();
    await membershipOfCreator(app, creator.id);
    const { provider } = app.services.payments;
    expect(await auditBooks(app.services.pool, { provider })).toEqual([]);
  });
});

test("where there are no plans, none is bought and no page tells of one", async () => {
  const creator = await makeCreator(withoutPlans, { trialEndsAt: new Date(0) });
  const productId = await planProduct(withoutPlans, "PRO");
  expect((await withoutPlans.as(creator).call(getMyPlan)).status).toBe(404);
  expect((await begin(withoutPlans.as(creator), productId)).status).toBe(404);
});
