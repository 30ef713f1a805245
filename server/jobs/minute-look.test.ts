import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, expect, test, vi } from "vitest";
import { z } from "zod";
import { testApp } from "#tests/support/test-app.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { allJobs } from "./all-jobs.ts";
import { defineJob } from "./job.ts";
import { selectDueJobs } from "./minute-look.ts";
import { startQueue } from "./queue.ts";

const app = await testApp();
const { services } = app;

/** A job that has something to do or not, and notes its runs. */
function lookedFor(due: string) {
  const runs: number[] = [];
  const job = defineJob({
    name: `looked-for-${randomUUID()}`,
    schedule: "18,48 * * * *",
    due,
    data: z.object({}),
    handle: async () => void runs.push(performance.now()),
  });
  return { job, runs };
}

test("of two workers that look, one job runs for what is due, and none for what is not", async () => {
  const [busy, idle] = [lookedFor("$1::timestamptz is not null"), lookedFor("false")];
  for (const queue of [
    await startQueue(services, [busy.job, idle.job]),
    await startQueue(services, [busy.job, idle.job]),
  ])
    onTestFinished(() => queue.stop());
  await vi.waitFor(() => expect(busy.runs).not.toEqual([]), 5_000);
  await sleep(1_500);
  // Two where their looks fall on two sides of half a minute: then the second finds what the first left.
  expect(busy.runs.length).toBeLessThanOrEqual(2);
  expect(idle.runs).toEqual([]);
});

const socialAccount = `
  insert into social_accounts (user_id, platform, connection, platform_user_id, username, verified)
  values ($1, 'INSTAGRAM', 'DEMO', 'me', 'me', true) returning id`;

const socialSend = (purpose: string, state: string) => `
  with account as (${socialAccount})
  insert into social_sends (user_id, social_account_id, platform, purpose, recipient_id, text, state, due_at, claimed_at)
  select $1, id, 'INSTAGRAM', '${purpose}', 'p', 'Hello', '${state}', now(), now() from account`;

const subscription = (columns: string, values: string) => `
  insert into subscriptions (owner_id, product_id, customer_id, provider_subscription_id, price_cents, billing_interval, status,
                             ${columns})
  values ($1, $2, gen_random_uuid(), 'sub_due', 900, 'MONTH', 'active', ${values})`;

const booking = (columns: string, values: string, startsAt: string) => `
  insert into bookings (owner_id, product_id, order_item_id, state, zone, wall_time, starts_at, ends_at, blocked_from, blocked_until,
                        ${columns})
  select $1, $2, gen_random_uuid(), 'BOOKED', 'UTC', '2026-03-09T16:30', starts_at, starts_at + interval '1 hour', starts_at,
         starts_at + interval '1 hour', ${values}
    from (select ${startsAt} as starts_at) as time`;

const sandboxSubscription = (nextStepAt: string) => `
  insert into sandbox.subscriptions (id, title, price, currency, interval, receipt_email, metadata, anchor, current_period_end,
                                     idempotency_key, next_step_at)
  values ('sub_due', 'Club', 900, 'usd', 'month', 'a@example.com', '{}', now(), now(), 'k', ${nextStepAt})`;

/** Of an owner (`$1`) and a product of theirs (`$2`): what has a job to be done now, and what an hour later at the latest. */
const works: readonly [job: string, work: string][] = [
  [
    "sweep-mail",
    "insert into mail_outbox (event, recipient, template, data) values ('lost', 'a@example.com', 'receipt', '{}')",
  ],
  [
    "release-waiting-mail",
    "insert into mail_outbox (event, recipient, template, data, state, owner_id, due_at) values ('waits', 'a@example.com', 'receipt', '{}', 'WAITING', $1, now())",
  ],
  [
    "release-waiting-mail",
    "insert into mail_outbox (event, recipient, template, data, state, owner_id, due_at) values ('waits', 'a@example.com', 'file-update', '{}', 'WAITING', $1, now())",
  ],
  [
    "requeue-mail-reports",
    "insert into webhook_events (provider, event_id, type, payload) values ('mail-ses', 'e', 'BOUNCE', '{}')",
  ],
  [
    "requeue-payment-events",
    "insert into webhook_events (provider, event_id, type, payload) values ('sandbox', 'e', 'x', '{}')",
  ],
  [
    "send-promotions",
    `insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at)
     values ($1, 'e', 'mailing', 'a@example.com', 'a@example.com', '{}', now(), now())`,
  ],
  [
    "send-promotions",
    `insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at, state, claimed_at)
     values ($1, 'e', 'mailing', 'a@example.com', 'a@example.com', '{}', now(), now(), 'CLAIMED', now())`,
  ],
  [
    "record-left-carts",
    `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, expires_at)
     values ($1, $2, 'a@example.com', 900, 'usd', now(), now() + interval '30 days')`,
  ],
  [
    "record-left-carts",
    `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, abandoned_at, expires_at)
     values ($1, $2, 'a@example.com', 900, 'usd', now(), now(), now())`,
  ],
  [
    "queue-cart-mails",
    `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, abandoned_at, expires_at, next_mail_at)
     values ($1, $2, 'a@example.com', 900, 'usd', now(), now(), now() + interval '30 days', now())`,
  ],
  [
    "tell-creators",
    "insert into notifications (owner_id, kind, event, facts, in_app, wants_mail) values ($1, 'SALE', 'e', '{}', true, true)",
  ],
  [
    "tell-creators",
    "insert into notifications (owner_id, kind, event, facts, in_app, wants_push) values ($1, 'SALE', 'e', '{}', true, true)",
  ],
  [
    "queue-due-event-changes",
    `insert into event_changes (owner_id, product_id, starts_at, ends_at, zone, was_cancelled, due_at)
     values ($1, $2, now(), now(), 'UTC', false, now())`,
  ],
  [
    "remind-of-events",
    `update products set type = 'EVENT', event_starts_at = now() + interval '5 hours', event_ends_at = now() + interval '6 hours',
            event_zone = 'UTC' where owner_id = $1 and id = $2`,
  ],
  [
    "reconcile-payments",
    `insert into checkout_sessions (owner_id, product_id, browser_hash, email, payment_intent_id, expires_at, next_check_at)
     values ($1, $2, 'b', 'a@example.com', 'pi_due', now() + interval '1 day', now())`,
  ],
  [
    "reconcile-payments",
    `insert into checkout_sessions (owner_id, product_id, browser_hash, email, expires_at, next_check_at)
     values ($1, $2, 'b', 'a@example.com', now(), now() + interval '1 day')`,
  ],
  [
    "start-mailings",
    `insert into mailings (owner_id, content, audience, state, send_at) values ($1, '{}', '{}', 'SCHEDULED', now())`,
  ],
  [
    "start-mailings",
    `insert into mailings (owner_id, content, audience, state, started_at, audience_count)
     values ($1, '{}', '{}', 'SENDING', now(), 1)`,
  ],
  ["roll-up-sales", "insert into sales_marks (owner_id, bucket) values ($1, now())"],
  ["roll-up-traffic", "insert into traffic_marks (owner_id, bucket) values ($1, now())"],
  ["reconcile-social-sends", socialSend("BY_HAND", "SENDING")],
  ["reconcile-social-sends", socialSend("REPLY", "UNKNOWN")],
  [
    "name-people",
    `with account as (${socialAccount})
     insert into dm_conversations (user_id, social_account_id, platform_conversation_id, participant_id, last_inbound_at)
     select $1, id, 'thread', 'p', now() from account`,
  ],
  [
    "queue-openings",
    `with listed as (
       insert into subscribers (owner_id, email, state, consent_text, confirmed_at) values ($1, 'a@example.com', 'SUBSCRIBED', 'Yes', now()) returning id)
     insert into product_waiters (subscriber_id, product_id) select id, $2 from listed`,
  ],
  [
    "send-payout-transfers",
    "insert into payout_batches (owner_id, method, provider, account_id) values ($1, 'TRANSFER', 'sandbox', 'acct')",
  ],
  [
    "reconcile-payments",
    `insert into upsell_offers (order_id, upsell_id, owner_id, amount_cents, shown_at)
     values (gen_random_uuid(), gen_random_uuid(), $1, 900, now())`,
  ],
  [
    "reconcile-memberships",
    subscription(
      "updated_at, current_period_end",
      "now() - interval '1 minute', now() - interval '1 minute'",
    ),
  ],
  [
    "reconcile-memberships",
    subscription(
      "updated_at, next_billing_interval, next_price_cents",
      "now() - interval '6 hours', 'YEAR', 9000",
    ),
  ],
  ["tell-of-bookings", booking("updated_at", "now()", "now() + interval '30 days'")],
  ["remind-of-bookings", booking("told_revision", "1", "now() + interval '1 day'")],
  ["remind-of-bookings", booking("told_revision, network", "1, '192.0.2.0/24'", "now()")],
  ["bill-sandbox", sandboxSubscription("now()")],
  [
    "bill-sandbox",
    `with subscription as (${sandboxSubscription("null")} returning id),
          intent as (insert into sandbox.payment_intents (id, amount, amount_received, client_secret, currency, status)
                     values ('pi_due', 900, 900, 's', 'usd', 'succeeded') returning id)
     insert into sandbox.invoices (id, subscription, reason, amount, currency, period_start, period_end, payment_intent)
     select 'in_due', subscription.id, 'subscription_cycle', 900, 'usd', now(), now() + interval '1 month', intent.id
       from subscription, intent`,
  ],
];

test("there is work here for each job that is looked for", () => {
  const looked = allJobs.filter(({ due }) => due !== undefined).map(({ name }) => name);
  expect(looked.length).toBeGreaterThan(10);
  expect([...new Set(works.map(([job]) => job))].toSorted()).toEqual(looked.toSorted());
});

test.each(works)("%s is found where something is due: %s", async (name, work) => {
  const { id: ownerId } = await makeCreator(app);
  const { id: productId } = await makeProduct(app, { ownerId });
  const asked = allJobs.flatMap((job) => (job.name === name && job.due ? [{ name, due: job.due }] : []));
  await inTransaction(services.pool, async (client) => {
    const find = async () => {
      const { rows } = await client.query<{ now: Date }>("select now() + interval '61 minutes' as now");
      return selectDueJobs(client, asked, rows[0]?.now ?? new Date());
    };
    expect(await find()).toEqual([]);
    // Orders, and what else a row is of, would have nothing to say here.
    await client.query("set local session_replication_role = replica");
    await client.query(work.replaceAll("$1", `'${ownerId}'::uuid`).replaceAll("$2", `'${productId}'::uuid`));
    expect(await find()).toEqual([name]);
    await client.query("rollback");
  });
});
