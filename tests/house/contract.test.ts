import { expect, test } from "vitest";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints } from "./declared-endpoints.ts";

const app = await testApp();

type Paths = Record<string, Record<string, unknown>>;
const { paths } = (await app.app.inject("/api/openapi.json")).json<{ paths: Paths }>();

test("every call that the running app answers is in the contract, and the other way round", async () => {
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = (await declaredEndpoints()).map(({ method, url }) => `${method} ${openApiPath(url)}`);
  expect(declared.length).toBeGreaterThan(20);
  expect(served.filter((route) => route.includes(" /api/") && !declared.includes(route))).toEqual([]);
  expect(declared.filter((route) => !route.startsWith("HEAD ") && !served.includes(route))).toEqual([]);
});

test("a call that names no access cannot be added", async () => {
  const { createHttp } = await import("#server/http/http.ts");
  const { config, log } = app.services;
  const bare = await createHttp({ config, log, limits: app.services, findSignedIn: async () => undefined });
  expect(() => bare.get("/api/open-to-all", async () => ({}))).toThrow(/access/);
  await bare.close();
});

test("every call has a summary and names who may call it", async () => {
  for (const { schema, config, url } of await declaredEndpoints()) {
    expect(schema.summary, url).toBeTruthy();
    expect(["public", "buyer", "creator", "local", "demo", "operator"], url).toContain(config.access);
  }
});

const openApiPath = (url: string) => url.replaceAll(/:(\w+)/g, "{$1}").replace(/\*$/, "{*}");
