import type pg from "pg";

/**
 * Rows of a furnished creator that no call names by its id: what is counted, sent, listed and remembered of them. `mark` stands
 * in every text.
 */
export async function furnishFurther(
  pool: pg.Pool,
  ownerId: string,
  { mark, productId, now }: { mark: string; productId: string; now: Date },
): Promise<void> {
  for (const text of rows)
    await pool.query(
      `with given as (select $1::uuid as owner, $2::text as mark, $3::uuid as product, $4::timestamptz as now) ${text}`,
      [ownerId, mark, productId, now],
    );
}

const rows = [
  "insert into email_changes (owner_id, from_email, to_email, changed_at) select owner, mark || '-before@example.com', mark || '@example.com', now from given",
  "insert into notification_choices (owner_id, kind) select owner, 'REVIEW' from given",
  "insert into renewal_days (owner_id, day) select owner, now::date from given",
  "insert into unsubscribe_links (owner_id, email) select owner, mark || '@example.com' from given",
  "insert into suppressions (owner_id, address_hash, reason) select owner, mark, 'COMPLAINED' from given",
  `, visit as (insert into visits (id, owner_id, started_at, channel, source, views, step)
     select gen_random_uuid(), owner, now, 'LINK', mark, 1, 1 from given returning id)
   insert into visit_products (visit_id, product_id, step) select id, product, 1 from visit, given`,
  "insert into open_visits (owner_id, visitor, visit_id, last_at) select owner, mark, gen_random_uuid(), now from given",
  `insert into traffic_days (owner_id, kind, channel, name, day, visits, views, checkouts, emails, tried, paid, added)
   select owner, 'SOURCE', 'LINK', mark, now::date, 1, 1, 0, 0, 0, 0, 0 from given`,
  `insert into traffic_quarters (owner_id, kind, channel, name, bucket, visits, views, checkouts, emails, tried, paid, added)
   select owner, 'SOURCE', 'LINK', mark, date_trunc('hour', now), 1, 1, 0, 0, 0, 0, 0 from given`,
  `insert into sales_days (owner_id, day, product_id, orders, renewals, paid_cents, refunded_cents, bump_orders, bump_cents, upsell_cents, offers, accepts, coupon_uses, discount_cents)
   select owner, now::date - 1, product, 1, 0, 1900, 0, 0, 0, 0, 0, 0, 0, 0 from given`,
  `insert into offer_days (owner_id, day, product_id, kind, offer_id, offered, taken, cents)
   select owner, now::date - 1, product, 'UPSELL', product, 1, 0, 0 from given`,
  `, link as (insert into reply_links (code, user_id, product_id) select left(mark, 12), owner, product from given returning id)
   insert into order_attributions (order_id, user_id, link_id, clicked_at)
   select o.id, owner, link.id, now from link, given join lateral (select id from orders where owner_id = owner limit 1) o on true`,
  `insert into promotions (owner_id, event, template, email, mailbox, data, wanted_at, due_at)
   select owner, mark, 'mailing', mark || '@example.com', mark || '@example.com', jsonb_build_object('name', mark), now, now from given`,
  "insert into listed_people (user_id, platform, list_name, person_id) select owner, 'INSTAGRAM', mark, mark from given",
  `insert into conversation_tags (owner_id, conversation_id, tag_id)
   select owner, c.id, t.id from given
     join lateral (select id from dm_conversations where user_id = owner limit 1) c on true
     join lateral (select id from tags where owner_id = owner limit 1) t on true`,
  "insert into reply_usage (user_id, month, replies) select owner, date_trunc('month', now)::date, 1 from given",
  "insert into shipping_rates (owner_id, country, first_cents, further_cents) select owner, 'GB', 500, 0 from given",
  `, look as (insert into store_designs (owner_id, draft) select owner, jsonb_build_object('words', mark) from given returning owner_id)
   insert into store_design_versions (owner_id, number, design) select owner_id, 1, jsonb_build_object('words', mark) from look, given`,
  `, codes as (insert into emailed_codes_off (owner_id) select owner from given returning owner_id),
        reset as (insert into sign_in_resets (owner_id, started_at, ends_at)
                  select owner_id, now(), now() + interval '73 hours' from codes)
   insert into recovery_codes (owner_id, code_hash) select owner_id, mark from codes, given`,
  `insert into passkey_challenges (challenge_hash, purpose, owner_id, browser_hash, expires_at)
   select mark, 'ADD', owner, mark, now + interval '5 minutes' from given`,
  "insert into mailing_lists (owner_id, title, promise) select owner, mark, mark from given",
  "insert into promotion_stops (owner_id, reason, sent, counted, until) select owner, 'BOUNCES', 100, 10, now + interval '7 days' from given",
  "insert into mail_feedback (owner_id, kind, is_promotion, address_hash) select owner, 'HARD', true, mark from given",
  "insert into reminders (owner_id, kind, words) select owner, 'EVENT_DAY', mark from given",
  "insert into sender_name_reviews (owner_id, name, handle, note) select owner, mark, 'handle', mark from given",
  "insert into abuse_reports (owner_id, reason, words, visitor_hash) select owner, 'FRAUD', mark, mark from given",
  `insert into store_suspensions (owner_id, reason, closed_with)
   select owner, mark, '{"productIds": [], "socialAccountIds": [], "mailings": []}' from given`,
  "insert into traffic_marks (owner_id, bucket) select owner, date_trunc('hour', now) from given",
];
