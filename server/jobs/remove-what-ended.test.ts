import { beforeAll, expect, test } from "vitest";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { removeWhatEnded } from "./remove-what-ended.ts";

const app = await testApp();
const { pool } = app.services;
const run = () => removeWhatEnded.handle(app.services, {});
const countOf = async (table: string, where: string, ...values: unknown[]) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values)).rows[0]
    ?.n;

let sale: Awaited<ReturnType<typeof buyOrder>>;
beforeAll(async () => {
  sale = await buyOrder(app);
});

/** One row, whose end is `$1`; the other values are an order's and its buyer's. */
const rows: Record<string, { insert: string; keptDays: number }> = {
  checkout_drafts: {
    insert: `insert into checkout_drafts (token_hash, product_id, expires_at)
             select $1::text, product_id, $1::timestamptz from orders where id = $2::uuid`,
    keptDays: 0,
  },
  rate_limits: {
    insert:
      "insert into rate_limits (key, points, expire) select $1::text, 1, extract(epoch from $1::timestamptz) * 1000 where $2 <> ''",
    keptDays: 0,
  },
  verification_tokens: {
    insert: `insert into verification_tokens (email, token, salt, browser_hash, expires_at)
             select 'a@example.com', $1::text, 'salt', $1::text, $1::timestamptz where $2 <> ''`,
    keptDays: 1,
  },
  sessions: {
    insert: `insert into sessions (sid, sess, expire, user_id)
             select $1::text, '{}', $1::timestamptz, owner_id from orders where id = $2::uuid`,
    keptDays: 0,
  },
  buyer_sessions: {
    insert: `insert into buyer_sessions (token_hash, kind, customer_id, expires_at)
             select $1::text, 'COOKIE', customer_id, $1::timestamptz from orders where id = $2::uuid`,
    keptDays: 0,
  },
  order_browsers: {
    insert: `insert into order_browsers (order_id, browser_hash, granted_at)
             select id, $1::text, $1::timestamptz from orders where id = $2::uuid`,
    keptDays: 31,
  },
  download_grants: {
    insert: `with right_to as (
               insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, expires_at)
               select o.id, i.id, o.owner_id, i.product_id, o.customer_id, $1::timestamptz
                 from orders o join order_items i on i.order_id = o.id where o.id = $2::uuid
               on conflict (order_item_id) do update set is_active = true returning id)
             insert into download_grants (download_id, token_hash, sealed_token, start_by, expires_at)
             select id, $1::text, 'sealed', $1::timestamptz, $1::timestamptz from right_to`,
    keptDays: 1,
  },
};

test.each(Object.entries(rows))(
  "%s keeps what may still be asked for, and loses what is past its time",
  async (table, { insert, keptDays }) => {
    const before = (await countOf(table, "true")) ?? 0;
    const end = app.clock.now().getTime() - keptDays * 86_400_000;
    for (const moment of [end - 3_600_000, end - 1_000, end + 60_000])
      await pool.query(insert, [new Date(moment).toISOString(), sale.id]);
    await run();
    expect(await countOf(table, "true")).toBe(before + 1);
    await run();
    expect(await countOf(table, "true")).toBe(before + 1);
  },
);

test("more than a batch goes in one run, and a run that is told to stop has kept what it did", async () => {
  await pool.query(
    "insert into rate_limits (key, points, expire) select 'many ' || n, 1, 1 from generate_series(1, 2500) n",
  );
  await expect(
    removeWhatEnded.handle(app.services, {}, AbortSignal.abort(new Error("the worker stops"))),
  ).rejects.toThrow("the worker stops");
  expect(await countOf("rate_limits", "key like 'many %'")).toBe(1_500);
  await run();
  expect(await countOf("rate_limits", "key like 'many %'")).toBe(0);
});
