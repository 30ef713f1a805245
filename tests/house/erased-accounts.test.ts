import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { carryOutDeletions } from "#server/features/leaving/deletion/carry-out-deletions.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { dumpDatabase } from "./database-dump.ts";
import { furnishFurther } from "./furnish-further.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";

/** Of a creator's rows here nothing is left once their account was deleted. */
const erased = [
  "abandoned_carts",
  "abuse_reports",
  "account_events",
  "account_exports",
  "automatic_mails",
  "automation_rules",
  "cart_comparison_units",
  "cart_comparisons",
  "cart_mails",
  "cart_returns",
  "cart_sequences",
  "conversation_tags",
  "deleted_rows",
  "deletions",
  "dm_conversations",
  "dm_messages",
  "email_changes",
  "emailed_codes_off",
  "first_sales",
  "keyword_responses",
  "list_columns",
  "listed_people",
  "mail_feedback",
  "mailing_clicks",
  "mailing_lists",
  "mailings",
  "notification_choices",
  "notifications",
  "offer_days",
  "open_visits",
  "order_attributions",
  "order_bumps",
  "passkey_challenges",
  "passkeys",
  "person_tags",
  "product_waiters",
  "promotion_stops",
  "promotions",
  "push_browsers",
  "recovery_codes",
  "reminders",
  "renewal_days",
  "reply_link_clicks",
  "reply_links",
  "reply_usage",
  "response_keywords",
  "sales_days",
  "sales_marks",
  "saved_filters",
  "sender_name_reviews",
  "sessions",
  "shipping_rates",
  "sign_in_resets",
  "social_accounts",
  "social_events",
  "social_sends",
  "store_suspensions",
  "store_design_versions",
  "store_designs",
  "subscribers",
  "suppressions",
  "tags",
  "team_invitations",
  "team_mail_choices",
  "team_members",
  "team_news",
  "traffic_days",
  "traffic_marks",
  "traffic_quarters",
  "unsubscribe_links",
  "verification_tokens",
  "visit_products",
  "visits",
];

/** The row stays, and says no more who it was. */
const anonymized: Readonly<Record<string, string>> = {
  users: "receipts name the seller by it: a name where something was sold, and nothing else",
  account_deletions: "that and when an account was deleted",
  mail_outbox: "mails that have left, to an address that is none any more",
};

const books = "the books: what was paid for, by whom, and what became of the money";
const bought = "what buyers bought, and what goes with it; what nobody bought is deleted";
const buyers = "a buyer's own, or what they agreed to";
const figures = "counted up from orders, for as long as these stay; no word of the creator's";
const hashed = "hashes and counts of visitors";
const machinery = "how the shop does its work; it goes by its age, or is nobody's";

/** Why rows of a creator stay. */
const kept: Readonly<Record<string, string>> = {
  access: bought,
  affiliate_clicks: hashed,
  affiliate_links: books,
  affiliates: "whom a commission was paid to, or is owed by others; those without one are deleted",
  assignment_files: buyers,
  assignment_submissions: buyers,
  book_audits: books,
  book_comparisons: books,
  book_differences: books,
  bookings: bought,
  bundle_parts: bought,
  buyer_sessions: buyers,
  cart_versions: books,
  certificates: buyers,
  checkout_drafts: machinery,
  checkout_sessions: books,
  checkout_visits: machinery,
  commissions: books,
  coupon_products: books,
  coupon_redemptions: books,
  coupons: "orders were paid with them; the others are deleted",
  course_learners: figures,
  course_modules: bought,
  course_students: figures,
  creator_customers: figures,
  creator_transfers: books,
  customers: buyers,
  dev_clock: machinery,
  digital_downloads: bought,
  disputes: books,
  download_grants: buyers,
  event_changes: bought,
  event_check_ins: buyers,
  event_reminders: machinery,
  file_announcements: machinery,
  former_handles: "nobody else gets the handle for a year",
  former_slugs: bought,
  held_memberships: machinery,
  images: bought,
  job_outbox: machinery,
  lesson_attachments: bought,
  lesson_captions: bought,
  lesson_notes: buyers,
  lesson_pictures: bought,
  lessons: bought,
  mailbox: "local mode's own: the mails that left",
  member_prices: buyers,
  membership_movements: figures,
  membership_trials: hashed,
  operator_events: "what operators did, for good: it names accounts by their ids alone",
  order_browsers: buyers,
  order_events: books,
  order_items: books,
  order_numbers: books,
  order_payments: books,
  order_sources: figures,
  orders: books,
  payment_shares: books,
  payout_accounts: "what a late refund is taken back from; the provider's id alone",
  payout_batches: books,
  post_pictures: bought,
  posts: "members read them to the end of what they paid for; drafts are deleted",
  price_changes: buyers,
  products: bought,
  progress: buyers,
  quarantined_payments: books,
  quiz_answers: buyers,
  quiz_attempts: buyers,
  quiz_versions: bought,
  rate_limits: machinery,
  refund_requests: books,
  refunds: books,
  restores: machinery,
  reviews: "a buyer's words, with the answer they got",
  stock_holds: machinery,
  storage_use: figures,
  subscription_invoices: books,
  subscriptions: books,
  tallies: figures,
  text_videos: bought,
  uploads: bought,
  upsell_offers: books,
  upsells: "what was offered after an order, and paid; the others are deleted",
  video_captions: bought,
  visit_salts: machinery,
  webhook_events: machinery,
  withdrawal_consents: buyers,
  withdrawals: buyers,
  work_deliveries: bought,
  work_files: bought,
  work_orders: bought,
};

const app = await testApp();
const { pool, clock } = app.services;

test("of every table it is said whether it is erased with its creator, and why not", async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !name.startsWith("__"));
  expect(tables.length).toBeGreaterThan(100);
  const said = [...erased, ...Object.keys(anonymized), ...Object.keys(kept)];
  expect(said.toSorted()).toEqual(tables.toSorted());
});

let mine: FurnishedCreator;
let theirs: FurnishedCreator;
const mark = `mine-${randomUUID()}`;
const theirMark = `theirs-${randomUUID()}`;
/** What the books have wrong by how a furnished creator is made. */
let found: string[];
let before: Record<string, string[]>;
let after: Record<string, string[]>;

/** The rows of a table that say something of the creator. */
const rowsAbout = (dump: Record<string, string[]>, table: string, words: readonly string[]) =>
  (dump[`public.${table}`] ?? []).filter((row) => words.some((word) => row.includes(word)));

beforeAll(async () => {
  mine = await makeFurnishedCreator(app, mark);
  theirs = await makeFurnishedCreator(app, theirMark);
  for (const creator of [mine, theirs])
    await furnishFurther(pool, creator.id, {
      mark: creator === mine ? mark : theirMark,
      productId: creator.ids.product,
      now: clock.now(),
    });
  await app.runJobs();
  before = await dumpDatabase(pool);
  found = (await auditNow(app)).map(({ name }) => name);
  // What they owe is settled, or nothing would be deleted.
  await pool.query(
    `insert into account_deletions (owner_id, state, asked_at, due_at, begun_at, closed_with)
     values ($1, 'ERASING', $2, $2, $2, '{"productIds": [], "socialAccountIds": [], "mailings": []}')`,
    [mine.id, clock.now()],
  );
  for (const hours of [0, 2]) {
    app.clock.advance({ hours });
    await carryOutDeletions.handle(app.services, {});
    await app.runJobs();
  }
  after = await dumpDatabase(pool);
});

test("an account is deleted once what was on its way was looked for again", async () => {
  const { rows } = await pool.query("select state from account_deletions where owner_id = $1", [mine.id]);
  expect(rows).toEqual([{ state: "DONE" }]);
});

test.each(erased)("nothing is left in %s", (table) => {
  const words = [mark, mine.id, mine.email, mine.handle];
  expect(rowsAbout(after, table, words)).toEqual([]);
});

test("a furnished creator had something in most of them", () => {
  const furnished = erased.filter((table) => rowsAbout(before, table, [mark, mine.id]).length > 0);
  expect(furnished.length).toBeGreaterThan(38);
});

test("their address is nowhere, and their handle where it is kept from others alone", () => {
  const tablesWith = (word: string) =>
    Object.entries(after)
      .filter(([, rows]) => rows.some((row) => row.includes(word)))
      .map(([table]) => table);
  expect(tablesWith(mine.email).filter((table) => table !== "public.mailbox")).toEqual([]);
  expect(tablesWith(mine.handle).filter((table) => table !== "public.mailbox")).toEqual([
    "public.former_handles",
  ]);
});

test("the row that stays says under which name something was sold, and nothing more of them", async () => {
  const { rows } = await pool.query<Record<string, unknown>>("select * from users where id = $1", [mine.id]);
  const personal = Object.entries(rows[0] ?? {}).filter(([, value]) => JSON.stringify(value).includes(mark));
  expect(personal.map(([column]) => column)).toEqual(["first_name"]);
});

test("what another creator has is as it was, and so are the books", async () => {
  for (const [table, rows] of Object.entries(before)) {
    const about = (dump: string[]) =>
      dump.filter((row) => row.includes(theirMark) || row.includes(theirs.id));
    // What is sent and looked at goes on.
    if (/\.(mail_outbox|job_outbox|mailbox|account_exports|webhook_events|payment_shares)$/.test(table))
      continue;
    expect(about(after[table] ?? []), table).toEqual(about(rows));
  }
  expect((await auditNow(app)).map(({ name }) => name)).toEqual(found);
});
