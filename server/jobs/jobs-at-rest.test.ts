import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { rollUpSales } from "#server/features/analytics/roll-up-sales.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { type SentStatement, statementsOf } from "#tests/support/statements-of.ts";
import { testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";
import { startWholeWorker } from "#tests/support/whole-worker.ts";
import { allJobs } from "./all-jobs.ts";
import { selectDueJobs } from "./minute-look.ts";

const app = await testApp();
const { pool, clock, payments } = app.services;
const rows = 20_000;

/**
 * A creator who has sold much and has no account to be paid to, one who has been paid all, and what lies about when nothing
 * is to be done: open checkouts, memberships in their period, conversations without a name, messages of unknown end.
 */
beforeAll(async () => {
  const { id: ownerId } = await makeCreator(app);
  const product = await makeProduct(app, { ownerId });
  const paid = await makeCreator(app);
  const other = await makeProduct(app, { ownerId: paid.id });
  await inTransaction(pool, async (client) => {
    await client.query("set local statement_timeout = 0");
    for (const fill of fills) await client.query(fill, [ownerId, product.id, rows]);
    await client.query(sales, [paid.id, other.id, rows]);
    await client.query(
      "update payment_shares set kind = 'OWED', owed_cents = 0, reached_cents = 1000 where owner_id = $1",
      [paid.id],
    );
    await client.query(
      "insert into payout_accounts (owner_id, provider, account_id, transfers_active) values ($1, 'sandbox', 'acct_1', true)",
      [paid.id],
    );
  });
  await rollUpSales(app.services);
  await vacuumAnalyze(pool);
}, 120_000);

const sales = `with owner as (select $1::uuid as id, $2::uuid as product_id),
   buyer as (insert into customers (email) select 'buyer-' || gen_random_uuid() || '@example.com' from generate_series(1, 100) n returning id),
   sold as (
     insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, payment_intent_id)
     select owner.id, buyer.id, product_id, 1000, 'PAID', now(), 'pi_' || gen_random_uuid()
       from owner, buyer, generate_series(1, $3::int / 100) returning *)
   insert into order_payments (order_id, payment_intent_id, amount_cents, status) select id, payment_intent_id, 1000, 'SUCCEEDED' from sold`;

const fills = [
  sales,
  "update payment_shares set kind = 'OWED', owed_cents = 1000, reached_cents = 0 where owner_id = $1 and $2::uuid is not null and $3 > 0",
  `insert into checkout_sessions (owner_id, product_id, browser_hash, email, payment_intent_id, expires_at, next_check_at)
   select $1, $2, 'browser ' || n, 'someone@example.com', case when n % 2 = 0 then 'pi_open_' || n end, now() + interval '1 day',
          now() + interval '1 hour' from generate_series(1, $3::int) n`,
  `with buyers as (select array_agg(id) as ids from customers)
   insert into subscriptions (customer_id, owner_id, product_id, provider_subscription_id, status, price_cents, billing_interval,
                              current_period_end, updated_at)
   select ids[1 + n % cardinality(ids)], $1, $2, 'sub_' || n, 'active', 900, 'MONTH', now() + interval '10 days', now() - interval '10 days'
     from buyers, generate_series(1, $3::int) n`,
  `with account as (
     insert into social_accounts (user_id, platform, connection, platform_user_id, username, verified)
     select $1, 'INSTAGRAM', 'DEMO', 'me', 'me', true where $2::uuid is not null returning id, user_id),
   named as (
     insert into dm_conversations (user_id, social_account_id, platform_conversation_id, participant_id, profile_asked_at, last_inbound_at)
     select user_id, id, 'thread ' || n, 'person ' || n, now(), now() from account, generate_series(1, $3::int) n)
   insert into social_sends (user_id, social_account_id, platform, purpose, recipient_id, text, state, due_at, claimed_at)
   select user_id, id, 'INSTAGRAM', 'BY_HAND', 'person ' || n, 'Hello', case when n % 2 = 0 then 'UNKNOWN' else 'SENT' end,
          now() - interval '20 days', now() - interval '20 days' from account, generate_series(1, $3::int) n`,
  `insert into mail_outbox (event, recipient, template, data, state)
   select 'news ' || n, 'someone@example.com', 'receipt', '{}', 'SENT' from generate_series(1, $3::int) n where $1 <> $2::uuid`,
  `insert into webhook_events (provider, event_id, type, payload, handled_at)
   select 'sandbox', 'evt_' || n, 'payment_intent.succeeded', '{}', now() from generate_series(1, $3::int) n where $1 <> $2::uuid`,
  `insert into sandbox.payment_intents (id, client_secret, amount, amount_received, currency, status)
   select 'pi_mine_' || n, 's', 1000, 1000, 'usd', 'succeeded' from generate_series(1, $3::int) n where $1 <> $2::uuid`,
];

type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } };

/** How many blocks a statement reads, of 8 kB each. */
async function blocksOf({ text, values }: SentStatement): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: plans } = await client.query<{ "QUERY PLAN": [Plan] }>(
      `explain (analyze, buffers, format json) ${text}`,
      Array.isArray(values) ? values : [],
    );
    await client.query("rollback");
    const plan = plans[0]?.["QUERY PLAN"][0].Plan;
    return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  });
}

const often = allJobs.filter(({ schedule, due }) => due !== undefined || schedule?.startsWith("*"));

test.each(often.map((job) => [job.name, job] as const))(
  "%s reads little while there is nothing to do, however much there is",
  async (_, job) => {
    const run = () => job.handle(app.services, {});
    await run();
    const statements = (await statementsOf(run)).filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)/i.test(text),
    );
    for (const statement of statements) expect(await blocksOf(statement), statement.text).toBeLessThan(60);
  },
);

test("looking for what is due reads little, however much is done and however much is not due yet", async () => {
  const running = await startWholeWorker(app.services);
  await running.stop();
  await pool.query(
    `insert into pgboss.job (name, data, state, completed_on, start_after)
     select $1, '{}', case when n % 2 = 0 then 'completed'::pgboss.job_state else 'created' end, now(), now() + interval '1 day'
       from generate_series(1, $2::int) n`,
    ["send-mail", rows],
  );
  await vacuumAnalyze(pool, "pgboss.job");
  const statements = await statementsOf(async () => {
    const again = await startWholeWorker(app.services);
    await sleep(2_500);
    await again.stop();
  });
  const look = statements.find(({ text }) => text.includes("array(select asked.name"));
  if (!look) throw new Error("nobody looked");
  for (const part of ["pgboss.job", "job_outbox", "sandbox.events", "sandbox.refunds", "social_sends"])
    expect(look.text).toContain(part);
  expect(await blocksOf(look)).toBeLessThan(100);
});

test("looking each minute which jobs have anything to do reads little, and finds none once each has run, not that of a day with sales either", async () => {
  const asked = allJobs.flatMap(({ name, due }) => (due ? [{ name, due }] : []));
  for (const { handle } of allJobs.filter(({ due }) => due)) await handle(app.services, {});
  const found: string[][] = [];
  const [look] = await statementsOf(async () => {
    const due = await selectDueJobs(pool, asked, clock.now(), payments.provider);
    found.push(due.map(({ name }) => name));
  });
  // What was sold today is marked until the day is over.
  const { rows: marks } = await pool.query("select from sales_marks");
  expect(marks).not.toEqual([]);
  expect(found).toEqual([[]]);
  if (!look) throw new Error("nobody looked");
  expect(await blocksOf(look)).toBeLessThan(200);
});

/** Minutes of each hour at which a job runs; of a day's none. */
function minutesOf(schedule: string): number[] {
  const [minutes = "", hours] = schedule.split(" ");
  if (hours !== "*") return [];
  const [range = "", step] = minutes.split("/");
  if (step === undefined)
    return minutes === "*" ? Array.from({ length: 60 }, (_, n) => n) : minutes.split(",").map(Number);
  const first = range === "*" ? 0 : Number.parseInt(range, 10);
  return Array.from({ length: 60 }, (_, n) => n).filter(
    (n) => n >= first && (n - first) % Number(step) === 0,
  );
}

test("in no minute of an hour more than two jobs run by themselves", () => {
  const minutes = allJobs.flatMap(({ schedule }) => (schedule ? minutesOf(schedule) : []));
  expect(minutes.length).toBeGreaterThan(60);
  const most = Map.groupBy(minutes, (minute) => minute);
  expect([...most].filter(([, runs]) => runs.length > 2).map(([minute]) => minute)).toEqual([]);
});
