import { expect, test } from "vitest";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { auditBooks } from "./audit.ts";

const app = await testApp();
const { pool } = app.services;

/** Orders whose rows lie on several pages, in books that are wrong in many ways. */
async function makeWrongBooks(): Promise<void> {
  const { id: ownerId } = await makeCreator(app);
  const product = await makeProduct(app, { ownerId });
  const { customerId } = await makeOrder(app, { items: [{ product }] });
  await pool.query(
    `with sold as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, payment_intent_id)
       select $1, $2, $3, 1000 + n % 3, 'PAID', now(), 'pi_sbx_wrong_' || n from generate_series(1, 400) n returning *),
     payment as (
       insert into order_payments (order_id, payment_intent_id, amount_cents, status)
       select id, payment_intent_id, 1000, 'SUCCEEDED' from sold returning id, order_id)
     insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents, refunded_cents, order_payment_id)
     select sold.id, $1, $3, 1000, 1000, case total_cents when 1002 then 7 else 0 end, payment.id
       from sold join payment on payment.order_id = sold.id`,
    [ownerId, customerId, product.id],
  );
  await pool.query(
    `update payment_shares s set kind = 'OWED', owed_cents = 999, reached_cents = 0 from order_payments p
      where p.id = s.order_payment_id and p.payment_intent_id like 'pi_sbx_wrong%' and s.owner_id = $1`,
    [ownerId],
  );
  await pool.query("delete from creator_customers where owner_id = $1", [ownerId]);
  await pool.query(
    `with buyer as (insert into customers (email) select 'nothing-' || n || '@example.com' from generate_series(1, 300) n returning id)
     insert into creator_customers (owner_id, customer_id, order_count, spent_cents, name, sort_name, words, first_order_at, last_order_at)
     select $1, id, 1, 1000, '', '', '', now(), now() from buyer`,
    [ownerId],
  );
  const course = await makeProduct(app, { ownerId, type: "COURSE" });
  for (let more = 0; more < 3; more++) await makeOrder(app, { items: [{ product: course }] });
  await pool.query(
    `with gone as (delete from course_students where owner_id = $1 returning customer_id)
     insert into course_students (owner_id, customer_id, since)
     select $1, id, now() from customers where email like 'nothing-1_@example.com'`,
    [ownerId],
  );
  for (let more = 0; more < 6; more++) {
    const { id } = await makeProduct(app, { ownerId });
    await pool.query("insert into tallies (subject_id, part, count) values ($1, 0, 3)", [id]);
  }
}

test("the audit finds the same in ranges as in one piece, and says how far it is", async () => {
  await makeWrongBooks();
  const whole = await auditBooks(pool, { provider: "sandbox", pagesAtOnce: 1_000_000 });
  const parts: number[] = [];
  const inRanges = await auditBooks(pool, {
    provider: "sandbox",
    pagesAtOnce: 1,
    onProgress: ({ checked, rules, part }) => parts.push((checked + part) / rules),
  });
  const counts = (findings: typeof whole) =>
    Object.fromEntries(findings.map(({ name, count }) => [name, count]));
  expect(counts(inRanges)).toEqual(counts(whole));
  expect(counts(whole)).toMatchObject({
    "order-has-payment": 400,
    "lines-make-the-total": 267,
    "payments-make-the-total": 267,
    "refunds-add-up": 133,
    "access-follows-payment": 400,
    "shares-add-up": 400,
    // 300 of whom nothing was bought, and 401 orders of a buyer who is not kept.
    "kept-customers": 701,
    // Ten who have no course, and three who have one and are not kept.
    "kept-students": 13,
    "kept-product-orders": 6,
  });
  for (const { examples } of inRanges) expect(examples).toHaveLength(5);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(parts.length).toBeGreaterThan(60);
});

test("an audit ends where it is told to, and leaves its connection fit for use", async () => {
  const stopping = AbortSignal.abort(new Error("the worker stops"));
  await expect(auditBooks(pool, { provider: "sandbox", stopping })).rejects.toThrow("the worker stops");
  const { rows } = await pool.query("show transaction_isolation");
  expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
});
