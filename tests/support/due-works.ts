import { unansweredByProviders, waitingForProviders, worksOfProviders } from "./due-works-of-providers.ts";

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
  select $1, $2, $3, 'BOOKED', 'UTC', '2026-03-09T16:30', starts_at, starts_at + interval '1 hour', starts_at,
         starts_at + interval '1 hour', ${values}
    from (select ${startsAt} as starts_at) as time`;

const event = (startsAt: string) => `
  update products set type = 'EVENT', event_starts_at = ${startsAt}, event_ends_at = ${startsAt} + interval '1 hour', event_zone = 'UTC'
   where owner_id = $1 and id = $2`;

const mailing = (columns: string, values: string) => `
  insert into mailings (owner_id, subject, content, audience, ${columns})
  values ($1, 'News', '{"type": "doc", "content": []}', '{"match": "ALL", "items": []}', ${values})`;
const sending = mailing("state, started_at, audience_count", "'SENDING', now(), 1");

const nameless = (problem: string) => `
  with account as (
    insert into social_accounts (user_id, platform, connection, platform_user_id, username, verified, problem)
    values ($1, 'INSTAGRAM', 'DEMO', 'me', 'me', true, ${problem}) returning id)
  insert into dm_conversations (user_id, social_account_id, platform_conversation_id, participant_id, last_inbound_at)
  select $1, id, 'thread', 'p', now() from account`;

const subscriber = (state: string) => `
  insert into subscribers (owner_id, email, consent_text, state, confirmed_at) values ($1, 'a@example.com', 'Yes', ${state})`;
const waiter = (state: string) => `
  with listed as (${subscriber(state)} returning id)
  insert into product_waiters (subscriber_id, product_id) select id, $2 from listed`;

const payout = (provider: string, before = "") => `
  with ${before} batch as (
    insert into payout_batches (owner_id, method, provider, account_id) values ($1, 'TRANSFER', '${provider}', 'acct') returning id)
  insert into commissions (owner_id, order_id, order_item_id, affiliate_id, affiliate_link_id, amount_cents, commission_rate, payout_batch_id,
                           status, payable_at)
  select $1, i.order_id, i.id, gen_random_uuid(), gen_random_uuid(), 500, 0.1, batch.id, 'PAYABLE', now()
    from batch, order_items i where i.id = $3`;

const promotion = (dueAt: string) => `
  insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at)
  values ($1, 'e', 'mailing', 'a@example.com', 'a@example.com', '{}', now(), ${dueAt})`;

const waitingMail = (template: string, dueAt: string) => `
  insert into mail_outbox (event, recipient, template, data, state, owner_id, due_at)
  values ('waits', 'a@example.com', '${template}', '{}', 'WAITING', $1, ${dueAt})`;

const cart = (columns: string, values: string) => `
  insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, ${columns})
  values ($1, $2, 'a@example.com', 900, 'usd', now(), ${values})`;

const automaticMail = (kind: string, days: number, switchedOnAt: string) => `
  insert into automatic_mails (owner_id, kind, days, subject, content, switched_on_at, looked_until)
  values ($1, '${kind}', ${days}, 'Hello', '{"type": "doc", "content": []}', ${switchedOnAt}, ${switchedOnAt})`;

const accountExport = (columns: string, values: string) => `
  insert into account_exports (owner_id, with_files, ${columns}) values ($1, false, ${values})`;

const deletion = (columns: string, values: string) => `
  insert into account_deletions (owner_id, asked_at, closed_with, ${columns})
  values ($1, now(), '{"productIds": [], "socialAccountIds": [], "mailings": []}', ${values})`;

/** What was sold is a service. */
const workOrder = (state: string, createdAt: string, remindedAt = "null") => `
  update work_orders set state = '${state}', sent_at = null, created_at = ${createdAt}, reminded_at = ${remindedAt}
   where owner_id = $1 and product_id = $2 and order_item_id = $3`;

const lesson = (columns: string, values: string) => `
  insert into lessons (module_id, slug, title, ${columns}) values (gen_random_uuid(), 's', 't', ${values})`;

/**
 * Of an owner (`$1`), a product of theirs (`$2`) and a line of an order of it (`$3`): what has a job to be done now, and what an
 * hour later at the latest.
 */
export const works: readonly [job: string, work: string][] = [
  [
    "sweep-mail",
    "insert into mail_outbox (event, recipient, template, data) values ('lost', 'a@example.com', 'receipt', '{}')",
  ],
  ["release-waiting-mail", waitingMail("receipt", "now()")],
  ["release-waiting-mail", waitingMail("file-update", "now()")],
  [
    "requeue-mail-reports",
    `insert into webhook_events (provider, event_id, type, payload)
     values ('mail-ses', 'e', 'HARD', jsonb_build_object('addressHash', address_hash('a@example.com'), 'mailboxHash', address_hash('a@example.com')))`,
  ],
  [
    "requeue-payment-events",
    "insert into webhook_events (provider, event_id, type, payload) values ('sandbox', 'e', 'x', '{}')",
  ],
  ["send-promotions", promotion("now()")],
  [
    "send-promotions",
    `insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at, state, claimed_at)
     values ($1, 'e', 'mailing', 'a@example.com', 'a@example.com', '{}', now(), now(), 'CLAIMED', now())`,
  ],
  ["record-left-carts", cart("expires_at", "now() + interval '30 days'")],
  ["record-left-carts", cart("abandoned_at, expires_at", "now(), now()")],
  [
    "queue-cart-mails",
    cart("abandoned_at, expires_at, next_mail_at", "now(), now() + interval '30 days', now()"),
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
  ["remind-of-events", event("now() + interval '1 day'")],
  ["remind-of-events", event("now() + interval '2 hours'")],
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
  ["start-mailings", mailing("state, send_at", "'SCHEDULED', now()")],
  ["start-mailings", sending],
  ["roll-up-sales", "insert into sales_marks (owner_id, bucket) values ($1, now() - interval '2 days')"],
  ["roll-up-sales", "insert into sales_marks (owner_id, bucket) values ($1, '-infinity')"],
  ["roll-up-traffic", "insert into traffic_marks (owner_id, bucket) values ($1, now())"],
  ["reconcile-social-sends", socialSend("BY_HAND", "SENDING")],
  ["reconcile-social-sends", socialSend("REPLY", "UNKNOWN")],
  ["name-people", nameless("null")],
  ["queue-openings", waiter("'SUBSCRIBED', now()")],
  ["send-payout-transfers", payout("sandbox")],
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
  ["remind-of-bookings", booking("told_revision", "1", "now() + interval '2 hours'")],
  ["remind-of-bookings", booking("told_revision", "1", "now() + interval '1 day'")],
  ["remind-of-bookings", booking("told_revision, network", "1, '192.0.2.0/24'", "now()")],
  [
    "queue-automatic-mails",
    `with listed as (${subscriber("'SUBSCRIBED', now()")}) ${automaticMail("WELCOME", 0, "now()")}`,
  ],
  ["queue-automatic-mails", automaticMail("AFTER_PURCHASE", 13, "now() - interval '15 days'")],
  [
    "queue-automatic-mails",
    `with club as (update products set type = 'MEMBERSHIP' where owner_id = $1 and id = $2),
          written as (insert into posts (owner_id, title, published_at) values ($1, 't', now()))
     ${automaticMail("NEW_POST", 0, "now()")}`,
  ],
  ["queue-automatic-mails", automaticMail("COURSE_REMINDER", 7, "now()")],
  ["reconcile-account-exports", accountExport("seen_at", "now()")],
  ["reconcile-account-exports", accountExport("seen_at, state, run", "now(), 'RUNNING', gen_random_uuid()")],
  [
    "reconcile-account-exports",
    accountExport("seen_at, state, run, runs", "now(), 'RUNNING', gen_random_uuid(), 5"),
  ],
  [
    "carry-out-deletions",
    `with delivered as (delete from work_orders where order_item_id = $3) ${deletion("due_at", "now()")}`,
  ],
  ["carry-out-deletions", deletion("due_at, state, begun_at", "now(), 'ERASING', now()")],
  ["carry-out-deletions", deletion("due_at, state, begun_at, erased_at", "now(), 'ERASED', now(), now()")],
  ["remind-of-briefs", workOrder("WAITING", "now() - interval '23 hours'")],
  ["convert-post-texts", "insert into posts (owner_id, title, content) values ($1, 't', 'some *Markdown*')"],
  ["convert-lesson-texts", lesson("content", "'some *Markdown*'")],
  ["convert-assignment-tasks", lesson("assignment", `'{"task": "some *Markdown*"}'`)],
  ...worksOfProviders,
];

/** The same, of what is there and waits: a job has nothing to do with it yet, however often it is run. */
export const waiting: readonly [job: string, why: string, work: string][] = [
  ["release-waiting-mail", "a receipt of tomorrow", waitingMail("receipt", "now() + interval '1 day'")],
  ["release-waiting-mail", "a mail of tomorrow", waitingMail("file-update", "now() + interval '1 day'")],
  [
    "release-waiting-mail",
    "mails of who has sent as many as they may today",
    `with sent as (
       insert into mail_outbox (event, recipient, template, data, state, owner_id, counted_at)
       select 'sent ' || n, 'a@example.com', 'receipt', '{}', 'SENT', $1, now() from generate_series(1, 100) n)
     ${waitingMail("receipt", "now()")}`,
  ],
  ["send-promotions", "one of tomorrow", promotion("now() + interval '1 day'")],
  [
    "send-promotions",
    "one of who has sent as many as they may today",
    `with sent as (
       insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at, state, claimed_at, settled_at)
       select $1, 'sent ' || n, 'mailing', 'a@example.com', 'a@example.com', '{}', now(), now(), 'SENT', now(), now()
         from generate_series(1, 100) n)
     ${promotion("now()")}`,
  ],
  [
    "start-mailings",
    "a mailing that people still wait for",
    `with begun as (${sending} returning id)
     insert into promotions (owner_id, event, template, email, mailbox, mailing_id, data, wanted_at, due_at)
     select $1, 'e', 'mailing', 'a@example.com', 'a@example.com', id, '{}', now(), now() + interval '1 day' from begun`,
  ],
  [
    "record-left-carts",
    "a cart whose payment is on its way",
    `with attempt as (
       insert into checkout_sessions (owner_id, product_id, browser_hash, email, expires_at)
       values ($1, $2, 'b', 'a@example.com', now() + interval '1 day') returning session_id, cart_version),
     priced as (
       insert into cart_versions (checkout_session_id, version, email, lines, total_cents)
       select session_id, cart_version, 'a@example.com', '[]', 900 from attempt),
     pending as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, checkout_session_id, payment_intent_id)
       select $1, gen_random_uuid(), $2, 900, 'PENDING', session_id, 'pi_pending' from attempt)
     ${cart("expires_at", "now() + interval '30 days'")}`,
  ],
  ["remind-of-events", "an event between its day and its hour", event("now() + interval '10 hours'")],
  [
    "remind-of-bookings",
    "a session between its day and its hour",
    booking("told_revision", "1", "now() + interval '10 hours'"),
  ],
  ["queue-openings", "one who has not confirmed their address", waiter("'PENDING', null")],
  ["name-people", "a conversation of an account that is to be connected again", nameless("'RECONNECT'")],
  [
    "roll-up-sales",
    "a sale of today",
    "insert into sales_marks (owner_id, bucket) values ($1, now() + interval '1 day')",
  ],
  [
    "roll-up-sales",
    "several sales of one quarter of today",
    `insert into sales_marks (owner_id, bucket)
     select $1, date_bin('15 minutes', now(), '2000-01-01Z') + interval '1 day' from generate_series(1, 2)`,
  ],
  ["send-payout-transfers", "a transfer of a former provider", payout("stripe")],
  [
    "send-payout-transfers",
    "a transfer while the books are looked at",
    payout("sandbox", "back as (insert into restores (restored_to) values (now())),"),
  ],
  [
    "requeue-payment-events",
    "news of a former provider",
    "insert into webhook_events (provider, event_id, type, payload) values ('stripe', 'e', 'x', '{}')",
  ],
  [
    "queue-automatic-mails",
    "a mail that is switched off",
    `with listed as (${subscriber("'SUBSCRIBED', now()")}) ${automaticMail("WELCOME", 0, "null")}`,
  ],
  ["queue-automatic-mails", "a mail to whoever comes", automaticMail("WELCOME", 0, "now()")],
  [
    "queue-automatic-mails",
    "a mail of tomorrow",
    automaticMail("AFTER_PURCHASE", 15, "now() - interval '15 days'"),
  ],
  [
    "queue-automatic-mails",
    "a post that no member reads",
    `with written as (
       insert into posts (owner_id, title, published_at) values ($1, 't', now()))
     ${automaticMail("NEW_POST", 0, "now()")}`,
  ],
  [
    "queue-automatic-mails",
    "a reminder of a course that was looked at within the hour",
    automaticMail("COURSE_REMINDER", 7, "now() + interval '30 minutes'"),
  ],
  [
    "reconcile-account-exports",
    "a run that is at it",
    accountExport("seen_at, state, run", "now() + interval '1 hour', 'RUNNING', gen_random_uuid()"),
  ],
  ["carry-out-deletions", "one of tomorrow", deletion("due_at", "now() + interval '1 day'")],
  [
    "carry-out-deletions",
    "mails that may be on their way",
    deletion("due_at, state, begun_at, erased_at", "now(), 'ERASED', now(), now() + interval '30 minutes'"),
  ],
  ["remind-of-briefs", "one who was asked today", workOrder("WAITING", "now()")],
  ["remind-of-briefs", "one who was reminded", workOrder("WAITING", "now() - interval '2 days'", "now()")],
  [
    "convert-post-texts",
    "a post without a text",
    "insert into posts (owner_id, title, content) values ($1, 't', '')",
  ],
  ["convert-lesson-texts", "a lesson without a text", lesson("content", "''")],
  [
    "convert-assignment-tasks",
    "a task that is a document",
    lesson("assignment", `'{"task": {"type": "doc", "content": []}}'`),
  ],
  ...waitingForProviders,
];

/**
 * The same, of what stays as it is until somebody else does something: the job is due still, once it has run, and is queued
 * again after its pause. Where a pause is missing here, `works` says that it is not due any more.
 */
export const unanswered: readonly [job: string, why: string, work: string][] = [
  [
    "carry-out-deletions",
    "a creator who has to settle something first",
    `with held as (
       insert into quarantined_payments (owner_id, payment_intent_id, received_cents, reason) values ($1, 'pi_held', 900, 'AMOUNT'))
     ${deletion("due_at", "now()")}`,
  ],
  [
    "reconcile-account-exports",
    "an export that two others are made before",
    `with others as (
       insert into account_exports (owner_id, with_files, seen_at, state, run)
       select gen_random_uuid(), false, now() + interval '1 hour', 'RUNNING', gen_random_uuid() from generate_series(1, 2))
     ${accountExport("seen_at", "now()")}`,
  ],
  ...unansweredByProviders,
];
