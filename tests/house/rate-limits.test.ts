import { afterAll, expect, test, vi } from "vitest";
import { requestSignInCode } from "#contract/accounts/accounts.ts";
import { checkSlug, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { createPaymentIntent, getPaymentSetup } from "#contract/checkout/checkout.ts";
import { getCourseProgress } from "#contract/courses/course-progress.ts";
import type { Limit } from "#contract/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { readLimit } from "#server/http/rate-limits.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

const strict = { RATE_LIMIT_FACTOR: "1" };
const app = await testApp(strict);
/** A second process on the same database, as far as counting goes. */
const twin = await buildApp(app.services);
afterAll(() => twin.close());
const behindProxy = await testApp({ ...strict, TRUSTED_PROXIES: "1" });
const endpoints = await declaredEndpoints();

let address = 0;
const newAddress = () => `10.9.${address >> 8}.${address++ & 255}`;
const limitOf = (endpoint: { config: { limit?: Limit } }): Limit => {
  if (!endpoint.config.limit) throw new Error("this call has no limit of its own");
  return endpoint.config.limit;
};
const askProgress = (where: TestApp["app"], remoteAddress: string, headers: Record<string, string> = {}) =>
  where.inject({ url: getCourseProgress.url.replaceAll(/:\w+/g, "x"), remoteAddress, headers });

/**
 * Lets an endpoint's limit have all its points but one used up, for everyone it has counted once. Asking that often would take
 * 12,000 requests; the tests of parallel requests and of several processes do ask.
 */
async function leaveOnePoint(
  where: TestApp,
  endpoint: { method: string; url: string; config: { limit?: Limit } },
) {
  const { rowCount } = await where.services.pool.query(
    "update rate_limits set points = $2 where starts_with(key, $1) and points = 1",
    [`${endpoint.method} ${endpoint.url}:`, limitOf(endpoint).points - 1],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/** Uses up what an address may ask. */
async function exhaust(where: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  const ask = async () => (await askProgress(where.app, remoteAddress, headers)).statusCode;
  expect(await ask()).toBe(200);
  await leaveOnePoint(where, getCourseProgress);
  expect(await ask()).toBe(200);
}

const limited = endpoints.filter(({ config }) => config.limit && config.limit.points <= 120);
test.each(limited.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is refused past its limit, saying for how long",
  async (_name, endpoint) => {
    const { points, seconds } = limitOf(endpoint);
    const remoteAddress = newAddress();
    const cookie =
      endpoint.config.access === "creator" ? await sessionCookieOf(app, await makeCreator(app)) : "";
    const ask = () =>
      app.app.inject({
        method: endpoint.method,
        url: endpoint.url.replaceAll(/:\w+/g, "x"),
        remoteAddress,
        headers: { cookie },
      });
    expect((await ask()).statusCode).not.toBe(429);
    if (points > 1) {
      await leaveOnePoint(app, endpoint);
      expect((await ask()).statusCode).not.toBe(429);
    }
    const { statusCode, headers, body } = await ask();
    expect(statusCode).toBe(429);
    expect(JSON.parse(body)).toEqual({
      message: "Too many requests. Please wait a moment and try again.",
      code: "TOO_MANY_REQUESTS",
    });
    const wait = Number(headers["retry-after"]);
    expect(Number.isInteger(wait) && wait >= 1 && wait <= seconds, String(headers["retry-after"])).toBe(true);
  },
);

test("every call that guesses, sends mail or costs money has a limit of its own", () => {
  const open = endpoints.filter(
    ({ method, config }) =>
      method !== "GET" && !config.limit && (config.access === "public" || config.access === "buyer"),
  );
  expect(open.map(nameOf)).toEqual([]);
});

test("whatever else changes something has one, too", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const statuses = new Set<number>();
  for (let count = 0; count < 121; count++)
    statuses.add((await app.as(creator).call(duplicateProduct, { params: { id: product.id } })).status);
  expect(statuses).toEqual(new Set([201, 429]));
  expect(duplicateProduct.config).not.toHaveProperty("limit");
});

const readsWithLimit = limited.filter(({ method, config }) => method === "GET" && config.access !== "local");
test.each(readsWithLimit.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s has one limit, by HEAD and however its path is spelled, too",
  async (_name, endpoint) => {
    const { points } = limitOf(endpoint);
    const remoteAddress = newAddress();
    const { access } = endpoint.config;
    const cookie = access === "creator" ? await sessionCookieOf(app, await makeCreator(app)) : "";
    const url = endpoint.url.replaceAll(/:\w+/g, "x");
    const spellings = [url, `${url}?a=1`, url.replace("/a", "/%61"), url.replace("pi/", "%70i/"), `${url}#x`];
    const ask = (n: number) =>
      app.app.inject({
        method: n % 2 ? "HEAD" : "GET",
        url: spellings[n % spellings.length] ?? url,
        remoteAddress,
        headers: { cookie },
      });
    for (let n = 0; n < points; n++) expect((await ask(n)).statusCode).not.toBe(429);
    const refused = await Promise.all(spellings.flatMap((_, n) => [ask(n), ask(n + spellings.length)]));
    const past = refused.filter(({ statusCode }) => statusCode !== 404).map(({ statusCode }) => statusCode);
    expect(past.length).toBeGreaterThan(spellings.length);
    expect(new Set(past)).toEqual(new Set([429]));
  },
);

test("a path that is no route in another spelling is a page's address, which reads share", async () => {
  const remoteAddress = newAddress();
  const spelled = ["/API/health", "/api/health/", "/api//health", "/api/health/.", "/api/%68ealth/"];
  for (const url of spelled)
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "DELETE"] as const)
      expect((await app.app.inject({ method, url, remoteAddress })).statusCode, `${method} ${url}`).toBe(404);
});

test("all processes count together", async () => {
  const remoteAddress = newAddress();
  const half = limitOf(getCourseProgress).points / 2;
  for (let count = 0; count < half; count++) {
    expect((await askProgress(app.app, remoteAddress)).statusCode).toBe(200);
    expect((await askProgress(twin, remoteAddress)).statusCode).toBe(200);
  }
  expect((await askProgress(app.app, remoteAddress)).statusCode).toBe(429);
  expect((await askProgress(twin, remoteAddress)).statusCode).toBe(429);
});

test("requests at the same moment are counted one by one", async () => {
  const remoteAddress = newAddress();
  const { points } = limitOf(getCourseProgress);
  const answers = await Promise.all(
    Array.from({ length: points + 30 }, (_, index) => askProgress(index % 2 ? app.app : twin, remoteAddress)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(points);
});

test("a creator's own calls count by account: those who share an office do not wait for each other", async () => {
  const [one, two] = [await makeCreator(app), await makeCreator(app)];
  const { points } = limitOf(checkSlug);
  const ask = (creator: { id: string }) => app.as(creator).call(checkSlug, { querystring: { slug: "x" } });
  const first = app.as(one);
  for (let count = 0; count < points; count++) await first.call(checkSlug, { querystring: { slug: "x" } });
  expect((await ask(one)).status).toBe(429);
  expect((await ask(two)).status).toBe(200);
});

test("a session escapes no limit of its address, and an address none of its account", async () => {
  const { points } = limitOf(getCourseProgress);
  const remoteAddress = newAddress();
  const sessions = [];
  for (let n = 0; n < 3; n++) sessions.push(await sessionCookieOf(app, await makeCreator(app)));
  for (let count = 0; count < points; count++)
    expect(
      (await askProgress(app.app, remoteAddress, { cookie: sessions[count % 3] ?? "" })).statusCode,
    ).toBe(200);
  expect((await askProgress(app.app, remoteAddress, { cookie: sessions[0] ?? "" })).statusCode).toBe(429);
  expect((await askProgress(app.app, remoteAddress)).statusCode).toBe(429);

  const cookie = await sessionCookieOf(app, await makeCreator(app));
  for (let count = 0; count < points; count++)
    expect((await askProgress(app.app, newAddress(), { cookie })).statusCode).toBe(200);
  expect((await askProgress(app.app, newAddress(), { cookie })).statusCode).toBe(429);
});

test("reads have a generous limit, which stops no webhook, no file and no neighbour", async () => {
  const remoteAddress = newAddress();
  const read = (address: string) => app.app.inject({ url: getPaymentSetup.url, remoteAddress: address });
  const statuses: number[] = [];
  for (let count = 0; count < readLimit.points + 150; count++)
    statuses.push((await read(remoteAddress)).statusCode);
  expect(new Set(statuses.slice(0, readLimit.points))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
  expect((await read(newAddress())).statusCode).toBe(200);
  const others = [
    { url: "/api/health" },
    { url: "/images/none/1.avif" },
    { method: "POST" as const, url: "/webhook/sandbox" },
  ];
  for (const other of others)
    expect((await app.app.inject({ ...other, remoteAddress })).statusCode, other.url).not.toBe(429);
});

test("many reads at one moment are one block of the shared count, at both processes", async () => {
  const remoteAddress = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      (index % 2 ? app.app : twin).inject({ url: getPaymentSetup.url, remoteAddress }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { rows } = await app.services.pool.query<{ points: number }>(
    "select points from rate_limits where key = $1",
    [`reads:ip:${remoteAddress}`],
  );
  expect(rows[0]?.points).toBeLessThanOrEqual(400);
});

test("a refused call does nothing", async () => {
  const product = await makeProduct(app);
  const remoteAddress = newAddress();
  const open = (email: string) =>
    app.app.inject({
      method: "POST",
      url: createPaymentIntent.url,
      remoteAddress,
      payload: { productId: product.id, customerEmail: email },
    });
  const { points } = limitOf(createPaymentIntent);
  for (let count = 0; count < points; count++) await open("not an address");
  expect((await open("late@example.com")).statusCode).toBe(429);
  const { rows } = await app.services.pool.query("select 1 from checkout_sessions");
  expect(rows).toEqual([]);
});

test("what a client says of its address is believed of trusted proxies alone", async () => {
  const remoteAddress = newAddress();
  await exhaust(app, remoteAddress);
  for (const headers of [
    { "x-forwarded-for": "203.0.113.7" },
    { "x-forwarded-for": "203.0.113.8, 127.0.0.1" },
    { "x-real-ip": "203.0.113.9" },
    { forwarded: "for=203.0.113.10" },
    { "cf-connecting-ip": "203.0.113.11", "true-client-ip": "203.0.113.11", "x-client-ip": "203.0.113.11" },
  ])
    expect((await askProgress(app.app, remoteAddress, headers)).statusCode, JSON.stringify(headers)).toBe(
      429,
    );
});

test("behind one proxy its own entry counts, not those that the client put before it", async () => {
  const proxy = "127.0.0.1";
  await exhaust(behindProxy, proxy, { "x-forwarded-for": "198.51.100.1" });
  const from = async (list: string) =>
    (await askProgress(behindProxy.app, proxy, { "x-forwarded-for": list })).statusCode;
  expect(await from("198.51.100.1")).toBe(429);
  expect(await from("203.0.113.1, 198.51.100.1")).toBe(429);
  expect(await from("198.51.100.2")).toBe(200);
  expect(await from("198.51.100.1, 198.51.100.3")).toBe(200);
});

test("an entry with a port is the address before it, and one that is no address stops nobody", async () => {
  const proxy = "127.0.0.1";
  await exhaust(behindProxy, proxy, { "x-forwarded-for": "198.51.100.20:4711" });
  const from = async (list: string) =>
    (await askProgress(behindProxy.app, proxy, { "x-forwarded-for": list })).statusCode;
  expect(await from("198.51.100.20:4712")).toBe(429);
  expect(await from("198.51.100.20")).toBe(429);
  expect(await from("[2001:db8::7]:443")).toBe(200);
  const browser = behindProxy.browser();
  for (const list of [
    "unknown",
    "_hidden",
    "fe80::1%eth0",
    "999.1.1.1",
    "",
    ",",
    "' or 1=1",
    "198.51.100.21:5000",
  ]) {
    const headers = { "x-forwarded-for": list };
    const { email } = await makeCreator(behindProxy);
    expect((await browser.call(requestSignInCode, { body: { email } }, { headers })).status, list).toBe(200);
  }
});

test("an IPv6 network is one, and IPv4 is the same in either notation", async () => {
  await exhaust(app, "2001:db8:1:2::1");
  expect((await askProgress(app.app, "2001:db8:1:2:ffff:ffff:ffff:ffff")).statusCode).toBe(429);
  expect((await askProgress(app.app, "2001:db8:1:3::1")).statusCode).toBe(200);
  await exhaust(app, "192.0.2.44");
  expect((await askProgress(app.app, "::ffff:192.0.2.44")).statusCode).toBe(429);
  expect((await askProgress(app.app, "::ffff:c000:22c")).statusCode).toBe(429);
  expect((await askProgress(app.app, "192.0.2.45")).statusCode).toBe(200);
});

test("a count is read by other processes at once, and waits for no disk", async () => {
  const asked = vi.spyOn(app.services.pool, "query");
  await askProgress(app.app, newAddress());
  const answers = await Promise.all(
    asked.mock.results.map(({ value }) => value as Promise<{ rows?: { points?: number }[] }>),
  );
  const counts = answers.flatMap(({ rows = [] }) => rows.filter(({ points }) => points !== undefined));
  expect(counts).toEqual([expect.objectContaining({ points: 1, synchronous: "off" })]);
  // And its connection waits for the disk again with what comes after.
  const counting = asked.mock.calls
    .map(([query]) => query as unknown as { text?: string; values?: unknown[] })
    .find(({ text }) => text?.includes("synchronous"));
  const client = await app.services.pool.connect();
  try {
    await client.query("set synchronous_commit = on");
    await client.query(counting?.text ?? "", counting?.values);
    expect((await client.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
  } finally {
    client.release(true);
  }
});
