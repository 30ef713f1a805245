const sandboxSubscription = (nextStepAt: string, status = "incomplete") => `
  insert into sandbox.subscriptions (id, title, price, currency, interval, receipt_email, metadata, anchor, current_period_end,
                                     idempotency_key, next_step_at, status)
  values ('sub_due', 'Club', 900, 'usd', 'month', 'a@example.com', '{}', now(), now() + interval '1 month', 'k', ${nextStepAt}, '${status}')`;

/** A membership as we and the provider know it; `$3` is the line that it began with. */
const member = (status: string, columns = "", values = "") => `
  at_provider as (${sandboxSubscription("null", status === "paused" ? "active" : status)}),
  member as (
    insert into subscriptions (owner_id, product_id, order_id, customer_id, provider_subscription_id, price_cents, billing_interval, status,
                               current_period_end${columns})
    select $1, $2, o.id, o.customer_id, 'sub_due', 900, 'MONTH', '${status}', now() + interval '1 month'${values}
      from order_items i join orders o on o.id = i.order_id where i.id = $3 returning id)`;
const suspension = `
  suspension as (insert into store_suspensions (owner_id, reason, closed_with) values ($1, 'Fraud', '{}'))`;
const ofSuspended = (...membership: Parameters<typeof member>) =>
  `with ${suspension}, ${member(...membership)} select from member`;
const held = (heldAt: string) => `
  insert into held_memberships (subscription_id, owner_id, held_as, held_at) select id, $1, 'PAUSED', ${heldAt} from member`;

/** What became of the payment of `$3`. */
const share = (columns: string, values: string) => `
  insert into payment_shares (order_payment_id, owner_id, ${columns}) select order_payment_id, $1, ${values} from order_items where id = $3`;
/** All of that payment. */
const transfer = (provider: string) => `
  insert into creator_transfers (owner_id, order_payment_id, kind, provider, account_id, amount_cents, currency)
  select $1, p.id, 'TRANSFER', '${provider}', 'acct_due', p.amount_cents, 'usd'
    from order_items i join order_payments p on p.id = i.order_payment_id where i.id = $3`;
const owed = share("kind, owed_cents, reached_cents, waits_until", "'OWED', 900, 0, now()");
const account = `
  account as (insert into payout_accounts (owner_id, provider, account_id, transfers_active) values ($1, 'sandbox', 'acct_due', true))`;
/** The provider knows the account, and the payment that its money comes from. */
const accountAtProvider = `
  ${account},
  at_provider as (
    insert into sandbox.accounts (id, email, display_name, transfers_active, idempotency_key, idempotency_fingerprint)
    values ('acct_due', 'a@example.com', 'A', true, 'k', 'k')),
  intent as (
    insert into sandbox.payment_intents (id, amount, amount_received, client_secret, currency, status)
    select p.payment_intent_id, 100000, 100000, 's', 'usd', 'succeeded'
      from order_items i join order_payments p on p.id = i.order_payment_id where i.id = $3)`;
const shareAndTransfer = (provider: string, before = "") => `
  with ${before} share as (${owed})
  ${transfer(provider)}`;

const xAccount = (columns: string, values: string) => `
  insert into social_accounts (user_id, platform, platform_user_id, username, verified, ${columns})
  values ($1, 'TWITTER', 'me', 'me', true, ${values})`;

const refund = (columns: string, values: string) => `
  insert into refunds (owner_id, order_id, order_payment_id, order_item_id, amount_cents, ${columns})
  select $1, order_id, order_payment_id, id, 900, ${values} from order_items where id = $3`;
const refundRequest = (isPromised: boolean, answerBy: string) => `
  insert into refund_requests (owner_id, order_id, order_item_id, is_promised, answer_by)
  select $1, order_id, id, ${isPromised}, ${answerBy} from order_items where id = $3`;
const quarantined = (resolution: string) => `
  insert into quarantined_payments (payment_intent_id, received_cents, reason, resolution) values ('pi_due', 900, 'AMOUNT', ${resolution})`;

/** `works` of the jobs that ask a provider, who answers. */
export const worksOfProviders: readonly [job: string, work: string][] = [
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
  ["pass-on-payments", share("kind", "'NEW'")],
  ["pass-on-payments", share("kind", "'OWED'")],
  ["pass-on-payments", `with ${accountAtProvider} ${owed}`],
  ["pass-on-payments", shareAndTransfer("sandbox")],
  ["pass-on-payments", shareAndTransfer("sandbox", `${accountAtProvider},`)],
  ["refresh-x-tokens", xAccount("connection, access_token, token_expires_at", "'MANUAL', 'sealed', now()")],
  [
    "refresh-x-tokens",
    xAccount(
      "connection, access_token, refresh_token, token_expires_at",
      "'OAUTH', 'sealed', 'sealed', now() + interval '90 minutes'",
    ),
  ],
  ["sync-open-refunds", refund("status", "'PENDING'")],
  ["sync-open-refunds", quarantined("'REFUNDED'")],
  ["grant-due-refund-requests", refundRequest(true, "now()")],
  ["hold-memberships", ofSuspended("active")],
  ["hold-memberships", ofSuspended("trialing")],
  ["hold-memberships", ofSuspended("past_due")],
  ["hold-memberships", ofSuspended("paused", ", paused_until", ", now() + interval '2 days'")],
  ["hold-memberships", `with ${suspension}, ${member("active")} ${held("null")}`],
  ["hold-memberships", `with ${member("paused")} ${held("now()")}`],
];

/** `waiting` of the same jobs. */
export const waitingForProviders: readonly [job: string, why: string, work: string][] = [
  ["pass-on-payments", "money of who has no account", owed],
  ["pass-on-payments", "money of a store that is suspended", `with ${suspension}, ${account} ${owed}`],
  [
    "pass-on-payments",
    "money while the books are looked at",
    `with back as (insert into restores (restored_to) values (now())), ${account} ${owed}`,
  ],
  ["pass-on-payments", "a transfer of a former provider", shareAndTransfer("stripe", `${account},`)],
  [
    "pass-on-payments",
    "what the provider has refused within the hour",
    `with ${account}
     ${share("kind, owed_cents, reached_cents, waits_until", "'OWED', 900, 0, now() + interval '2 hours'")}`,
  ],
  [
    "refresh-x-tokens",
    "a token that was typed by hand, until it ends",
    xAccount(
      "connection, access_token, token_expires_at",
      "'MANUAL', 'sealed', now() + interval '90 minutes'",
    ),
  ],
  [
    "refresh-x-tokens",
    "an account that is to be connected again",
    xAccount("connection, access_token, token_expires_at, problem", "'OAUTH', 'sealed', now(), 'RECONNECT'"),
  ],
  [
    "refresh-x-tokens",
    "a token that another clock has issued ahead of ours",
    xAccount(
      "connection, access_token, refresh_token, token_issued_at, token_expires_at",
      "'OAUTH', 'sealed', 'sealed', now() + interval '80 minutes', now() + interval '85 minutes'",
    ),
  ],
  ["sync-open-refunds", "a payment that nobody has decided about", quarantined("null")],
  [
    "sync-open-refunds",
    "a refund of a moment ago",
    refund("status, created_at", "'PENDING', now() + interval '1 hour'"),
  ],
  ["grant-due-refund-requests", "a request that was not promised", refundRequest(false, "now()")],
  ["grant-due-refund-requests", "a request of tomorrow", refundRequest(true, "now() + interval '1 day'")],
  [
    "hold-memberships",
    "a membership that ends by itself",
    ofSuspended("active", ", cancel_at_period_end", ", true"),
  ],
  [
    "hold-memberships",
    "a membership that is held",
    `with ${suspension}, ${member("paused")} ${held("now()")}`,
  ],
  ["hold-memberships", "a membership of a store that is open", `with ${member("active")} select from member`],
];

/** `unanswered` of the same jobs. */
export const unansweredByProviders: readonly [job: string, why: string, work: string][] = [
  [
    "sync-open-refunds",
    "a refund that its bank takes days for",
    refund("status, provider_refund_id", "'PENDING', 're_due'"),
  ],
  [
    "hold-memberships",
    "a membership of which the provider says nothing",
    `with ${suspension}
     insert into subscriptions (owner_id, product_id, customer_id, provider_subscription_id, price_cents, billing_interval, status,
                                current_period_end)
     values ($1, $2, gen_random_uuid(), 'sub_silent', 900, 'MONTH', 'active', now() + interval '1 month')`,
  ],
  [
    "retry-social-accounts",
    "a token that nobody confirms",
    `insert into social_accounts (user_id, platform, connection, platform_user_id, username, access_token, problem)
     values ($1, 'INSTAGRAM', 'MANUAL', 'me', 'me', 'sealed', 'UNCONFIRMED')`,
  ],
  [
    "retry-social-accounts",
    "an account whose events may stop",
    `insert into social_accounts (user_id, platform, connection, platform_user_id, username, verified)
     values ($1, 'FACEBOOK', 'OAUTH', 'me', 'me', true)`,
  ],
  ["revive-x-webhook", "an account whose events X may stop", xAccount("connection", "'OAUTH'")],
];
