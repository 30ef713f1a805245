import { expect, test } from "vitest";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { readLimit } from "#server/http/rate-limits.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

async function store() {
  const creator = await makeCreator(app);
  await makeProduct(app, { ownerId: creator.id });
  return { creator, url: listCreatorProducts.url.replace(":handle", creator.handle) };
}
const network = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`;
const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = network()) =>
  app.app.inject({ url, headers, remoteAddress });

test("what is kept is answered with the same bytes and headers as what was just made", async () => {
  const { url } = await store();
  const bare = ({ "x-request-id": id, date: _date, ...headers }: Record<string, unknown>) => {
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const { connection: _connection, ...own } = headers;
    return own;
  };
  const made = await ask(url);
  const kept = await ask(url);
  const withCookie = await ask(url, { cookie: "seen=1" });
  for (const answer of [kept, withCookie]) {
    expect([answer.statusCode, answer.body]).toEqual([200, made.body]);
    expect(bare(answer.headers)).toEqual(bare(made.headers));
  }
  expect(kept.headers).toMatchObject({
    "cache-control": "public, max-age=0, must-revalidate",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  const etag = String(made.headers.etag);
  for (const headers of [
    { "if-none-match": `"x", W/${etag}` },
    { "if-none-match": etag, cookie: "seen=1" },
  ]) {
    const known = await ask(url, headers);
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, "", etag]);
  }
});

test("letters of any script leave the cache as they were", async () => {
  const creator = await makeCreator(app);
  await makeProduct(app, { ownerId: creator.id, title: "Ключ 鍵 🔑 clé" });
  const url = listCreatorProducts.url.replace(":handle", creator.handle);
  for (const answer of [await ask(url), await ask(url)])
    expect(answer.json<{ title: string }[]>()[0]?.title).toBe("Ключ 鍵 🔑 clé");
});

test("a change is in the next answer, and nothing is kept past a minute", async () => {
  const { creator, url } = await store();
  await ask(url);
  app.services.storefronts.invalidate(creator.handle);
  expect(app.services.storefronts.findAt(url)).toBeUndefined();
  await ask(url);
  expect(app.services.storefronts.findAt(url)).toBeDefined();
  app.clock.advance({ seconds: 61 });
  expect(app.services.storefronts.findAt(url)).toBeUndefined();
});

test("an address with a query is no address of the cache, and other methods are no reads of it", async () => {
  const { url } = await store();
  await ask(`${url}?v=1`);
  expect(app.services.storefronts.findAt(`${url}?v=1`)).toBeUndefined();
  await ask(url);
  expect((await app.app.inject({ url, method: "DELETE", remoteAddress: network() })).statusCode).toBe(404);
});

test("another host, method or range changes nothing of what is kept", async () => {
  const { url } = await store();
  const made = await ask(url, { host: "evil.example", "x-forwarded-host": "evil.example" });
  const kept = await ask(url, { range: "bytes=0-1" });
  expect([kept.statusCode, kept.body]).toEqual([200, made.body]);
  expect(made.body).not.toContain("evil.example");
  const head = await app.app.inject({ url, method: "HEAD", remoteAddress: network() });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
});

test("who reads from the cache is counted, and refused past the limit of reads", async () => {
  const few = readLimit.points;
  const strict = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const { handle } = await makeCreator(strict);
  const url = listCreatorProducts.url.replace(":handle", handle);
  const statusFrom = async (remoteAddress: string) =>
    (await strict.app.inject({ url, remoteAddress })).statusCode;
  const statuses: number[] = [];
  for (let asked = 0; asked < few + 200; asked += 1) statuses.push(await statusFrom("10.1.1.1"));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(few);
  expect(statuses.slice(statuses.indexOf(429))).not.toContain(200);
  expect((await strict.app.inject({ url, remoteAddress: "10.1.1.1" })).headers).toMatchObject({
    "x-request-id": expect.any(String),
    "x-content-type-options": "nosniff",
    "retry-after": expect.any(String),
  });
  expect(await statusFrom("10.1.1.2")).toBe(200);
});
