import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { mostChosenRows } from "#contract/most-chosen-rows.ts";
import { exportOrders } from "#contract/orders/order-exports.ts";
import { Failure } from "#contract/values.ts";
import { declaredEndpoints } from "#tests/house/declared-endpoints.ts";
import { jsonSchemaOf } from "#tests/house/schema-arbitraries.ts";
import { originOf, sendBytes, sendRaw } from "#tests/house/raw-request.ts";
import { testApp } from "#tests/support/test-app.ts";
import { oversizeOf, requestBounds } from "./request-bounds.ts";

const app = await testApp();
beforeAll(() => void originOf(app));

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw(app, { method: "GET", path, headers });
const { path, query, header } = requestBounds;
/** Never seen by the router: an address that it knows and one that it does not get the same. */
const pathOf = (length: number) => `/api/health/${"x".repeat(length)}`.slice(0, length);

test.each([
  ["a path", 414, "PATH_TOO_LONG", () => get(pathOf(path + 1))],
  ["a path of slashes", 414, "PATH_TOO_LONG", () => get("/".repeat(path + 1))],
  ["a path before a query", 414, "PATH_TOO_LONG", () => get(`${pathOf(path + 1)}?x=1`)],
  ["a query", 414, "QUERY_TOO_LONG", () => get(`/api/health?${"q".repeat(query + 1)}`)],
  ["a header", 431, "HEADER_TOO_LARGE", () => get("/api/health", { range: "x".repeat(header + 1) })],
  ["a header's name", 431, "HEADER_TOO_LARGE", () => get("/api/health", { ["x".repeat(header + 1)]: "" })],
])("%s past its bound is refused in the API's shape", async (_what, status, code, send) => {
  const answer = await send();
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(Failure.parse(JSON.parse(answer.body))).toMatchObject({ code });
});

test("each is read as before at its bound, and cookies past that of other headers", async () => {
  expect((await get(pathOf(path))).statusCode).toBe(404);
  expect((await get(`/api/health?${"q".repeat(query)}`)).statusCode).toBe(200);
  expect((await get("/api/health", { referer: "x".repeat(header) })).statusCode).toBe(200);
  expect((await get("/api/health", { cookie: `a=${"x".repeat(2 * header)}` })).statusCode).toBe(200);
});

test("a header sent in pieces counts as one", async () => {
  const half = `X-Forwarded-For: ${"1,".repeat(header / 4 + 1)}\r\n`;
  const answer = await sendBytes(app, `GET /api/health HTTP/1.1\r\nHost: x\r\n${half}${half}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain("The header x-forwarded-for is larger than 4 kB");
});

test("a refused request is the last one of its connection, whatever its body", async () => {
  const refused = `POST ${pathOf(path + 1)} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`;
  const answer = await sendBytes(app, `${refused}GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 414"]);
});

test("HEAD gets the status alone", async () => {
  const answer = await sendRaw(app, { method: "HEAD", path: pathOf(path + 1) });
  expect([answer.statusCode, answer.body]).toEqual([414, ""]);
});

test("as many rows as can be chosen by hand fit the query of their export", async () => {
  const ids = Array.from({ length: mostChosenRows }, () => crypto.randomUUID()).join(",");
  const answer = await get(`${exportOrders.url}?${new URLSearchParams({ ids }).toString()}`);
  expect(answer.statusCode).toBe(401);
});

/** At its longest in an address: a character of three bytes is written with nine. */
const writtenLength = (field: ReturnType<typeof jsonSchemaOf>): number =>
  field.pattern || field.format || field.enum ? 100 : 9 * (field.maxLength ?? 0);

/** Of ids and commas, and an address that is percent-encoded already. */
const asciiFields = new Set(["ids", "orderBumps", "returnTo"]);

test("every address that the contract allows is within the bounds", async () => {
  for (const { url, schema } of await declaredEndpoints()) {
    const longestParam = 300;
    const longestPath = url.replaceAll(/:\w+/g, "x".repeat(longestParam));
    const fields = Object.entries(jsonSchemaOf(schema.querystring ?? z.object({})).properties ?? {});
    const lengths = fields
      .filter(([name]) => !asciiFields.has(name))
      .map(([name, field]) => name.length + 2 + writtenLength(field));
    const longestQuery = "x".repeat(lengths.reduce((sum, length) => sum + length, 0));
    expect(oversizeOf({ url: `${longestPath}?${longestQuery}`, headers: {} }), url).toBeUndefined();
  }
});
