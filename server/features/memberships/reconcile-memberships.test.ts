import { expect, test, vi } from "vitest";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { takeEvents } from "#tests/support/buy.ts";
import { joinMembership, membershipOf } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { reconcileMemberships } from "./reconcile-memberships.ts";

const app = await testApp();
const { pool, payments } = app.services;
const { subscriptions } = payments;

/** Time goes by at the provider, and the shop hears nothing of it. */
async function passUnheard(time: { days: number; hours?: number }) {
  app.clock.advance(time);
  await billWhatIsDue(app.services);
  await takeEvents(app);
}

test("renewals whose news was lost are orders, also where another one has come since", async () => {
  const { product, id } = await joinMembership(app);
  for (let month = 0; month < 3; month++) await passUnheard({ days: 31 });
  await passUnheard({ days: 0, hours: 2 });
  await reconcileMemberships(app.services);
  const bills = await pool.query(
    `select i.status, i.order_id is not null as "isOrder", i.period_start = lag(i.period_end, 1, i.period_start) over (order by i.period_start) as "follows"
       from subscription_invoices i where i.subscription_id = $1`,
    [id],
  );
  const paid = { status: "PAID", isOrder: true, follows: true };
  expect(bills.rows).toEqual([paid, paid, paid, paid]);
  const orders = await pool.query("select count(*)::int as n from orders where product_id = $1", [
    product.id,
  ]);
  expect(orders.rows).toEqual([{ n: 4 }]);
  expect(await auditNow(app)).toEqual([]);
});

test("a membership that ended at the provider while it rested is found to have ended", async () => {
  const { product, providerSubscriptionId, currentPeriodEnd } = await joinMembership(app);
  const until = new Date(currentPeriodEnd.getTime() + 30 * 86_400_000);
  await subscriptions.pauseSubscription(providerSubscriptionId, until, "rest");
  await pool.query("update subscriptions set status = 'paused', paused_until = $2 where product_id = $1", [
    product.id,
    until,
  ]);
  await subscriptions.cancelSubscription(providerSubscriptionId, "NOW", "end");
  await passUnheard({ days: 62 });
  await reconcileMemberships(app.services);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled", pausedUntil: null });
});

test("one that the provider says runs in a period whose bill nobody owes is closed, and charged only when its member goes on", async () => {
  const { id, product } = await joinMembership(app);
  const real = subscriptions.getSubscription;
  vi.spyOn(subscriptions, "getSubscription").mockImplementation(async (providerId) => {
    const found = await real(providerId);
    const { latestInvoice } = found;
    return { ...found, latestInvoice: latestInvoice && { ...latestInvoice, id: "in_void", status: "void" } };
  });
  const resume = vi.spyOn(subscriptions, "resumeSubscription");
  await passUnheard({ days: 31, hours: 2 });
  await reconcileMemberships(app.services);
  expect(await membershipOf(app, product.id)).toMatchObject({ id, status: "paused", pausedUntil: null });
  expect(resume).not.toHaveBeenCalled();
});

test("those whose provider fails are tried once an hour each, and keep the others waiting no longer", async () => {
  const heard = await joinMembership(app);
  // As old as the one above, and unknown to the provider; asked about before it, because they were asked about longer ago.
  await pool.query(
    `insert into subscriptions (customer_id, owner_id, product_id, order_id, provider_subscription_id, status, price_cents,
                                billing_interval, current_period_end, created_at, updated_at)
     select customer_id, owner_id, product_id, order_id, 'sub_failing_' || n, status, price_cents, billing_interval,
            current_period_end, created_at, updated_at - interval '1 day'
       from subscriptions, generate_series(1, 250) as n where id = $1`,
    [heard.id],
  );
  await passUnheard({ days: 31, hours: 2 });
  const real = subscriptions.getSubscription;
  const asked: string[] = [];
  vi.spyOn(subscriptions, "getSubscription").mockImplementation((id) => {
    asked.push(id);
    return id.startsWith("sub_failing_")
      ? Promise.reject(new GatewayError("unavailable", "The provider fails", true))
      : real(id);
  });
  const tries: number[] = [];
  for (const minutes of [0, 1, 1, 57, 2]) {
    app.clock.advance({ minutes });
    asked.length = 0;
    await reconcileMemberships(app.services);
    tries.push(asked.filter((id) => id.startsWith("sub_failing_")).length);
  }
  expect(tries).toEqual([200, 50, 0, 0, 200]);
  const { rows } = await pool.query("select 1 from subscription_invoices where subscription_id = $1", [
    heard.id,
  ]);
  expect(rows).toHaveLength(2);
});
