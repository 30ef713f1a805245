import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import { listCartSequences } from "#contract/carts/sequences.ts";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts, listMyProducts } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { getCertificate } from "#contract/courses/course-progress.ts";
import { listKeywordResponses, tryKeywords } from "#contract/social/keyword-responses.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { getTraffic } from "#contract/analytics/visits.ts";
import { getMembershipFigures } from "#contract/analytics/memberships.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { rollUpTraffic } from "#server/features/analytics/visits/roll-up-traffic.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { testApp } from "#tests/support/test-app.ts";
import { findDemoStore } from "./find-demo-store.ts";
import { removals, removeDemoStore, removeUnusedDemoStore } from "./remove-demo-store.ts";
import { seedDemoStore } from "./seed-demo-store.ts";

const app = await testApp();
const { services } = app;

async function rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await services.pool.query(text, values)).rows as Row[];
}
const demo = async () =>
  (await rows<{ id: string; plan: string }>("select id, plan from users where handle = 'demo'"))[0]!;

const counted = [
  "users",
  "products",
  "lessons",
  "uploads",
  "images",
  "customers",
  "orders",
  "order_items",
  "access",
  "progress",
  "certificates",
  "reviews",
  "posts",
  "social_accounts",
  "keyword_responses",
  "dm_conversations",
  "social_events",
  "reply_links",
  "order_attributions",
  "abandoned_carts",
  "sandbox.demo_messages",
  "sandbox.accounts",
];
async function counts() {
  const [row] = await rows(
    `select ${counted.map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(", ")}`,
  );
  return row;
}

test("two processes at once seed one store, and a third finds it there", async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const before = process.cpuUsage();
  await Promise.all([seedDemoStore(services, say), seedDemoStore(services, say)]);
  const { user, system } = process.cpuUsage(before);
  // Five to ten seconds of the processor; a machine three times slower takes thirty.
  expect((user + system) / 1_000_000).toBeLessThan(60);
  expect(said[0]).toBe("Seeding the demo store…");
  expect(said.filter((line) => line.startsWith("Seeding"))).toHaveLength(1);
  const seeded = await counts();
  await seedDemoStore(services, () => expect.unreachable());
  expect(await counts()).toEqual(seeded);
  expect(await demo()).toMatchObject({ plan: "PRO" });
});

test("the storefront has a product of every type, with a cover", async () => {
  const creator = await app.call(getCreator, { params: { handle: "demo" } });
  expect(creator.body).toMatchObject({
    name: "Maya Lindqvist",
    avatar: { alt: "Portrait of Maya Lindqvist" },
  });
  const { body } = await app.call(listCreatorProducts, { params: { handle: "demo" } });
  expect(new Set(body.map(({ type }) => type))).toEqual(
    new Set(["COURSE", "DOWNLOAD", "MEMBERSHIP", "BOOKING_LINK", "EVENT", "SERVICE", "PHYSICAL", "BUNDLE"]),
  );
  for (const { cover } of body) {
    const picture = await app.app.inject({ url: cover?.src ?? "" });
    expect(picture.statusCode).toBe(200);
    expect(picture.headers["content-type"]).toBe("image/jpeg");
  }
});

test("some carts came back by a mail or near one, others did not, and what is left from now on is mailed", async () => {
  const desk = app.as(await demo());
  const { body: figures } = await desk.call(getCartAnalytics, { querystring: { period: "month" } });
  expect(figures.totalCarts).toBeGreaterThan(figures.recoveredCarts);
  for (const cents of [figures.byLinkCents, figures.nearCents]) expect(cents).toBeGreaterThan(0);
  expect((await desk.call(listCartSequences)).body).toMatchObject([
    { kind: "LEFT", isOn: true },
    { kind: "FAILED" },
  ]);
  // None of them is mailed: nobody is there.
  expect(await rows("select from abandoned_carts where next_mail_at is not null")).toEqual([]);
});

test("most of its visitors went away again, and who bought came from somewhere", async () => {
  await rollUpTraffic(services);
  const { body } = await app.as(await demo()).call(getTraffic, { querystring: { period: "30d" } });
  const { visits, checkouts, emails, tried, paid, added } = body.total;
  const funnel = [visits, checkouts, emails, tried, paid, added];
  expect(funnel).toEqual(funnel.toSorted((a, b) => b - a));
  expect(new Set(funnel).size).toBe(funnel.length);
  expect(added).toBeGreaterThan(0);
  expect(body.sources.length).toBeGreaterThan(6);
  expect(body.products.length).toBeGreaterThan(6);
  // Renewals have no visit; every other order has, and none is counted twice.
  const orders = body.origins.reduce((sum, origin) => sum + origin.orders, 0);
  const renewals = body.origins.find(({ source }) => source === "Renewals of memberships")?.orders ?? 0;
  expect(body.origins.map(({ source }) => source)).not.toContain("Not known");
  expect(paid).toBe(orders - renewals);
});

test("its membership has months of members: some left, some pay by the year, some tried it, and one is trying it", async () => {
  const desk = app.as(await demo());
  const { body } = await desk.call(getMembershipFigures, { querystring: { period: "90d" } });
  expect(body.endCents).toBeGreaterThan(body.startCents);
  expect(body.cohorts.filter(({ joined }) => joined > 0).length).toBeGreaterThan(2);
  const members = await rows<{ status: string; interval: string; trial: boolean; count: number }>(
    `select status, billing_interval as interval, trial_days is not null as trial, count(*)::int from subscriptions group by 1, 2, 3`,
  );
  const count = (what: Partial<(typeof members)[number]>) =>
    members
      .filter((row) => Object.entries(what).every(([key, value]) => row[key as "status"] === value))
      .reduce((sum, row) => sum + row.count, 0);
  expect(count({ status: "active" })).toBeGreaterThan(8);
  expect(count({ status: "active", interval: "YEAR" })).toBeGreaterThan(0);
  expect(count({ status: "canceled", trial: false })).toBeGreaterThan(0);
  expect(count({ status: "active", trial: true })).toBe(1);
  expect(count({ status: "canceled", trial: true })).toBe(1);
  expect(count({ status: "trialing", trial: true })).toBe(1);
  const kinds = await rows<{ kind: string }>("select distinct kind from membership_movements order by 1");
  expect(kinds.map(({ kind }) => kind)).toEqual(["CHURN", "CONTRACTION", "NEW", "TRIAL", "TRIAL_END"]);
});

test("the sandbox has the demo store's members as the shop does, and bills them on", async () => {
  const asked = await rows("select data from job_outbox where name = 'sync-membership'");
  expect(asked).toEqual([]);
  const members = await rows<{ provider: string }>(
    "select provider_subscription_id as provider from subscriptions",
  );
  const before = await rows("select * from subscriptions order by id");
  for (const { provider } of members) await syncMembership(services, provider);
  const after = await rows("select * from subscriptions order by id");
  const plain = (found: Record<string, unknown>[]) =>
    found.map((row) => ({ ...row, asked_number: 0, updated_at: 0, card_expires_at: 0 }));
  expect(plain(after)).toEqual(plain(before));
  expect(await rows("select from mail_outbox where template like 'member%'")).toEqual([]);
  expect(await auditBooks(services.pool, { provider: "sandbox" })).toEqual([]);
});

test("the course has previews and videos of its own, and files are where their rows say", async () => {
  const { body } = await app.call(getProduct, { params: { idOrSlug: "brand-design-course" } });
  const outline = body.modules.flatMap(({ lessons }) => lessons);
  expect(outline.filter(({ freePreview }) => freePreview)).toHaveLength(2);
  const videos = await rows("select video_upload_id from lessons where video_upload_id is not null");
  expect(videos).toHaveLength(8);
  const stored = await rows<{ key: string; size: string }>(
    "select storage_key as key, size_bytes as size from uploads where state = 'STORED'",
  );
  expect(stored).toHaveLength(12);
  for (const { key, size } of stored) expect(await services.files.size(key)).toBe(Number(size));
});

test("most who bought the course have begun it, in its order, and a few have its certificate", async () => {
  const learners = await rows<{ done: number; age: number; certified: boolean }>(
    `select count(*) filter (where p.completed)::int as done, extract(day from now() - min(a.granted_at))::int as age,
            exists (select from certificates c where c.order_id = p.order_id) as certified
       from progress p join access a on a.order_id = p.order_id
       join products c on c.id = a.product_id and c.type = 'COURSE'
      group by p.order_id`,
  );
  expect(learners.length).toBeGreaterThan(5);
  expect(new Set(learners.map(({ done }) => done)).size).toBeGreaterThan(3);
  for (const { done, age, certified } of learners) {
    expect(certified).toBe(done === 11);
    if (done >= 10) expect(age).toBeGreaterThanOrEqual(7);
  }
  const [certificate] = await rows<{ code: string }>("select code from certificates");
  const { body } = await app.call(getCertificate, { params: { code: certificate!.code } });
  expect(body).toMatchObject({ creatorName: "Maya Lindqvist", lessonCount: 11 });
});

test("one lesson of the course ends with a quiz and one with an assignment, handed in by whoever came so far", async () => {
  const { rows } = await app.services.pool.query<{ state: string; completed: boolean; count: number }>(
    `select s.state, p.completed, count(*)::int from assignment_submissions s
       join progress p on p.order_id = s.order_id and p.lesson_id = s.lesson_id group by 1, 2`,
  );
  const counted = Object.fromEntries(
    rows.map(({ state, completed, count }) => [`${state} ${completed}`, count]),
  );
  expect(Object.keys(counted).toSorted()).toEqual(["ACCEPTED true", "SUBMITTED false"]);
  const { rows: open } = await app.services.pool.query(
    `select from progress p join lessons l on l.id = p.lesson_id
      where p.completed and l.assignment is not null
        and not exists (select from assignment_submissions s where s.lesson_id = l.id and s.order_id = p.order_id)`,
  );
  expect(open).toHaveLength(0);
});

test("orders add up with their lines, payments, refunds, access and downloads", async () => {
  const [{ number } = { number: 0 }] = await rows<{ number: number }>(
    "select count(*)::int as number from orders",
  );
  expect(number).toBeGreaterThan(150);
  for (const wrong of [
    "select o.id from orders o where total_cents <> (select sum(total_price_cents) from order_items where order_id = o.id)",
    "select o.id from orders o where total_cents <> coalesce((select sum(amount_cents) from order_payments where order_id = o.id), 0)",
    "select o.id from orders o where refunded_cents <> coalesce((select sum(amount_cents) from refunds where order_id = o.id), 0)",
    "select o.id from orders o where (payment_intent_id is null) <> (not exists (select from order_payments p where p.payment_intent_id = o.payment_intent_id))",
    "select i.id from order_items i where not exists (select from access a where a.order_item_id = i.id)",
    "select a.id from access a join orders o on o.id = a.order_id where (o.status = 'REFUNDED') <> (a.revoked_at is not null)",
    "select i.id from order_items i join products p on p.id = i.product_id where (p.digital_file_type is not null) <> exists (select from digital_downloads d where d.order_item_id = i.id)",
    "select i.id from order_items i where item_type <> 'MAIN' and offer_id is null",
    "select o.id from orders o where created_at > now() + interval '1 minute' or not exists (select from order_events e where e.order_id = o.id and e.kind = 'PAID')",
    "select p.lesson_id from progress p join lessons l on l.id = p.lesson_id where p.updated_at > now() + interval '1 minute' or p.watched_seconds > l.duration or p.position_seconds > l.duration or (p.played = '{}') <> (l.video_upload_id is null)",
    "select p.lesson_id from progress p join lessons l on l.id = p.lesson_id join access a on a.order_id = p.order_id join course_modules m on m.id = l.module_id and m.product_id = a.product_id where p.updated_at < a.granted_at + make_interval(days => l.drip_days)",
    "select r.id from reviews r where not exists (select from access a where a.product_id = r.product_id and a.customer_id = r.customer_id and a.revoked_at is null)",
    "select r.id from reviews r join products p on p.id = r.product_id where p.event_starts_at > r.created_at",
    "select r.product_id from reviews r where r.text <> '' group by r.product_id, r.text having count(*) > 1",
    "select r.text from reviews r where r.text <> '' group by r.text having count(distinct r.product_id) > 1",
    "select e.id from social_events e where (e.outcome = 'SENT') <> exists (select from social_sends s where s.event_id = e.id and s.state = 'SENT')",
    "select m.id from dm_messages m join dm_conversations c on c.id = m.conversation_id where m.platform_created_at > c.last_message_at or m.platform_created_at > now() + interval '1 minute'",
    "select l.id from reply_links l where clicks <> (select count(*) from reply_link_clicks where link_id = l.id)",
    "select a.order_id from order_attributions a join orders o on o.id = a.order_id join reply_links l on l.id = a.link_id where l.clicks = 0 or l.product_id <> o.product_id or l.created_at > o.paid_at or a.clicked_at > o.paid_at",
    "select k.id from keyword_responses k where not exists (select from response_keywords r where r.keyword_response_id = k.id)",
    "select c.id from coupons c where usage_count <> (select count(*) from orders where coupon_code = c.code and owner_id = c.owner_id and status = 'PAID')",
  ]) {
    expect({ wrong, rows: await rows(wrong) }).toEqual({ wrong, rows: [] });
  }
});

test("most reviews of the demo store say something", async () => {
  const [counts] = await rows<{ written: number; all: number }>(
    "select count(*) filter (where text <> '')::int as written, count(*)::int as all from reviews",
  );
  expect(counts!.all).toBeGreaterThan(30);
  expect(counts!.written / counts!.all).toBeGreaterThan(0.6);
});

test("the demo creator's figures are those of the rows", async () => {
  const me = app.as(await demo());
  const { body } = await me.call(getDashboardStats);
  const [sums] = await rows(
    "select sum(total_cents - refunded_cents)::int as revenue, count(*)::int as orders from orders",
  );
  expect(body).toMatchObject({ totalRevenue: sums!["revenue"], totalOrders: sums!["orders"] });
  expect(body.averageRating).toBeGreaterThan(4);
  expect(body.activeStudents).toBeGreaterThan(5);
  expect((await me.call(listMyProducts)).body).toHaveLength(11);
});

test("the demo creator has earned every badge", async () => {
  const { body } = await app.call(getCreator, { params: { handle: "demo" } });
  expect(body.badges).toEqual(["PROFESSIONAL", "VERIFIED", "TOP"]);
});

test("its conversations show what keywords earned, and are answered as they would be today", async () => {
  const me = app.as(await demo());
  const { body: responses } = await me.call(listKeywordResponses);
  expect(responses.filter(({ earnings }) => earnings.netRevenueCents > 0).length).toBeGreaterThan(2);
  const { body: analytics } = await me.call(getSocialAnalytics, { querystring: {} });
  expect(analytics.totals).toMatchObject({ orders: 5 });
  expect(analytics.totals.clicks).toBeGreaterThan(8);

  // Each text goes to the response that the demo store says it was answered by, and none that was not matches one.
  const events = await rows<{
    account: string;
    kind: string;
    text: string;
    by: string | null;
    rule: string | null;
  }>(
    `select social_account_id as account, kind, text, keyword_response_id as by, automation_rule_id as rule
       from social_events where outcome in ('SENT', 'NO_MATCH')`,
  );
  expect(events.length).toBeGreaterThan(15);
  for (const { account, kind, text, by } of events) {
    const place = kind === "MESSAGE" ? "DM" : (kind as "COMMENT" | "STORY_REPLY");
    const { body } = await me.call(tryKeywords, { body: { socialAccountId: account, text, place } });
    // A rule that greets new people would answer all others.
    const response = body.answeredBy?.ruleName === null ? body.answeredBy.id : null;
    expect([text, response]).toEqual([text, by]);
  }
});

test("every table that may keep a demo row from being removed is thought of", async () => {
  const referring = await rows<{ table: string }>(
    `select distinct conrelid::regclass::text as "table" from pg_constraint
      where contype = 'f' and confdeltype = 'a'
        and confrelid::regclass::text in ('users', 'products', 'orders', 'order_items', 'order_payments', 'checkout_sessions', 'uploads',
                                          'images', 'coupons', 'affiliates', 'affiliate_links', 'social_accounts')`,
  );
  const known = removals.join("\n");
  // Gone with the orders, products and accounts they belong to.
  const cascading = [
    "keyword_responses",
    "automation_rules",
    "access",
    "digital_downloads",
    "lessons",
    "lesson_attachments",
    "lesson_captions",
    "lesson_pictures",
    "post_pictures",
    "text_videos",
    "assignment_files",
    "work_files",
  ];
  const forgotten = referring
    .map(({ table }) => table)
    .filter((table) => !cascading.includes(table) && !new RegExp(`(from|update) ${table}\\b`).test(known));
  expect(forgotten).toEqual([]);
});

test("resetting brings it back as it was, whatever was bought and begun meanwhile", async () => {
  const before = await counts();
  const files = await rows<{ key: string }>("select storage_key as key from uploads");
  const [elsewhere] = await rows<{ email: string }>("select email from customers limit 1");
  await makeOrder(app, { email: elsewhere!.email });
  const { body } = await app.call(listCreatorProducts, { params: { handle: "demo" } });
  const paid = body.find(({ priceCents }) => priceCents > 0)!;
  expect(
    (
      await app
        .browser()
        .call(createPaymentIntent, { body: { productId: paid.id, customerEmail: "new@example.com" } })
    ).status,
  ).toBe(200);

  await removeDemoStore(services);
  expect((await app.call(getCreator, { params: { handle: "demo" } })).status).toBe(404);
  expect(await counts()).toMatchObject({ users: 1, orders: 1, customers: 1, uploads: 0, images: 0 });
  expect(await services.files.size(files[0]!.key)).toBeUndefined();

  await seedDemoStore(services, () => {});
  const other = { users: 1, products: 1, orders: 1, order_items: 1, access: 1 };
  const expected = Object.fromEntries(
    Object.entries(before!).map(([table, count]) => [table, Number(count) + (other[table as "users"] ?? 0)]),
  );
  expect(await counts()).toEqual(expected);
});

test("a live installation removes it, unless somebody real bought in it", async () => {
  const [product] = await services.db
    .select()
    .from(products)
    .where(and(eq(products.ownerId, (await demo()).id), eq(products.type, "DOWNLOAD")))
    .limit(1);
  const order = await makeOrder(app, { email: "ada@real.example", items: [{ product: product! }] });
  await rows("update users set handle = 'renamed' where handle = 'demo'");
  const remove = (withFreeOrders = false) => removeUnusedDemoStore(services, { withFreeOrders });
  await expect(remove(true)).rejects.toThrow("1 order in the demo store was paid with real money");
  await rows("update order_items set order_payment_id = null where order_id = $1", [order.id]);
  await rows("delete from order_payments where order_id = $1", [order.id]);
  await expect(remove()).rejects.toThrow("--with-free-orders");
  expect(await remove(true)).toBe("renamed");
  expect(await findDemoStore(services.pool)).toBeUndefined();
  expect(await rows("select from users where lower(email) = 'demo@example.com'")).toEqual([]);
  expect(await remove()).toBeUndefined();
});
