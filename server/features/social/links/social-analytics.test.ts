import { expect, test } from "vitest";
import { setTimeZone } from "#contract/accounts/accounts.ts";
import { dayOf } from "#contract/dates.ts";
import { exportSocialAnalytics, getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { csvLines } from "#tests/support/csv-lines.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { clickReplyLink, makeReplyLink } from "#tests/support/reply-link.ts";
import { makeAutomationRule, makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { earningsByResponse, earningsByRule } from "./earnings.ts";
import { anonymizeClicks } from "./anonymize-clicks.ts";

const app = await testApp();
const { pool, db } = app.services;
const nothing = { received: 0, sent: 0, clicks: 0, orders: 0, netRevenueCents: 0 };

async function openShop() {
  const product = await makeProduct(app, { priceCents: 2_000 });
  const account = await makeSocialAccount(app, { userId: product.ownerId });
  const guide = await makeKeywordResponse(app, account, { keyword: "GUIDE" });
  const rule = await makeAutomationRule(app, account, { ruleName: "Welcome" });
  return { product, account, guide, rule, me: app.as({ id: product.ownerId }) };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** What came in and how it ended, so many days ago. */
async function heard(
  { account }: Shop,
  daysAgo: number,
  events: Partial<typeof socialEvents.$inferInsert>[],
): Promise<void> {
  const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
  await db.insert(socialEvents).values(
    events.map((event, index) => ({
      kind: "MESSAGE" as const,
      platformEventId: `MESSAGE:${daysAgo}:${index}`,
      personId: `fan${index}`,
      occurredAt: at,
      receivedAt: at,
      outcome: "NO_MATCH" as const,
      ...event,
      userId: account.userId,
      socialAccountId: account.id,
    })),
  );
}

/** A buyer comes by a reply's link and buys. */
async function sold({ product }: Shop, code: string) {
  const browser = app.browser();
  await clickReplyLink(app, browser, code);
  await pay(browser, await openCheckout(browser, product.id));
  await deliverWebhooks(app);
}

const analyticsOf = async ({ me }: Shop, days = 30) => {
  const { status, body, text } = await me.call(getSocialAnalytics, { querystring: { days } });
  expect(status, text).toBe(200);
  return body;
};

test("a new creator has zeros on every day, and no automation rate", async () => {
  const me = app.as(await makeCreator(app));
  const { body } = await me.call(getSocialAnalytics, { querystring: {} });
  expect(body).toMatchObject({
    accounts: 0,
    responses: 0,
    activeResponses: 0,
    conversations: 0,
    automationRate: null,
    totals: nothing,
    keywords: [],
    rules: [],
    posts: [],
    outcomes: [],
  });
  const today = app.clock.now().toISOString().slice(0, 10);
  expect(body.days).toHaveLength(30);
  expect(body.days.at(-1)).toEqual({ day: today, ...nothing });
  expect(new Set(body.days.map(({ day }) => day)).size).toBe(30);
  expect(body.days.map(({ day }) => day)).toEqual(body.days.map(({ day }) => day).sort());
});

test("what came is counted by day, keyword, rule, post and outcome", async () => {
  const shop = await openShop();
  const byGuide = { keywordResponseId: shop.guide.id };
  const onPost = { kind: "COMMENT", detail: { commentId: "c1", postId: "post1" } } as const;
  await heard(shop, 2, [
    { ...byGuide, outcome: "SENT" },
    { ...byGuide, outcome: "COOLDOWN" },
    { ...byGuide, ...onPost, outcome: "SENT" },
  ]);
  await heard(shop, 0, [
    { automationRuleId: shop.rule.id, outcome: "SENT" },
    { kind: "STORY_REPLY" },
    { ...onPost },
    { kind: "ECHO", outcome: "UNSUPPORTED" },
    { kind: "OTHER", outcome: "UNSUPPORTED" },
  ]);
  await heard(shop, 40, [{ ...byGuide, outcome: "SENT" }]);
  const figures = await analyticsOf(shop);
  expect(figures).toMatchObject({ accounts: 1, activeResponses: 1, conversations: 0 });
  expect(figures.totals).toEqual({ ...nothing, received: 6, sent: 3 });
  expect(figures.days.at(-3)).toMatchObject({ received: 3, sent: 2 });
  expect(figures.days.at(-2)).toMatchObject(nothing);
  expect(figures.days.at(-1)).toMatchObject({ received: 3, sent: 1 });
  expect(figures.keywords).toEqual([{ id: shop.guide.id, name: "GUIDE", ...nothing, received: 3, sent: 2 }]);
  expect(figures.rules).toEqual([{ id: shop.rule.id, name: "Welcome", ...nothing, received: 1, sent: 1 }]);
  expect(figures.posts).toEqual([{ postId: "post1", ...nothing, received: 2, sent: 1 }]);
  expect(figures.outcomes).toEqual([
    { outcome: "SENT", count: 3 },
    { outcome: "NO_MATCH", count: 2 },
    { outcome: "COOLDOWN", count: 1 },
  ]);
  // Four direct messages and story replies, two of them answered.
  expect(figures.automationRate).toBe(0.5);
  expect((await analyticsOf(shop, 60)).totals).toMatchObject({ received: 7, sent: 4 });
  expect((await earningsByResponse(pool, shop.product.ownerId)).get(shop.guide.id)).toEqual({
    ...nothing,
    received: 4,
    sent: 3,
  });
});

test("clicks and orders count on their own days, and nobody sees another's", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const code = await makeReplyLink(app, shop.product, { keywordResponseId: shop.guide.id, postId: "post1" });
  const viaRule = await makeReplyLink(app, shop.product, { automationRuleId: shop.rule.id });
  await sold(shop, code);
  app.clock.advance({ days: 1 });
  await sold(shop, viaRule);
  await clickReplyLink(app, { cookies: {} }, viaRule);
  const { totals, days, keywords, rules, posts } = await analyticsOf(shop);
  expect(totals).toEqual({ ...nothing, clicks: 3, orders: 2, netRevenueCents: 4_000 });
  expect(days.at(-2)).toMatchObject({ clicks: 1, orders: 1, netRevenueCents: 2_000 });
  expect(days.at(-1)).toMatchObject({ clicks: 2, orders: 1, netRevenueCents: 2_000 });
  expect(keywords).toMatchObject([{ name: "GUIDE", clicks: 1, orders: 1, netRevenueCents: 2_000 }]);
  expect(rules).toMatchObject([{ name: "Welcome", clicks: 2, orders: 1, netRevenueCents: 2_000 }]);
  expect(posts).toMatchObject([{ postId: "post1", clicks: 1, orders: 1, netRevenueCents: 2_000 }]);
  expect((await analyticsOf(shop, 1)).totals).toMatchObject({ clicks: 2, orders: 1 });
  expect((await analyticsOf(other)).totals).toEqual(nothing);
  expect((await earningsByRule(pool, shop.product.ownerId)).get(shop.rule.id)).toMatchObject({ clicks: 2 });
  expect((await earningsByRule(pool, other.product.ownerId)).size).toBe(0);
});

test("what deleted keywords earned is still told, as one line", async () => {
  const shop = await openShop();
  await heard(shop, 0, [{ keywordResponseId: shop.guide.id, outcome: "SENT" }]);
  await sold(shop, await makeReplyLink(app, shop.product, { keywordResponseId: shop.guide.id }));
  await pool.query("delete from keyword_responses where id = $1", [shop.guide.id]);
  const { keywords, totals } = await analyticsOf(shop);
  expect(keywords).toEqual([{ id: null, name: "Deleted", ...totals }]);
  expect(totals).toEqual({ received: 1, sent: 1, clicks: 1, orders: 1, netRevenueCents: 2_000 });
});

test("the table holds the same, and no formulas", async () => {
  const shop = await openShop();
  const evil = await makeKeywordResponse(app, shop.account, { keyword: "=HYPERLINK(1)" });
  await sold(shop, await makeReplyLink(app, shop.product, { keywordResponseId: evil.id }));
  const { status, text, headers } = await shop.me.call(exportSocialAnalytics, { querystring: { days: 2 } });
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toBe('attachment; filename="social-analytics.csv"');
  const [head, ...lines] = csvLines(text);
  expect(head).toBe("By,Name,Received,Sent,Clicked,Orders,Net revenue (USD)");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe("Total,,0,0,1,1,20");
  expect(lines.at(-1)).toBe("Keyword,'=HYPERLINK(1),0,0,1,1,20");
});

test.each(["0", "367", "x", "1.5"])("a period of %s days is refused", async (days) => {
  const { me } = await openShop();
  const { status, body } = await me.call(getSocialAnalytics, { querystring: { days } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ fields: { days: expect.any(String) } });
});

test("who clicked is forgotten after the day, what was clicked is not", async () => {
  const shop = await openShop();
  const code = await makeReplyLink(app, shop.product);
  await clickReplyLink(app, { cookies: {} }, code);
  const hashes = async () => {
    const { rows } = await pool.query<{ hash: string }>(
      "select visitor_hash as hash from reply_link_clicks c join reply_links l on l.id = c.link_id where l.code = $1",
      [code],
    );
    return rows.map(({ hash }) => hash);
  };
  const [before] = await hashes();
  await anonymizeClicks(app.services);
  expect(await hashes()).toEqual([before]);
  app.clock.advance({ days: 2 });
  await anonymizeClicks(app.services);
  expect(await hashes()).not.toEqual([before]);
  expect((await analyticsOf(shop)).totals.clicks).toBe(1);
  app.clock.advance({ days: 400 });
  await anonymizeClicks(app.services);
  expect(await hashes()).toEqual([]);
});

test("what happened stands on the day of the creator's zone, on both sides of midnight", async () => {
  const shop = await openShop();
  const zones = { ahead: "Pacific/Kiritimati", behind: "Pacific/Pago_Pago" };
  await shop.me.call(setTimeZone, { body: { timeZone: zones.ahead, isGuess: false } });
  const code = await makeReplyLink(app, shop.product);
  await heard(shop, 0, [{ outcome: "SENT" }]);
  await sold(shop, code);
  const today = { received: 1, sent: 1, clicks: 1, orders: 1, netRevenueCents: 2_000 };
  const now = app.clock.now();
  expect((await analyticsOf(shop)).days.at(-1)).toEqual({ day: dayOf(now, zones.ahead), ...today });

  await shop.me.call(setTimeZone, { body: { timeZone: zones.behind, isGuess: false } });
  expect((await analyticsOf(shop)).days.at(-1)).toMatchObject({
    day: dayOf(now, zones.behind),
    received: 1,
    orders: 1,
  });
});
