import { beforeAll, expect, test } from "vitest";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { removeOldCheckouts } from "./remove-old-checkouts.ts";

const app = await testApp();
const { pool } = app.services;
const run = () => removeOldCheckouts(app.services);
const countOf = async (table: string, where: string, ...values: unknown[]) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values)).rows[0]
    ?.n;

let sale: Awaited<ReturnType<typeof buyOrder>>;
beforeAll(async () => {
  sale = await buyOrder(app);
});

/** A checkout that expired so many days ago, with a cart, and what it had held and given back. */
async function expiredCheckout(days: number): Promise<string> {
  const { rows: made } = await pool.query<{ id: string }>(
    `with session as (
       insert into checkout_sessions (owner_id, product_id, browser_hash, email, status, expires_at)
       values ($1, $2, gen_random_uuid(), 'left@example.com', 'EXPIRED', $3::timestamptz - $4 * interval '1 day') returning session_id),
     cart as (
       insert into cart_versions (checkout_session_id, version, email, lines, total_cents)
       select session_id, 1, 'left@example.com', '[]', 1900 from session),
     stock as (
       insert into stock_holds (checkout_session_id, product_id, quantity, state, expires_at)
       select session_id, $2, 1, 'RELEASED', $3 from session),
     coupon as (
       insert into coupons (owner_id, code, discount_type, discount_value) values ($1, upper(gen_random_uuid()::text), 'FIXED', 100) returning id),
     uses as (
       insert into coupon_redemptions (coupon_id, checkout_session_id, email_normalized, state, expires_at)
       select coupon.id, session_id, 'left@example.com', 'RELEASED', $3 from session, coupon)
     select session_id as id from session`,
    [sale.creator.id, sale.main.id, app.clock.now(), days],
  );
  return made[0]?.id ?? "";
}

const isThere = async (session: string) =>
  (await countOf("checkout_sessions", "session_id = $1", session)) === 1;

test("a checkout that came to nothing goes 90 days after its end, with its cart and what it had held", async () => {
  const [recent, old] = [await expiredCheckout(89), await expiredCheckout(91)];
  await run();
  expect([await isThere(recent), await isThere(old)]).toEqual([true, false]);
  for (const table of ["cart_versions", "stock_holds", "coupon_redemptions"])
    expect([table, await countOf(table, "checkout_session_id = $1", old)]).toEqual([table, 0]);
  expect(await countOf("cart_versions", "checkout_session_id = $1", recent)).toBe(1);
});

test("a checkout stays that was paid, is open, or that an order or a hold needs", async () => {
  const { rows: paid } = await pool.query<{ id: string }>(
    "update checkout_sessions set expires_at = now() - interval '1 year' where completed_order_id = $1 returning session_id as id",
    [sale.id],
  );
  const open = await expiredCheckout(200);
  await pool.query("update checkout_sessions set status = 'ACTIVE' where session_id = $1", [open]);
  const named: Record<string, string> = {
    "a failed order": `insert into orders (owner_id, customer_id, product_id, total_cents, status, checkout_session_id)
      select owner_id, customer_id, product_id, 1900, 'FAILED', $2 from orders where id = $1`,
    "a payment in question": `insert into quarantined_payments (owner_id, checkout_session_id, payment_intent_id, received_cents, reason)
      select owner_id, $2, 'pi_question', 1900, 'AMOUNT' from orders where id = $1`,
    "a membership": `insert into subscriptions (customer_id, owner_id, product_id, provider_subscription_id, status, price_cents, billing_interval, checkout_session_id)
      select customer_id, owner_id, product_id, 'sub_kept', 'incomplete_expired', 900, 'MONTH', $2 from orders where id = $1`,
    "stock that is held":
      "update stock_holds set state = 'HELD' where checkout_session_id = $2 and $1::uuid is not null",
    "a coupon's use":
      "update coupon_redemptions set state = 'USED' where checkout_session_id = $2 and $1::uuid is not null",
  };
  const kept: [string, string][] = [
    ["paid", paid[0]?.id ?? ""],
    ["open", open],
  ];
  for (const [why, statement] of Object.entries(named)) {
    const session = await expiredCheckout(200);
    await pool.query(statement, [sale.id, session]);
    kept.push([why, session]);
  }
  await run();
  const missing: string[] = [];
  for (const [why, session] of kept) if (!(await isThere(session))) missing.push(why);
  expect(missing).toEqual([]);
});

test("what goes changes no figure of a bump, and leaves the books right", async () => {
  const creator = await makeCreator(app);
  const main = await makeProduct(app, { ownerId: creator.id });
  const extra = await makeProduct(app, { ownerId: creator.id });
  const bump = await makeBump(app, main, { bumpProductId: extra.id });
  const session = await expiredCheckout(0);
  await pool.query(
    "update checkout_sessions set order_bumps_offered = array[$2::uuid] where session_id = $1",
    [session, bump.id],
  );
  const shown = () =>
    pool.query<{ n: string }>("select sum(count) as n from tallies where subject_id = $1", [bump.id]);
  const before = (await shown()).rows;
  await pool.query(
    "update checkout_sessions set expires_at = now() - interval '1 year' where session_id = $1",
    [session],
  );
  await run();
  expect(await isThere(session)).toBe(false);
  expect((await shown()).rows).toEqual(before);
  const fresh = await auditNow(app);
  expect(fresh.filter(({ name }) => name === "kept-customers" || name === "kept-product-orders")).toEqual([]);
});

test("a thousand checkouts that stay do not hold up those behind them", async () => {
  await pool.query(
    `insert into checkout_sessions (session_id, owner_id, product_id, browser_hash, email, status, expires_at)
     select gen_random_uuid(), $1, $2, 'kept ' || n, 'kept@example.com', 'EXPIRED', now() - interval '2 years' from generate_series(1, 1200) n`,
    [sale.creator.id, sale.main.id],
  );
  await pool.query(
    `insert into quarantined_payments (owner_id, checkout_session_id, payment_intent_id, received_cents, reason)
     select owner_id, session_id, 'pi_' || browser_hash, 1, 'AMOUNT' from checkout_sessions where browser_hash like 'kept %'`,
  );
  const behind = await expiredCheckout(100);
  await run();
  expect(await isThere(behind)).toBe(false);
  expect(await countOf("checkout_sessions", "browser_hash like 'kept %'")).toBe(1_200);
});
