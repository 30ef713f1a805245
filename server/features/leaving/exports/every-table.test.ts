import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { statements } from "#server/database/statement.ts";
import { testApp } from "#tests/support/test-app.ts";
import { exportedTables } from "./exported-tables.ts";
import { exportParts } from "./write-export.ts";

const app = await testApp();

/** The files of an export that each table is in. */
const exported: Readonly<Record<string, string>> = {
  abandoned_carts: "marketing/carts.csv",
  access: "people/members-without-bills.csv",
  account_events: "account/log.csv",
  affiliate_links: "marketing/affiliate-links.csv",
  affiliates: "marketing/affiliates.csv",
  assignment_files: "people/assignments.csv",
  assignment_submissions: "people/assignments.csv",
  automatic_mails: "content/automatic-mails.json",
  automation_rules: "messages/automation-rules.csv",
  book_differences: "sales/book-differences.csv",
  bookings: "sales/bookings.csv",
  bundle_parts: "content/products.json",
  cart_comparisons: "account/profile.json",
  cart_mails: "marketing/cart-messages.csv",
  cart_sequences: "account/profile.json",
  commissions: "marketing/commissions.csv",
  conversation_tags: "messages/conversations.csv",
  coupon_products: "marketing/coupons.csv",
  coupons: "marketing/coupons.csv",
  course_modules: "content/courses.json",
  creator_customers: "people/customers.csv",
  creator_transfers: "sales/payouts.csv",
  customers: "people/customers.csv",
  digital_downloads: "sales/downloads.csv",
  disputes: "sales/disputes.csv",
  dm_conversations: "messages/conversations.csv",
  dm_messages: "messages/messages.csv",
  email_changes: "account/profile.json",
  event_changes: "account/event-changes.csv",
  event_check_ins: "sales/event-attendees.csv",
  former_handles: "account/profile.json",
  former_slugs: "content/products.json",
  images: "files.csv",
  keyword_responses: "messages/keyword-responses.csv",
  lesson_attachments: "content/lessons.json",
  lesson_captions: "content/captions.json",
  video_captions: "content/video-captions.json",
  lesson_pictures: "content/lessons.json",
  lessons: "content/lessons.json",
  list_columns: "account/profile.json",
  listed_people: "messages/listed-people.csv",
  mailing_lists: "account/profile.json",
  mailings: "content/mailings.json",
  member_prices: "people/price-changes.csv",
  notification_choices: "account/profile.json",
  team_mail_choices: "account/profile.json",
  notifications: "account/notifications.csv",
  order_attributions: "sales/order-sources.csv",
  order_bumps: "marketing/order-bumps.csv",
  order_events: "sales/order-history.csv",
  order_items: "sales/order-lines.csv",
  order_numbers: "sales/payments.csv",
  order_payments: "sales/payments.csv",
  order_sources: "sales/order-sources.csv",
  orders: "sales/orders.csv",
  passkeys: "account/profile.json",
  emailed_codes_off: "account/profile.json",
  recovery_codes: "account/profile.json",
  sign_in_resets: "account/profile.json",
  sender_name_reviews: "account/profile.json",
  payment_shares: "sales/shares.csv",
  payout_accounts: "account/profile.json",
  payout_batches: "marketing/affiliate-payouts.csv",
  person_tags: "people/tags.csv",
  post_pictures: "content/posts.json",
  posts: "content/posts.json",
  price_changes: "people/price-changes.csv",
  product_waiters: "people/waiting-for-products.csv",
  products: "content/products.json",
  quarantined_payments: "sales/held-payments.csv",
  refund_requests: "sales/refund-requests.csv",
  refunds: "sales/refunds.csv",
  reminders: "account/profile.json",
  reply_links: "messages/reply-links.csv",
  reviews: "people/reviews.csv",
  saved_filters: "account/profile.json",
  shipping_rates: "account/profile.json",
  social_accounts: "messages/social-accounts.csv",
  social_events: "messages/activity.csv",
  social_sends: "messages/automatic-replies.csv",
  store_design_versions: "content/design.json",
  store_designs: "content/design.json",
  subscribers: "people/subscribers.csv",
  subscription_invoices: "people/membership-bills.csv",
  subscriptions: "people/memberships.csv",
  tags: "people/tags.csv",
  team_invitations: "account/profile.json",
  team_members: "account/profile.json",
  traffic_days: "marketing/visits.csv",
  uploads: "files.csv",
  upsells: "marketing/upsells.csv",
  users: "account/profile.json",
  withdrawals: "sales/withdrawals.csv",
  work_deliveries: "sales/deliveries.csv",
  work_files: "sales/deliveries.csv",
  work_orders: "sales/services.csv",
};

const opens = "it opens something, or proves that somebody may";
const learner = "a buyer's own, which no creator sees";
const summed = "counted up elsewhere";
const machinery = "how the shop does its work, or what it does just now";
const hashed = "of people it has hashes only";

/** Why each of the others is in none. */
const leftOut: Readonly<Record<string, string>> = {
  abuse_reports: "what visitors wrote to whoever runs the installation",
  account_deletions: machinery,
  account_exports: "the exports themselves",
  affiliate_clicks: hashed,
  book_audits: machinery,
  book_comparisons: machinery,
  buyer_sessions: opens,
  cart_comparison_units: summed,
  cart_returns: machinery,
  cart_versions: machinery,
  certificates: learner,
  checkout_drafts: machinery,
  checkout_sessions: machinery,
  checkout_visits: machinery,
  coupon_redemptions: "each is an order, which names its coupon",
  course_learners: summed,
  course_students: summed,
  deleted_rows: "what was deleted, for the minutes in which it can be put back",
  deletions: "what was deleted, for the minutes in which it can be put back",
  dev_clock: machinery,
  download_grants: opens,
  event_reminders: machinery,
  file_announcements: machinery,
  first_sales: machinery,
  renewal_days: machinery,
  held_memberships: machinery,
  job_outbox: machinery,
  lesson_notes: learner,
  mail_feedback: hashed,
  mail_outbox: "mails that were sent, of buyers with what they alone read",
  mailbox: machinery,
  mailing_clicks: summed,
  membership_movements: summed,
  membership_trials: hashed,
  open_visits: machinery,
  operator_events: "what operators did, which account/log.csv says as far as it is about the account",
  passkey_challenges: opens,
  order_browsers: opens,
  progress: learner,
  promotion_stops: machinery,
  promotions: "who was mailed; a mailing says how many",
  push_browsers: opens,
  quiz_answers: learner,
  offer_days: summed,
  quiz_attempts: learner,
  quiz_versions: "earlier quizzes of lessons, whose newest is in content/lessons.json",
  rate_limits: machinery,
  reply_link_clicks: hashed,
  reply_usage: summed,
  response_keywords: "the keywords of messages/keyword-responses.csv, as they are looked up",
  restores: machinery,
  sales_days: summed,
  sales_marks: machinery,
  sessions: opens,
  stock_holds: machinery,
  storage_use: summed,
  store_suspensions: "in account/log.csv, with its reason",
  suppressions: hashed,
  tallies: summed,
  team_news: "what they have read of the news of stores whose team they are on",
  text_videos: "each stands in the text that shows it",
  traffic_marks: machinery,
  traffic_quarters: summed,
  unsubscribe_links: opens,
  upsell_offers: "what was offered after an order; what was taken is one of its lines",
  verification_tokens: opens,
  visit_products: summed,
  visit_salts: opens,
  visits: summed,
  webhook_events: machinery,
  withdrawal_consents: "which text a buyer agreed to",
};

test("every table is exported, or it is said why not", async () => {
  const { rows } = await app.services.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`,
  );
  const decided = [...Object.keys(exported), ...Object.keys(leftOut)];
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith("__"));
  expect(tables.length).toBeGreaterThan(100);
  expect(decided.toSorted()).toEqual(tables.toSorted());
});

/** The statements of the files that no table of this feature is: the desk's own exports, and the lists of files. */
const elsewhere: Readonly<Record<string, string>> = {
  "sales/orders.csv": "orders_export_orders",
  "sales/order-lines.csv": "orders_export_lines",
  "sales/refunds.csv": "orders_export_refunds",
  "people/customers.csv": "orders_export_customers",
};

test.each(Object.entries(exported))("%s is read for %s", (table, path) => {
  expect(exportParts.map((part) => part.path)).toContain(path);
  const name = elsewhere[path] ?? `leaving_${path.replaceAll(/\W/g, "_")}`;
  const text =
    path === "files.csv"
      ? `${statements.get("leaving_select_uploads")} ${statements.get("leaving_select_images")}`
      : statements.get(name);
  expect(text).toMatch(new RegExp(`\\b${table}\\b`));
  // One creator's rows, and no other's.
  expect(text).toMatch(/\b(owner_id|user_id|r\.id) = \$1/);
});

test("every file of an export is of a table", () => {
  // The other side of commissions: those that others owe.
  const known = new Set([...Object.values(exported), "account/affiliate-earnings.csv"]);
  expect(exportParts.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
});

type Plan = { "Node Type": string; "Index Cond"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each(exportedTables)("$path is read by indexes, whoever else has how much", async ({ text }) => {
  const client = await app.services.pool.connect();
  try {
    await client.query("begin");
    // Whatever has an index is read by it then, however little there is.
    for (const way of ["seqscan", "hashjoin", "mergejoin"])
      await client.query(`set local enable_${way} = off`);
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) ${text.replaceAll("$1", `'${randomUUID()}'`)}`,
    );
    const reads = nodesOf(rows[0]!["QUERY PLAN"][0].Plan).filter((node) =>
      ["Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Index Scan"].includes(node["Node Type"]),
    );
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((node) => node["Index Cond"] === undefined)).toEqual([]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
