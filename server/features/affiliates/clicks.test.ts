import { expect, test } from "vitest";
import { affiliateCodeOf } from "#server/features/affiliates/affiliate-cookie.ts";
import { clearOldClicks, openAffiliateLink } from "#server/features/affiliates/clicks.ts";
import { mostBrowsers } from "#server/http/few-browsers.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp(
  {},
  {
    prepare: async (app, services) => {
      app.get("/page", async (request, reply) => {
        await openAffiliateLink(services, request, reply);
        return { code: affiliateCodeOf(request) ?? null };
      });
    },
  },
);
const { pool } = app.services;
const creator = await makeCreator(app);
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
const laptop =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36";

/** Opens a page; answers the cookie it set. */
async function open(aff: string, headers: Record<string, string> = {}, remoteAddress = "203.0.113.7") {
  const answer = await app.app.inject({
    url: `/page?aff=${encodeURIComponent(aff)}`,
    headers: { "user-agent": phone, ...headers },
    remoteAddress,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.cookies[0];
}
const clicksOf = async (code: string) =>
  (await pool.query<{ clicks: number }>("select clicks from affiliate_links where code = $1", [code])).rows[0]
    ?.clicks;

test("a link opened is remembered for 30 days, as its own code", async () => {
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  expect(await open(link.code.toLowerCase())).toMatchObject({
    name: "aff",
    value: link.code,
    maxAge: 30 * 24 * 60 * 60,
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
  });
  const { body } = await app.app.inject({ url: "/page", cookies: { aff: link.code } });
  expect(JSON.parse(body)).toEqual({ code: link.code });
});

test("a click counts once for a visitor and day, however often and however many at once", async () => {
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  await Promise.all(Array.from({ length: 100 }, () => open(link.code)));
  expect(await clicksOf(link.code)).toBe(1);
  await Promise.all(Array.from({ length: 50 }, (_, index) => open(link.code, {}, `198.51.100.${index}`)));
  expect(await clicksOf(link.code)).toBe(51);
  await open(link.code, { "user-agent": laptop });
  expect(await clicksOf(link.code)).toBe(52);
  app.clock.advance({ days: 1 });
  await open(link.code);
  expect(await clicksOf(link.code)).toBe(53);
});

test("programs, pages fetched in advance and pictures count for nothing", async () => {
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  for (const headers of [
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { "user-agent": "facebookexternalhit/1.1" },
    { "user-agent": "curl/8.7.1" },
    { "sec-purpose": "prefetch" },
    { "sec-fetch-dest": "image" },
    { "sec-fetch-dest": "iframe" },
  ])
    expect(await open(link.code, headers)).toBeUndefined();
  expect(await clicksOf(link.code)).toBe(0);
});

test("a code that is unknown, switched off or odd sets nothing", async () => {
  const off = await makeAffiliate(app, { ownerId: creator.id, link: { active: false } });
  const left = await makeAffiliate(app, { ownerId: creator.id, active: false });
  for (const code of [
    off.link.code,
    left.link.code,
    "nobody",
    "",
    "a",
    "x".repeat(5_000),
    "' or 1=1",
    "a;b=c",
  ])
    expect(await open(code)).toBeUndefined();
  const { body } = await app.app.inject({ url: "/page", cookies: { aff: "<script>" } });
  expect(JSON.parse(body)).toEqual({ code: null });
});

test("who clicked is forgotten, how many did is not", async () => {
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  await open(link.code);
  app.clock.advance({ days: 2 });
  await clearOldClicks(app.services);
  expect((await pool.query("select from affiliate_clicks")).rowCount).toBe(0);
  expect(await clicksOf(link.code)).toBe(1);
});

test("one network has a hundred clicks a minute counted, whatever browsers it names, and each is remembered", async () => {
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  for (let browser = 0; browser < mostBrowsers + 20; browser++)
    expect(await open(link.code, { "user-agent": `${phone} ${browser}` }, "203.0.113.99")).toMatchObject({
      value: link.code,
    });
  expect(await clicksOf(link.code)).toBe(mostBrowsers);
  await open(link.code, {}, "203.0.113.98");
  expect(await clicksOf(link.code)).toBe(mostBrowsers + 1);
});
