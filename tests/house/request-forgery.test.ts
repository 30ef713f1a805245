import { beforeAll, expect, test } from "vitest";
import { logout, requestSignInCode } from "#contract/accounts/accounts.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { idCalls } from "./creator-calls.ts";
import { fingerprintDatabase } from "./database-dump.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";
import { sendRaw } from "./raw-request.ts";

/** Of whoever runs the installation, so that nothing that they may do is missing. */
const email = "operator@example.com";
const app = await testApp({ OPERATORS: email });
const endpoints = await declaredEndpoints();
const unsafe = endpoints.filter(({ method }) => method !== "GET" && method !== "HEAD");
const ours = app.services.config.publicUrl.origin;
const evil = "https://evil.example";

let victim: FurnishedCreator;
let cookie: string;
beforeAll(async () => {
  victim = await makeFurnishedCreator(app);
  await app.services.pool.query("update users set email = $2 where id = $1", [victim.id, email]);
  cookie = await sessionCookieOf(app, victim);
});

/** What browsers send on behalf of another site, and what an old or odd one might. */
const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "cross-site", origin: ours },
  { "sec-fetch-site": "same-site", origin: ours },
  { "sec-fetch-site": "" },
  { "sec-fetch-site": "SAME-ORIGIN" },
  { "sec-fetch-site": "same-origin, cross-site" },
  { origin: evil },
  { origin: "null" },
  { origin: "" },
  { origin: `${ours}.evil.example` },
  { origin: `${ours}@evil.example` },
  { origin: ours.replace("http:", "https:") },
  { origin: ours.replace(/\d+$/, "1") },
  { origin: evil, referer: `${ours}/admin` },
  { origin: evil, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { origin: evil, "x-http-method-override": "GET", "x-method-override": "GET" },
];

const bodies = (endpoint: Endpoint): { payload?: string; headers?: Record<string, string> }[] => {
  const call = idCalls[nameOf(endpoint)];
  const json = JSON.stringify({ ...call?.body?.(victim), title: "Forged", firstName: "Forged" });
  return [
    { payload: json, headers: { "content-type": "application/json" } },
    { payload: json, headers: { "content-type": "text/plain" } },
    {
      payload: "title=Forged&answer=complete",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
    { payload: "--x\r\n\r\n--x--", headers: { "content-type": "multipart/form-data; boundary=x" } },
    { headers: { ...call?.headers, "upload-length": "5" } },
  ];
};

const pathOf = (endpoint: Endpoint) => {
  const call = idCalls[nameOf(endpoint)];
  const path = endpoint.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const kind = call?.ids[`params.${name}`];
    return kind ? victim.ids[kind] : victim.ids.product;
  });
  return endpoint.schema.querystring ? `${path}?kind=cover` : path;
};

test.each(unsafe.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is refused to other sites, whatever they send, and does nothing",
  async (_name, endpoint) => {
    const before = await fingerprintDatabase(app.services.pool);
    for (const headers of foreign)
      for (const { payload, headers: own } of bodies(endpoint)) {
        const answer = await app.app.inject({
          method: endpoint.method,
          url: pathOf(endpoint),
          headers: { cookie, ...own, ...headers },
          ...(payload !== undefined && { payload }),
        });
        expect(answer.statusCode, JSON.stringify({ ...own, ...headers })).toBe(403);
        expect(answer.json()).toEqual({ message: "This request came from another site", code: "CROSS_SITE" });
        expect(answer.cookies).toEqual([]);
      }
    expect(await fingerprintDatabase(app.services.pool)).toEqual(before);
  },
);

test.each(unsafe.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is open to our own pages and to programs",
  async (_name, endpoint) => {
    const own = [{ "sec-fetch-site": "same-origin" }, { origin: ours }, {}];
    for (const headers of own)
      for (const request of [{}, { payload: "{}" }]) {
        const answer = await sendRaw(app, {
          method: endpoint.method,
          path: endpoint.url.replaceAll(/:\w+/g, "x"),
          headers: { ...headers, ...("payload" in request && { "content-type": "application/json" }) },
          ...request,
        });
        expect(answer.body).not.toContain("CROSS_SITE");
      }
  },
);

test("a form's body is no JSON: only what other sites cannot send unasked is read", async () => {
  const before = await fingerprintDatabase(app.services.pool);
  const formCalls = [
    "/api/sandbox/bank/:token",
    "/api/creators/:handle/subscribers/form",
    "/api/creators/:handle/reports",
    // Shows what it was sent to who sent it, and keeps nothing.
    "/api/abandoned-carts/preview",
  ];
  const jsonCalls = unsafe.filter(({ schema, url }) => schema.body && !formCalls.includes(url));
  for (const endpoint of jsonCalls)
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "",
    ]) {
      const answer = await app.app.inject({
        method: endpoint.method,
        url: pathOf(endpoint),
        payload: JSON.stringify({ ...idCalls[nameOf(endpoint)]?.body?.(victim) }),
        headers: { cookie, "content-type": type, "sec-fetch-site": "same-origin" },
      });
      expect(answer.statusCode, `${nameOf(endpoint)} ${type}`).toBe(415);
    }
  expect(await fingerprintDatabase(app.services.pool)).toEqual(before);
});

test("no answer carries a CORS header, also not to a preflight", async () => {
  const asking = {
    origin: evil,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "content-type,tus-resumable",
  };
  for (const endpoint of endpoints)
    for (const method of ["OPTIONS", endpoint.method]) {
      const { headers, statusCode } = await sendRaw(app, {
        method,
        path: pathOf(endpoint),
        headers: {
          ...asking,
          ...idCalls[nameOf(endpoint)]?.headers,
          ...(method !== "OPTIONS" && { cookie, origin: ours }),
        },
      });
      const cors = Object.keys(headers).filter((name) => name.startsWith("access-control-"));
      expect(cors, `${method} ${endpoint.url}`).toEqual([]);
      if (method === "OPTIONS") expect(statusCode, endpoint.url).toBe(404);
    }
});

test("another site's link to sign-out signs nobody out, nor does loading it ahead", async () => {
  const stay = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    { "sec-fetch-site": "same-origin", "sec-purpose": "prefetch" },
  ];
  const mine = await sessionCookieOf(app, victim);
  const isSignedIn = async () =>
    (await app.app.inject({ url: "/api/auth/user", headers: { cookie: mine } })).statusCode === 200;
  for (const headers of stay) {
    const answer = await app.app.inject({ url: logout.url, headers: { cookie: mine, ...headers } });
    expect(answer.cookies).toEqual([]);
    expect(await isSignedIn()).toBe(true);
  }
  await app.app.inject({ url: logout.url, headers: { cookie: mine, "sec-fetch-site": "same-origin" } });
  expect(await isSignedIn()).toBe(false);
});

test("no other GET changes anything", async () => {
  const before = await fingerprintDatabase(app.services.pool);
  const reading = endpoints.filter(
    ({ method, url }) => (method === "GET" || method === "HEAD") && url !== logout.url,
  );
  for (const endpoint of reading) {
    await sendRaw(app, {
      method: endpoint.method,
      path: pathOf(endpoint),
      headers: { cookie, "sec-fetch-site": "cross-site", ...idCalls[nameOf(endpoint)]?.headers },
    });
    await sendRaw(app, {
      method: endpoint.method,
      path: pathOf(endpoint),
      headers: { cookie, "x-http-method-override": "DELETE", ...idCalls[nameOf(endpoint)]?.headers },
    });
  }
  expect(await fingerprintDatabase(app.services.pool)).toEqual(before);
});

test("sign-in leads nowhere but to this site", async () => {
  for (const wanted of [
    "//evil.example",
    "/\\evil.example",
    evil,
    "javascript:alert(1)",
    "/%2f/evil.example",
    "\t//evil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%252F%2509evil.example",
  ])
    for (const path of ["/api/login", logout.url])
      for (const headers of [{}, { cookie: await sessionCookieOf(app, victim) }]) {
        const { headers: got } = await app.app.inject({ url: path, query: { returnTo: wanted }, headers });
        const target = new URL(String(got.location), ours);
        expect(target.origin).toBe(ours);
        expect(target.searchParams.get("returnTo") ?? "/").toMatch(/^\/(?![/\\])/);
      }
});

test("on a public address only PUBLIC_URL's origin is ours, whatever a request or a proxy calls this server", async () => {
  const publicUrl = "https://shop.example.com";
  const live = await testApp({
    PUBLIC_URL: publicUrl,
    ALLOW_SANDBOX: "true",
    APP_SECRET: "a".repeat(40),
    TRUSTED_PROXIES: "1",
  });
  const ask = async (app: TestApp, origin: string, headers: Record<string, string>) =>
    (
      await app.app.inject({
        method: "POST",
        url: requestSignInCode.url,
        payload: { email: "somebody@example.com" },
        headers: { origin, ...headers },
      })
    ).statusCode;
  const names: [string, Record<string, string>][] = [
    [evil, { host: "evil.example" }],
    ["http://127.0.0.1:3000", { host: "127.0.0.1:3000" }],
    ["http://localhost:3000", { host: "localhost:3000" }],
    [evil, { host: "shop.example.com", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }],
    ["http://shop.example.com", { host: "shop.example.com" }],
  ];
  for (const [origin, headers] of names) expect(await ask(live, origin, headers), origin).toBe(403);
  expect(await ask(live, publicUrl, { host: "store.internal:3000" })).toBe(200);
  // On this machine the same store has several names; local-mode.test.ts tries all others.
  expect(await ask(app, "http://127.0.0.1:3000", { host: "127.0.0.1:3000" })).toBe(200);
});
