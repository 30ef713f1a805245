import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { seeCheckout } from "#contract/analytics/seen-checkout.ts";
import { getLiveView, getTraffic } from "#contract/analytics/visits.ts";
import { saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { dayOf } from "#contract/dates.ts";
import { sessionCookieName } from "#server/features/accounts/sessions.ts";
import { ownCopy, pageOf } from "#server/pages/cached-page.ts";
import { sendKept } from "#server/pages/storefront-cache.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { makeBundle } from "#tests/support/bundle-factory.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { deleteVisits } from "./forget-visits.ts";
import { rollUpTraffic } from "./roll-up-traffic.ts";
import { mostBrowsers } from "#server/http/few-browsers.ts";
import { visitBuffer } from "./visit-buffer.ts";

const app = await testApp(
  {},
  {
    // What a page answers is not of interest here; it is kept as pages of stores are.
    prepare: async (http, { storefronts }) => {
      http.get("/u/*", { schema: { hide: true } as never }, async (request, reply) => {
        const load = async () => pageOf("<p>A page", {}, ownCopy);
        const path = request.url.split("?")[0] ?? "";
        const page = path.endsWith("gone") ? undefined : await storefronts.get("", path, load, request.url);
        return page ? sendKept(page, request, reply) : reply.code(404).send();
      });
    },
  },
);
const { pool } = app.services;
const written = () => visitBuffer(app.services).flush();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  app.clock.advanceToNoon();
  creator = await makeCreator(app);
});

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
type Headers = Record<string, string>;
const open = (path: string, headers: Headers = {}, remoteAddress = "198.51.100.7") =>
  app.app.inject({ url: path, headers: { "user-agent": phone, ...headers }, remoteAddress });
/** A browser that says that it is a phone's. */
const asPhone = (at: string | ReturnType<typeof app.browser>) => {
  const browser = typeof at === "string" ? app.browser(at) : at;
  const headers = { "user-agent": phone };
  const call = ((endpoint: never, input: never) =>
    browser.call(endpoint, input, { headers })) as typeof browser.call;
  return { ...browser, call };
};
const traffic = async (querystring: Record<string, string> = {}) => {
  await written();
  const { status, body } = await app.as(creator).call(getTraffic, { querystring });
  expect(status).toBe(200);
  return body;
};

test("looks at pages within 30 minutes of each other are one visit; programs and pages fetched in advance are none", async () => {
  const product = await makeProduct(app, { ownerId: creator.id });
  const store = `/u/${creator.handle}`;
  await open(`${store}?utm_source=ig&utm_medium=bio`);
  await open(`${store}/${product.slug}`, { referer: "http://localhost:3000/u/x" });
  await open(store, { "sec-purpose": "prefetch" }, "198.51.100.8");
  await open(store, { "sec-fetch-dest": "image" }, "198.51.100.8");
  await open(store, { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }, "198.51.100.8");
  await open(store, { "user-agent": "" }, "198.51.100.8");
  await open(`${store}/gone`, {}, "198.51.100.8");
  await open("/u/nobody_at_all", {}, "198.51.100.8");
  await written();
  app.clock.advance({ minutes: 29 });
  await open(store);
  await written();
  app.clock.advance({ minutes: 31 });
  await open(store, { referer: "https://l.instagram.com/" });
  await open(store, { referer: "https://news.example.org/list" }, "203.0.113.9");
  const { total, sources, products, days } = await traffic();
  expect(total).toMatchObject({ visits: 3, views: 5, checkouts: 0, paid: 0 });
  expect(sources.map(({ channel, source, visits }) => [channel, source, visits])).toEqual([
    ["SOCIAL", "Instagram", 2],
    ["LINK", "news.example.org", 1],
  ]);
  expect(products).toMatchObject([{ id: product.id, title: product.title, visits: 1 }]);
  expect(days.at(-1)).toMatchObject({ visits: 3 });
  // Nothing is kept of who it was.
  const { rows } = await pool.query("select row_to_json(o)::text as kept from open_visits o");
  expect(rows.map(({ kept }) => kept).join()).not.toMatch(/198\.51|203\.0|iPhone/);
});

test("a page that is answered from memory is counted, whole or unchanged", async () => {
  const store = `/u/${creator.handle}`;
  const { origin } = await originOf(app);
  const read = (headers: Headers = {}) =>
    fetch(origin + store, { headers: { "user-agent": phone, "sec-fetch-dest": "document", ...headers } });
  const first = await read();
  expect(app.services.storefronts.findAt(store)).toBeDefined();
  const kept = await read();
  const known = await read({ "if-none-match": String(first.headers.get("etag")) });
  expect([first, kept, known].map(({ status }) => status)).toEqual([200, 200, 304]);
  await app.app.inject({ method: "HEAD", url: store, headers: { "user-agent": phone } });
  expect((await traffic()).total).toMatchObject({ visits: 1, views: 3 });
});

test("neither browsers that one network makes up nor sources that somebody invents fill the tables", async () => {
  const store = `/u/${creator.handle}`;
  for (let browser = 0; browser < mostBrowsers + 20; browser++)
    await open(store, { "user-agent": `${phone} ${browser}` }, "198.51.100.40");
  expect((await traffic()).total.visits).toBe(mostBrowsers);
  await pool.query(
    `insert into visits (id, owner_id, started_at, channel, source, views, step)
     select gen_random_uuid(), $1, $2, 'CAMPAIGN', 'made-up-' || n, 1, 1 from generate_series(1, 300) n`,
    [creator.id, app.clock.now()],
  );
  await rollUpTraffic(app.services);
  const { rows } = await pool.query(
    "select count(*)::int as rows, sum(visits)::int as visits from traffic_quarters where owner_id = $1",
    [creator.id],
  );
  expect(rows).toEqual([{ rows: 201, visits: mostBrowsers + 300 }]);
  expect((await traffic()).total.visits).toBe(mostBrowsers + 300);
});

test("an address in a link is nobody's source", async () => {
  await open(`/u/${creator.handle}?utm_source=ann%40example.com&ref=bob@example.com`);
  expect((await traffic()).sources).toMatchObject([{ channel: "DIRECT", source: "Direct" }]);
});

test("the parts of a bundle are no add-ons", async () => {
  const part = () => makeProduct(app, { ownerId: creator.id });
  const bundle = await makeBundle(app, [await part(), await part()]);
  const buyer = asPhone("198.51.100.50");
  const checkout = await openCheckout(buyer, bundle.id);
  await pressPay(buyer, checkout);
  await written();
  await pay(buyer, checkout);
  await deliverWebhooks(app);
  expect((await traffic()).total).toMatchObject({ visits: 1, paid: 1, added: 0 });
});

test("a creator who is signed in is no visitor of stores, and sees nothing of another's", async () => {
  await open(`/u/${creator.handle}`, { cookie: `theme=dark; ${sessionCookieName(app.services.config)}=x` });
  const other = await makeCreator(app);
  await open(`/u/${other.handle}`);
  expect((await traffic()).total.visits).toBe(0);
  const { body } = await app.as(other).call(getTraffic, { querystring: {} });
  expect(body.total.visits).toBe(1);
  expect((await app.call(getTraffic, { querystring: {} })).status).toBe(401);
  expect((await app.call(getLiveView)).status).toBe(401);
});

test("a visit that ends in a payment comes all the way, and its order keeps where it came from", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const bump = await makeBump(app, product);
  const browser = app.browser("198.51.100.20");
  const headers = { "user-agent": phone };
  const arrival = { productId: product.id, search: "?utm_source=newsletter&utm_medium=email", referrer: "" };
  expect((await browser.call(seeCheckout, { body: arrival }, { headers })).status).toBe(200);
  const choice = { orderBumps: [], couponCode: "", affiliateCode: "", link: "" };
  const draft = { revision: 0, email: "ann@example.com", hasActed: true, timeZone: "UTC", choice };
  await browser.call(saveCheckoutDraft, { params: { productId: product.id }, body: draft }, { headers });
  // Somebody else only looks.
  await app.browser("198.51.100.21").call(seeCheckout, { body: { productId: product.id } }, { headers });
  expect((await traffic()).total).toMatchObject({ visits: 2, checkouts: 2, emails: 1, tried: 0, paid: 0 });

  const buyer = asPhone(browser);
  const checkout = await openCheckout(buyer, product.id, "ann@example.com", { orderBumps: [bump.id] });
  expect((await pressPay(buyer, checkout)).status).toBe(200);
  await written();
  await rollUpTraffic(app.services);
  await pay(buyer, checkout);
  await deliverWebhooks(app);
  const { total, origins, sources, products } = await traffic();
  expect(total).toMatchObject({ visits: 2, checkouts: 2, emails: 1, tried: 1, paid: 1, added: 1 });
  expect(products).toMatchObject([{ id: product.id, visits: 2, tried: 1, paid: 1 }]);
  expect(sources.map(({ source, visits, paid }) => [source, visits, paid])).toEqual([
    ["Direct", 1, 0],
    ["Newsletter", 1, 1],
  ]);
  expect(origins).toMatchObject([{ channel: "EMAIL", source: "Newsletter", orders: 1 }]);
  await rollUpTraffic(app.services);
  expect((await traffic({ productId: product.id })).total).toMatchObject({ visits: 2, paid: 1, added: 1 });
  const { body } = await app.as(creator).call(getLiveView);
  expect(body).toMatchObject({ visits: 2, orders: 1, products: [{ id: product.id, visits: 2 }] });
  expect(body.minutes.reduce((all, visits) => all + visits, 0)).toBe(2);
});

test("what was paid before the visit was written down counts as well", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const buyer = asPhone("198.51.100.30");
  const checkout = await openCheckout(buyer, product.id);
  await pressPay(buyer, checkout);
  await pay(buyer, checkout);
  await deliverWebhooks(app);
  expect((await traffic()).total).toMatchObject({ visits: 1, tried: 1, paid: 1, added: 0 });
});

test("visits are forgotten after 90 days, their salts after two, and days stay", async () => {
  await open(`/u/${creator.handle}`);
  await written();
  await rollUpTraffic(app.services);
  app.clock.advance({ days: 91 });
  await deleteVisits(app.services);
  const { rows } = await pool.query(
    `select (select count(*) from visits)::int as visits, (select count(*) from open_visits)::int as open,
            (select count(*) from visit_salts)::int as salts`,
  );
  expect(rows).toEqual([{ visits: 0, open: 0, salts: 0 }]);
  expect((await traffic({ period: "1y" })).total.visits).toBe(1);
});

// Both changes of the clocks of New York and of Lord Howe, which moves them by half an hour; Kathmandu is 5:45 ahead.
const nearChanges = ["2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"].map((day) => Date.parse(day));
const zones = ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
const minute = 60_000;

test("what two processes count and roll up is what happened, for any range and zone, at any moment", async () => {
  const now = vi.spyOn(app.services.clock, "now");
  const rollUp = () => Promise.all([rollUpTraffic(app.services), rollUpTraffic(other)]);
  const otherPool = new pg.Pool({ connectionString: app.services.access.directUrl });
  const other = { ...app.services, pool: otherPool };
  const random = (below: number) => Math.floor(Math.random() * below);
  const events = nearChanges
    .flatMap((day) =>
      Array.from({ length: 25 }, () => ({ at: day + (random(4_000) - 2_000) * minute, person: random(3) })),
    )
    .toSorted((a, b) => a.at - b.at);
  const starts: number[] = [];
  const lastSeen = new Map<number, number>();
  for (const { at, person } of events) {
    const last = lastSeen.get(person);
    if (last === undefined || at - last >= 30 * minute) starts.push(at);
    lastSeen.set(person, at);
  }
  try {
    for (const [index, { at, person }] of events.entries()) {
      const buffer = visitBuffer(index % 2 === 0 ? app.services : other);
      const arrival = { search: "", referrer: "", userAgent: phone };
      const seen = { at: new Date(at), ip: `192.0.2.${person}`, step: 1 as const, isView: true, arrival };
      buffer.add({ ...seen, handle: creator.handle });
      await buffer.flush();
      // Not all is rolled up when it is asked for.
      now.mockReturnValue(new Date(at + minute));
      const next = events[index + 1]?.at ?? at;
      if (random(10) === 0 || next - at > 86_400_000) await rollUp();
    }
    now.mockReturnValue(new Date("2026-12-01T12:00:00Z"));
    for (const timeZone of zones) {
      await pool.query("update users set time_zone = $2 where id = $1", [creator.id, timeZone]);
      if (random(2) === 0) await rollUp();
      const range = { startDate: "2026-03-01", endDate: "2026-11-30" };
      const { days, total } = await traffic(range);
      const counted = Object.fromEntries(
        days.filter(({ visits }) => visits > 0).map((day) => [day.date, day.visits]),
      );
      const expected: Record<string, number> = {};
      for (const start of starts) {
        const day = dayOf(new Date(start), timeZone);
        expected[day] = (expected[day] ?? 0) + 1;
      }
      expect(counted).toEqual(expected);
      expect(total).toMatchObject({ visits: starts.length, views: events.length });
      const [day = ""] = Object.keys(expected);
      expect((await traffic({ startDate: day, endDate: day })).total.visits).toBe(expected[day]);
    }
  } finally {
    await otherPool.end();
  }
});
