/** What goes with an account, row by row: the table, and which rows where not all of its creator's. `$1` is the creator. */
type Erased = { table: string; owner?: "owner_id" | "user_id"; which?: string };

/**
 * In an order in which nothing is in the way of the next; what hangs on a row goes with it. Where no index leads to a creator's
 * rows, what they belong to does: each thousand would else be looked for among everybody's.
 */
export const erasedTables: readonly Erased[] = [
  { table: "push_browsers" },
  { table: "passkeys" },
  { table: "passkey_challenges" },
  // Its recovery codes and a reset go with it.
  { table: "emailed_codes_off" },
  { table: "sender_name_reviews" },
  { table: "saved_filters" },
  { table: "list_columns", owner: "user_id" },
  { table: "deletions" },
  { table: "team_invitations" },
  { table: "team_mail_choices" },
  { table: "team_news" },
  { table: "team_members" },
  // Of the teams of others.
  { table: "team_mail_choices", owner: "user_id" },
  { table: "team_news", owner: "user_id" },
  { table: "team_members", owner: "user_id" },
  { table: "notifications" },
  { table: "notification_choices" },
  { table: "first_sales" },
  { table: "renewal_days" },
  { table: "abandoned_carts", which: "t.product_id in (select p.id from products p where p.owner_id = $1)" },
  { table: "cart_mails" },
  { table: "cart_comparisons" },
  { table: "cart_sequences" },
  // By the indexes that lead to them; then whatever else there is, which nobody claimed.
  { table: "promotions", which: "t.state = 'QUEUED'" },
  { table: "promotions", which: "t.claimed_at is not null" },
  { table: "promotions", which: "t.mailing_id in (select m.id from mailings m where m.owner_id = $1)" },
  {
    table: "promotions",
    which: "t.automatic_mail_id in (select a.id from automatic_mails a where a.owner_id = $1)",
  },
  { table: "promotions" },
  { table: "promotion_stops" },
  { table: "mail_feedback" },
  { table: "unsubscribe_links" },
  { table: "reply_links", owner: "user_id" },
  { table: "mailings" },
  { table: "automatic_mails" },
  { table: "reminders" },
  { table: "subscribers" },
  { table: "mailing_lists" },
  // After the list: who leaves one is written down here.
  { table: "suppressions" },
  { table: "person_tags", which: "t.tag_id in (select g.id from tags g where g.owner_id = $1)" },
  { table: "tags" },
  { table: "listed_people", owner: "user_id" },
  { table: "reply_usage", owner: "user_id" },
  { table: "store_designs" },
  { table: "shipping_rates" },
  { table: "order_bumps" },
  // What was offered after an order, and paid, names its upsell.
  { table: "upsells", which: "not exists (select from upsell_offers o where o.upsell_id = t.id)" },
  { table: "coupons", which: "not exists (select from coupon_redemptions r where r.coupon_id = t.id)" },
  // Whom a commission was paid to stands in the books.
  { table: "affiliates", which: "not exists (select from commissions c where c.affiliate_id = t.id)" },
  { table: "abuse_reports" },
  { table: "store_suspensions" },
  { table: "open_visits" },
  { table: "visits" },
  { table: "traffic_marks" },
  { table: "traffic_quarters" },
  { table: "traffic_days" },
  { table: "sales_marks" },
  { table: "sales_days" },
  { table: "offer_days" },
  // Members read what they paid for to its end.
  {
    table: "posts",
    which:
      "(t.published_at is null or not exists (select from subscriptions s where s.owner_id = t.owner_id))",
  },
];
