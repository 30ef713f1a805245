import { inTransaction } from "#server/database/in-transaction.ts";
import { rollUpSales } from "#server/features/analytics/roll-up-sales.ts";
import type { Services } from "#server/services.ts";
import { makeCreator, makeProduct } from "./factories.ts";
import { vacuumAnalyze } from "./vacuum.ts";

/** Of each kind. */
export const rowsAtRest = 20_000;

/**
 * Fills a shop with a creator who has sold much and has no account to be paid to, one who has been paid all, and what lies about
 * when nothing is to be done: open checkouts, memberships in their period, conversations without a name, messages of unknown end.
 */
export async function fillShopAtRest(services: Services): Promise<void> {
  const { id: ownerId } = await makeCreator({ services });
  const product = await makeProduct({ services }, { ownerId });
  const paid = await makeCreator({ services });
  const other = await makeProduct({ services }, { ownerId: paid.id });
  await inTransaction(services.pool, async (client) => {
    await client.query("set local statement_timeout = 0");
    for (const fill of fills) await client.query(fill, [ownerId, product.id, rowsAtRest]);
    await client.query(sales, [paid.id, other.id, rowsAtRest]);
    await client.query(
      "update payment_shares set kind = 'OWED', owed_cents = 0, reached_cents = 1000 where owner_id = $1",
      [paid.id],
    );
    await client.query(
      "insert into payout_accounts (owner_id, provider, account_id, transfers_active) values ($1, 'sandbox', 'acct_1', true)",
      [paid.id],
    );
  });
  await rollUpSales(services);
  await vacuumAnalyze(services.pool);
}

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
