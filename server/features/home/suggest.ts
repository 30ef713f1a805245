import type { Suggestion } from "#contract/home/home.ts";
import { suggestedAtMost } from "#contract/home/needs.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { isSale } from "#server/features/analytics/sales-figures.ts";
import { foldText } from "#server/features/social/engine/decide/fold-text.ts";
import { wordSaidMost } from "./word-said-most.ts";

/** Fewer say nothing. */
const fewMessages = 10;
const fewCarts = 3;
const fewOrders = 5;
const worthSayingPercent = 20;
const messagesRead = 1_000;

/** What would help this creator most, drawn from what happened in their store; null where nothing stands out. */
export async function suggest(pool: Queryable, ownerId: string, now: Date): Promise<Suggestion | null> {
  return (
    (await suggestKeyword(pool, ownerId, now)) ??
    (await suggestCartMails(pool, ownerId, now)) ??
    (await suggestAddOns(pool, ownerId, now))
  );
}

async function suggestKeyword(pool: Queryable, ownerId: string, now: Date): Promise<Suggestion | null> {
  const messages = await selectMessages(pool, ownerId, now, messagesRead);
  const unmatched = messages.flatMap(({ text }) => (text === null ? [] : [text]));
  const unmatchedPercent = Math.round((unmatched.length / messages.length) * 100);
  if (messages.length < fewMessages || unmatchedPercent < worthSayingPercent) return null;
  return { kind: "KEYWORD", unmatchedPercent, word: wordSaidMost(unmatched.map(foldText)) };
}

async function suggestCartMails(pool: Queryable, ownerId: string, now: Date): Promise<Suggestion | null> {
  const [left] = await selectLeftCarts(pool, ownerId, now);
  return left && left.carts >= fewCarts ? { kind: "CARTS", ...left } : null;
}

async function suggestAddOns(pool: Queryable, ownerId: string, now: Date): Promise<Suggestion | null> {
  const [sold] = await selectWithoutAddOns(pool, ownerId, now);
  return sold && sold.orders >= fewOrders ? { kind: "ADD_ONS", orders: sold.orders } : null;
}

/** The last messages of a week, with the text of those that no keyword and no rule has answered. */
const selectMessages = statement("home_select_messages")<
  { text: string | null },
  [ownerId: string, now: Date, limit: number]
>(
  `select case outcome when 'NO_MATCH' then left(text, 300) end as text from social_events
    where user_id = $1 and received_at > $2::timestamptz - interval '7 days' and kind in ('MESSAGE', 'STORY_REPLY')
      and outcome in ('NO_MATCH', 'SENT', 'QUEUED')
    order by received_at desc limit $3`,
);

/** What was left and paid by nobody since, while no mail goes out for it. */
const selectLeftCarts = statement("home_select_left_carts")<
  { carts: number; priceCents: number; currency: string },
  [ownerId: string, now: Date]
>(
  `select count(*)::int as carts, sum(price_cents)::float8 as "priceCents", currency from (
     select price_cents, currency from abandoned_carts
      where owner_id = $1 and abandoned_at > $2::timestamptz - interval '30 days' and outcome is distinct from 'BOUGHT' and not recovered
        and not exists (select from cart_sequences where owner_id = $1 and kind = 'LEFT' and is_on)
      order by abandoned_at desc, id desc limit ${suggestedAtMost}) lately
    group by currency order by sum(price_cents) desc limit 1`,
);

/** Something else could be offered beside, and nothing is. */
const selectWithoutAddOns = statement("home_select_without_add_ons")<
  { orders: number },
  [ownerId: string, now: Date]
>(
  `select count(*)::int as orders from (
     select from orders o
      where ${isSale("o", "null")} and o.created_at > $2::timestamptz - interval '30 days'
        and (select count(*) from products where owner_id = $1 and state = 'PUBLISHED') > 1
        and not exists (select from order_bumps where owner_id = $1 and active)
        and not exists (select from upsells where owner_id = $1 and active)
      limit ${suggestedAtMost}) lately`,
);
