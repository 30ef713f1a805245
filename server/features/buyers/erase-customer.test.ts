import { expect, test } from "vitest";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { deletePayer } from "#server/payments/delete-payer.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { deliverWebhooks, goodCard, openCheckout, pressPay, pay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { provenBrowser } from "#tests/support/member.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

let provider: "up" | "silent" | "dies after it" = "up";
const app = await testApp({}, { between: withProvider });
const { pool } = app.services;

/** The payment provider, which may not answer when asked to forget somebody, or do it and not say so. */
function withProvider(services: Services): Services {
  const { payments } = services;
  return {
    ...services,
    payments: {
      ...payments,
      async deletePayer(paymentIntentId) {
        if (provider !== "silent") await payments.deletePayer(paymentIntentId);
        if (provider !== "up") throw new GatewayError("unavailable", "no answer", true);
      },
    },
  };
}

const erase = async (email: string) => {
  const { status, text } = await (await provenBrowser(app, email)).call(eraseMember, { body: { email } });
  expect(status, text).toBe(200);
};
const queued = async (name: string) =>
  (
    await pool.query<{ data: Record<string, unknown>; start_after: Date | null }>(
      "select data, start_after from job_outbox where name = $1 order by id",
      [name],
    )
  ).rows;
const tablesAbout = async (email: string) => new Set(await keptAbout(pool, email));
/** The reconciler looks at every open checkout, and the jobs that are due run. */
const pass = async (time: { minutes?: number; days?: number }) => {
  app.clock.advance(time);
  await app.reconcile();
  await app.runJobs();
};
const openTables = new Set(["public.checkout_sessions", "public.cart_versions", "sandbox.payment_intents"]);

test("the provider is told of every payment, in the transaction that removes the buyer, and until it has answered", async () => {
  const { email, paymentIntentId } = await buyOrder(app);
  await joinMembership(app, { email });
  await erase(email);
  const jobs = await queued(deletePayer.name);
  expect(jobs).toHaveLength(2);
  expect(jobs).toContainEqual({ data: { paymentIntentId }, start_after: null });
  expect(await tablesAbout(email)).toEqual(new Set(["sandbox.payment_intents", "sandbox.subscriptions"]));

  // What a job that fails leaves behind is what the next try begins with.
  for (const state of ["silent", "dies after it"] as const) {
    provider = state;
    await expect(app.runJobs()).rejects.toMatchObject({ code: "unavailable" });
    provider = "up";
    for (const { data } of jobs)
      await pool.query("insert into job_outbox (name, data) values ($1, $2)", [deletePayer.name, data]);
  }
  await app.runJobs();
  expect(await tablesAbout(email)).toEqual(new Set());
  await app.runJobs();
});

test("what a request in flight still wrote about its buyer is removed an hour later", async () => {
  const { email } = await buyOrder(app);
  const { rows } = await pool.query<{ id: string }>("select id from customers where email = $1", [email]);
  await erase(email);
  await pool.query("update orders set customer_name = 'Late' where customer_id = $1", [rows[0]?.id]);
  await pass({ minutes: 59 });
  const named = () => pool.query("select from orders where customer_name = 'Late'");
  expect((await named()).rowCount).toBe(1);
  await pass({ minutes: 2 });
  expect((await named()).rowCount).toBe(0);
});

test("a checkout that was open then is forgotten once nothing can come of it, its coupon's use and its payment too", async () => {
  const { email } = await buyOrder(app);
  const product = await makeProduct(app);
  const { code } = await makeCoupon(app, { ownerId: product.ownerId, usageLimit: 5 });
  const browser = app.browser();
  await pressPay(browser, await openCheckout(browser, product.id, email, { couponCode: code }));
  await erase(email);
  await app.runJobs();
  expect(await tablesAbout(email)).toEqual(new Set([...openTables, "public.coupon_redemptions"]));
  await pass({ days: 1, minutes: 5 });
  await pass({ minutes: 61 });
  expect(await tablesAbout(email)).toEqual(new Set());
  expect(await queued("erase-checkouts")).toEqual([]);
});

test("one that is still open a day later is looked at again", async () => {
  const { email } = await buyOrder(app);
  const checkout = await openCheckout(app.browser(), (await makeProduct(app)).id, email);
  await erase(email);
  // Such as a bank's transfer that takes its time.
  await pool.query("update checkout_sessions set expires_at = $2 where session_id = $1", [
    checkout.checkoutSessionId,
    new Date(app.clock.now().getTime() + 3 * 86_400_000),
  ]);
  await pass({ days: 1, minutes: 5 });
  expect(await tablesAbout(email)).toEqual(openTables);
  expect(await queued("erase-checkouts")).toEqual([
    {
      data: expect.objectContaining({ checkoutIds: [checkout.checkoutSessionId] }),
      start_after: expect.any(Date),
    },
  ]);
  await pass({ days: 2 });
  await pass({ minutes: 61 });
  expect(await tablesAbout(email)).toEqual(new Set());
});

test("what is bought with one that was open then is a new customer's, and stays", async () => {
  const { email } = await buyOrder(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, (await makeProduct(app)).id, email);
  await erase(email);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const before = await tablesAbout(email);
  await pass({ days: 1, minutes: 5 });
  expect(await tablesAbout(email)).toEqual(before);
  expect(before).toContain("public.customers");
});

test("an attempt that failed before is no reason to write its buyer down again", async () => {
  const { email } = await buyOrder(app);
  const browser = app.browser();
  const checkout = await openCheckout(browser, (await makeProduct(app)).id, email);
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  await deliverWebhooks(app);
  await erase(email);
  await pass({ minutes: 10 });
  expect(await tablesAbout(email)).toEqual(openTables);
  await pass({ days: 1 });
  await pass({ minutes: 61 });
  expect(await tablesAbout(email)).toEqual(new Set());
});

test("an address that was typed before another is forgotten, and the purchase of the other is not", async () => {
  const { email } = await buyOrder(app);
  const product = await makeProduct(app);
  const browser = app.browser();
  await openCheckout(browser, product.id, email);
  const buyer = `friend-of-${email.replace("@", "@friends.")}`;
  const checkout = await openCheckout(browser, product.id, buyer);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  await erase(email);
  expect(await queued(deletePayer.name)).not.toContainEqual(
    expect.objectContaining({ data: { paymentIntentId: checkout.paymentIntentId } }),
  );
  await app.runJobs();
  expect(await tablesAbout(email)).toEqual(new Set());
  expect(await tablesAbout(buyer)).toContain("public.customers");
});
