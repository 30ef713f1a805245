import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { readLimit } from "#server/http/rate-limits.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { ownCopy, pageOf } from "./cached-page.ts";
import { sendKept } from "./storefront-cache.ts";

const shop = (environment: NodeJS.ProcessEnv = {}) =>
  testApp(
    { TRUSTED_PROXIES: "1", LOCAL_MODE_OPEN_TO_NETWORK: "true", ...environment },
    {
      // What a page says is not of interest here; it is kept as pages of stores are.
      prepare: async (http, { storefronts, notifications }) => {
        http.get("/slow", { schema: { hide: true } as never }, () => sleep(500));
        // A machine that pauses for longer than the database is asked would send some requests the long way round.
        notifications.areCurrent = () => true;
        http.get("/u/:handle", { schema: { hide: true } as never }, async (request, reply) => {
          const { handle } = request.params as { handle: string };
          const load = () =>
            pageOf(
              `<p>Ключ 鍵 🔑 clé ${handle}`,
              { vary: "accept-encoding", "x-frame-options": "DENY" },
              ownCopy,
            );
          const page = await storefronts.get(handle, request.url, load, request.url);
          return page && sendKept(page, request, reply);
        });
      },
    },
  );
const app = await shop();
let handle: string;
let list: string;
let page: string;
beforeEach(async () => {
  vi.restoreAllMocks();
  const creator = await makeCreator(app);
  ({ handle } = creator);
  await makeProduct(app, { ownerId: creator.id, title: "Ключ 鍵 🔑 clé" });
  list = listCreatorProducts.url.replace(":handle", handle);
  page = `/u/${handle}`;
  await untilHeard();
});
afterEach(() => void vi.restoreAllMocks());

/** Until the shop has heard of all that was written before: what is kept from then on stays. */
async function untilHeard(): Promise<void> {
  const { notifications, pool } = app.services;
  if (!notifications.arrive) return;
  const last = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  await notifications.listen("storefront_changed", (told) => told === last && resolve());
  await pool.query("select pg_notify('storefront_changed', $1)", [last]);
  await promise;
}

const network = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;
const get = async (of: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(`${(await originOf(of)).origin}${path}`, { headers: { "x-forwarded-for": network(), ...headers } });

/** All that is answered to bytes, and, where they do not end the connection by themselves, to a request that does. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(await originOf(app));
  socket.setTimeout(30_000, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  const ends = /HTTP\/(1\.0|2)|connection: .*close|^GET \S+\r/.test(bytes);
  socket.write(ends ? bytes : bytes + request("GET /api/health HTTP/1.1", { connection: "close" }));
  return text(socket).catch(() => "");
}

/** How often an answer was sent from what is kept, before Fastify saw the request. */
function countKept() {
  const seen: string[] = [];
  app.app.keptHooks?.push(({ url }) => seen.push(url));
  return seen;
}

/** What differs from one answer to the next, and the order of headers, is left out. */
function comparable(bytes: string): string {
  return bytes
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => {
      const [head = "", ...body] = answer.split("\r\n\r\n");
      const [status, ...headers] = head.split("\r\n");
      const named = headers.map((line) => line.replace(/^(x-request-id|date): .*/i, "$1"));
      const rest = body.join("\r\n\r\n").replace(/"requestId":"[^"]*"/, "");
      return [status, ...named.sort(), rest].join("\n");
    })
    .join("\n\n");
}

/** The same bytes, answered from what is kept and the long way round. */
async function bothWays(bytes: string) {
  const short = await sendBytes(bytes);
  const nothingKept = vi.spyOn(app.services.storefronts, "findAt").mockReturnValue(undefined);
  const long = await sendBytes(bytes);
  nothingKept.mockRestore();
  return { short: comparable(short), long: comparable(long) };
}

const request = (line: string, headers: Record<string, string> = {}, body = "") =>
  [
    line,
    ...Object.entries({ host: "localhost", "x-forwarded-for": network(), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    "",
    body,
  ].join("\r\n");

test("what is kept is answered with the same bytes and headers as what was just made", async () => {
  const seen = countKept();
  for (const path of [list, page])
    for (const encoding of ["br", "gzip", "identity", "br;q=0, gzip", "*", ""]) {
      const bytes = request(`GET ${path} HTTP/1.1`, { "accept-encoding": encoding });
      await sendBytes(bytes);
      const { short, long } = await bothWays(bytes);
      expect(short).toContain("HTTP/1.1 200");
      expect(short).toBe(long);
    }
  expect(new Set(seen)).toEqual(new Set([list, page]));
  expect(seen.length).toBeGreaterThan(11);
});

test("whatever a request is like, it is answered as it is the long way round", async () => {
  const seen = countKept();
  await Promise.all([get(app, list), get(app, page)]);
  const lines = [list, page].flatMap((path) => [
    ...["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "POST", "get", "QUERY"].map(
      (method) => `${method} ${path} HTTP/1.1`,
    ),
    `GET ${path} HTTP/1.0`,
    `GET ${path} HTTP/2.0`,
    ...[
      `http://evil.example${path}`,
      `//evil.example${path}`,
      `/${path}`,
      `${path}/`,
      `${path}?`,
      `${path}?utm_source=x`,
      `${path}#part`,
      `${path}%00`,
      `${path};x`,
      path.toUpperCase(),
      path.replace("u", "%75"),
      `/x/..${path}`,
      `${path}/../..`,
      "*",
      "",
    ].map((target) => `GET ${target} HTTP/1.1`),
  ]);
  const headers: Record<string, string>[] = [
    {},
    { host: "evil.example", "x-forwarded-host": "evil.example" },
    { host: "" },
    { connection: "close" },
    { connection: "keep-alive" },
    { connection: "upgrade, close", upgrade: "websocket" },
    { range: "bytes=0-1" },
    { "if-none-match": "*" },
    { "if-none-match": '"x", W/"y"' },
    { "if-modified-since": "Thu, 01 Jan 2060 00:00:00 GMT" },
    { expect: "100-continue" },
    { expect: "anything" },
    { cookie: "seen=1" },
    { cookie: "sid=nobody" },
    { accept: "image/png" },
    { "x-forwarded-for": "nobody" },
    { "x-forwarded-for": "" },
    { "x-forwarded-for": "10.1.1.1, [2001:db8::1]:443" },
    { "x-http-method-override": "DELETE" },
    { "content-length": "0" },
    { "content-length": "x" },
    { "transfer-encoding": "gzip" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "x-order-id": "x", "x-order-proof": "x" },
    { huge: "x".repeat(20_000) },
    { "bad name": "x" },
  ];
  const all = [
    ...lines.map((line) => request(line)),
    ...[list, page].flatMap((path) => headers.map((some) => request(`GET ${path} HTTP/1.1`, some))),
    ...[list, page].flatMap((path) => [
      request(`GET ${path} HTTP/1.1`, { "content-length": "5" }, "hello"),
      request(`GET ${path} HTTP/1.1`, { "transfer-encoding": "chunked" }, "5\r\nhello\r\n0\r\n\r\n"),
      request(`GET ${path} HTTP/1.1`, {}, request(`GET ${path} HTTP/1.1`)),
      request(
        `GET ${path} HTTP/1.1`,
        {},
        request("GET /api/health HTTP/1.1", {}, request(`HEAD ${path} HTTP/1.1`)),
      ),
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path} HTTP/1.1\nhost: x\n\n`,
      `GET ${path}\r\n\r\n`,
    ]),
  ];
  for (const bytes of all) {
    const { short, long } = await bothWays(bytes);
    expect([bytes.slice(0, 200), short]).toEqual([bytes.slice(0, 200), long]);
  }
  expect(seen.length).toBeGreaterThan(40);
});

test("who has it already is told so, by whatever form of its tag", async () => {
  const seen = countKept();
  for (const path of [list, page]) {
    const etag = String((await get(app, path)).headers.get("etag"));
    for (const given of [etag, `"x", ${etag}`, `W/${etag.replace("W/", "")}`]) {
      const bytes = request(`GET ${path} HTTP/1.1`, { "if-none-match": given });
      const { short, long } = await bothWays(bytes);
      expect(short).toContain("HTTP/1.1 304");
      expect(short).toBe(long);
    }
  }
  expect(seen).toHaveLength(6);
});

test("a change is in the next answer, and nothing is kept past a minute", async () => {
  await get(app, list);
  app.services.storefronts.invalidate(handle);
  expect(app.services.storefronts.findAt(list)).toBeUndefined();
  await get(app, list);
  expect(app.services.storefronts.findAt(list)).toBeDefined();
  app.clock.advance({ seconds: 61 });
  expect(app.services.storefronts.findAt(list)).toBeUndefined();
});

test("an address with a query is no address of the cache", async () => {
  await get(app, `${list}?v=1`);
  expect(app.services.storefronts.findAt(`${list}?v=1`)).toBeUndefined();
});

test("who reads from the cache is counted, and refused past the limit of reads", async () => {
  const few = readLimit.points;
  const strict = await shop({ RATE_LIMIT_FACTOR: "1" });
  const creator = await makeCreator(strict);
  const url = listCreatorProducts.url.replace(":handle", creator.handle);
  const from = (address: string) => get(strict, url, { "x-forwarded-for": address });
  const statuses: number[] = [];
  for (let asked = 0; asked < few + 200; asked += 1) statuses.push((await from("10.1.1.1")).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(few);
  expect(statuses.slice(statuses.indexOf(429))).not.toContain(200);
  const { headers } = await from("10.1.1.1");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("retry-after")).not.toBeNull();
  expect((await from("10.1.1.2")).status).toBe(200);
});

test("what comes while the server ends is refused as everything is", async () => {
  const ending = await shop();
  const creator = await makeCreator(ending);
  const url = listCreatorProducts.url.replace(":handle", creator.handle);
  await get(ending, url);
  const socket = connect(await originOf(ending));
  // A connection that is still answered is not ended yet.
  socket.write(request("GET /slow HTTP/1.1"));
  await sleep(100);
  const ended = ending.app.close();
  socket.write(request(`GET ${url} HTTP/1.1`));
  const [slow, late] = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
  expect(slow).toContain("HTTP/1.1 200");
  expect(late).toContain("HTTP/1.1 503");
  await ended;
});
