import { beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { getTraffic } from "#contract/analytics/visits.ts";
import { sessionCookieName } from "#server/features/accounts/sessions.ts";
import { visitBuffer } from "#server/features/analytics/visits/visit-buffer.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { servePages } from "./serve-pages.ts";
import type { WebApp } from "./render-page.ts";

const web: WebApp = {
  pageMode: (path) => (path.startsWith("/u/") ? "static" : "unknown"),
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    return new Response(`<body><a href="${pathname}">A page</a></body>`, {
      status: pathname.endsWith("gone") ? 404 : 200,
      headers: { "content-type": "text/html", "x-openstall-page": "static" },
    });
  },
};
const withPages = (environment: NodeJS.ProcessEnv) =>
  testApp(environment, {
    prepare: (http, services) => servePages(http, services, { load: async () => web, assets: new Map() }),
  });

let app: TestApp;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeAll(async () => {
  app = await withPages({ CDN: "on" });
});
beforeEach(async () => {
  creator = await makeCreator(app);
});

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
type Headers = Record<string, string>;
const open = (url: string, headers: Headers = {}, at = app) =>
  at.app.inject({ url, headers: { "user-agent": phone, ...headers }, remoteAddress: "198.51.100.7" });
const origin = () => app.services.config.publicUrl.origin;
/** What a browser asks for that was given the page by a CDN. */
const seen = (path: string, headers: Headers = {}) =>
  open(`/seen${path.split("?")[0]}`, {
    referer: origin() + path,
    "sec-fetch-dest": "image",
    "sec-fetch-site": "same-origin",
    ...headers,
  });
async function traffic() {
  await visitBuffer(app.services).flush();
  return (await app.as(creator).call(getTraffic)).body;
}
const views = async () => (await traffic()).total.views;

test("a CDN is told to keep pages of stores for a minute, by their store's tag; nobody is where there is none", async () => {
  const path = `/u/${creator.handle}`;
  // The first is answered by the page's handler, the second from what it kept.
  for (const _ of [1, 2]) {
    const { headers, body } = await open(path);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
      "cache-tag": `stores,store-${creator.handle}`,
      "surrogate-key": `stores store-${creator.handle}`,
      vary: "accept-encoding",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).toContain(`<img hidden alt="" src="/seen${path}"/></body>`);
    expect(headers["content-security-policy"]).toContain("img-src 'self'");
  }
  const other = await withPages({});
  const { headers, body } = await open(`/u/${(await makeCreator(other)).handle}`, {}, other);
  expect(headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
  expect([headers["cache-tag"], headers["surrogate-key"]]).toEqual([undefined, undefined]);
  expect(body).not.toContain("/seen");
  expect((await open("/seen/u/demo", {}, other)).headers["content-type"]).not.toBe("image/gif");
});

test("a look at what a CDN gave out is counted by the page's picture, with what its address brought; once", async () => {
  const { slug } = await makeProduct(app, { ownerId: creator.id });
  const path = `/u/${creator.handle}/${slug}`;
  await open(path);
  // Over a connection it is answered before anything else is done.
  const { origin: listening } = await originOf(app);
  const fromMemory: string[] = [];
  app.app.keptHooks?.push(({ url }) => void fromMemory.push(url));
  await eventually(async () => {
    const kept = await fetch(listening + path, { headers: { "user-agent": phone } });
    expect(kept.headers.get("cache-tag")).toContain(creator.handle);
    expect(fromMemory).toContain(path);
  });
  expect(await views()).toBe(0);
  const { statusCode, headers } = await seen(`${path}?utm_source=tiktok`);
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "image/gif",
    "private, no-store",
  ]);
  const { total, sources } = await traffic();
  expect(total.views).toBe(1);
  expect(JSON.stringify(sources)).toContain("TikTok");
});

test("a picture that another site shows, that is fetched in advance or that the creator sees, counts nothing", async () => {
  const path = `/u/${creator.handle}`;
  await seen(path, { referer: "https://elsewhere.example/" });
  await seen(path, { "sec-fetch-site": "cross-site" });
  await seen(path, { "sec-fetch-dest": "document" });
  await seen(path, { "sec-purpose": "prefetch;prerender" });
  await seen(path, { cookie: `${sessionCookieName(app.services.config)}=x` });
  await open(`/seen${path}`);
  await seen("/u/nobody_of_this_name");
  expect(await views()).toBe(0);
});

test("a copy that is the visitor's own is kept by nobody, carries no picture and is counted as it is answered", async () => {
  const path = `/u/${creator.handle}`;
  await open(path);
  const affiliate = await makeAffiliate(app, { ownerId: creator.id });
  const { headers, body } = await open(`${path}?aff=${affiliate.link.code}`);
  expect(headers["set-cookie"]).toBeDefined();
  expect(headers["cache-control"]).toMatch(/^private/);
  expect(headers["cache-tag"]).toBeUndefined();
  expect(body).not.toContain("/seen");
  expect(body).toContain(`?aff=${affiliate.link.code}`);
  expect(await views()).toBe(1);
});

test("what changes by itself before long, and what is not there, is kept by nobody", async () => {
  const path = `/u/${creator.handle}`;
  const soon = new Date(app.clock.now().getTime() + 10 * 60_000);
  await makeProduct(app, { ownerId: creator.id, comingSoon: true, opensAt: soon });
  for (const count of [1, 2]) {
    const { headers, body } = await open(path);
    expect(headers["cache-control"]).toMatch(/^private/);
    expect(body).not.toContain("/seen");
    expect(await views()).toBe(count);
  }
  expect((await open(`${path}/gone`)).headers["cache-control"]).toMatch(/^private/);
});
