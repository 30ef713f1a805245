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

const waiter = (state: string) => `
  with listed as (
    insert into subscribers (owner_id, email, consent_text, state, confirmed_at) values ($1, 'a@example.com', 'Yes', ${state}) returning id)
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

const sandboxSubscription = (nextStepAt: string) => `
  insert into sandbox.subscriptions (id, title, price, currency, interval, receipt_email, metadata, anchor, current_period_end,
                                     idempotency_key, next_step_at)
  values ('sub_due', 'Club', 900, 'usd', 'month', 'a@example.com', '{}', now(), now(), 'k', ${nextStepAt})`;

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
  [
    "roll-up-sales",
    `insert into sales_marks (owner_id, bucket)
     select $1, date_bin('15 minutes', now(), '2000-01-01Z') + interval '1 day' from generate_series(1, 2)`,
  ],
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
];
