import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { openAffiliateLink } from "#server/features/affiliates/clicks.ts";
import type { Services } from "#server/services.ts";
import { invalidateOwnStorefronts, openStorefrontCache } from "./storefront-cache.ts";
import { onPageOpened } from "./page-hooks.ts";
import type { WebApp } from "./render-page.ts";
import { servePages } from "./serve-pages.ts";

const modes: Record<string, ReturnType<WebApp["pageMode"]>> = {
  "/": "by-session",
  "/checkout/1": "ssr",
  "/u/demo": "static",
  "/u/DEMO": "static",
  "/u/%64emo": "static",
  "/u/demo/": "static",
  "/terms": "static",
  "/api/docs": "static",
};

/** A web app in place of the built one: it tells what it was asked, and how often. */
async function pagesOf(
  render?: (request: Request) => Promise<Response>,
  environment: NodeJS.ProcessEnv = {},
) {
  const asked: Request[] = [];
  const listeners: ((handle: string) => void)[] = [];
  const web: WebApp = {
    pageMode: (path) => modes[path] ?? "unknown",
    async fetch(request) {
      asked.push(request);
      if (render) return render(request);
      const path = new URL(request.url).pathname;
      const isStatic = path !== "/checkout/1";
      return new Response(`<h1>${path} ${asked.length}</h1>`, {
        status: path === "/nope" ? 404 : 200,
        headers: { "content-type": "text/html", ...(isStatic && { "x-openstall-page": "static" }) },
      });
    },
  };
  const app = Fastify();
  await app.register(cookie);
  app.get("/api/who", (request, reply) => reply.send({ cookie: request.headers.cookie ?? null }));
  app.put("/api/products/1", (request, reply) => {
    const store = { creatorId: "maya", handle: "demo", role: "OWNER" } as const;
    request.signedIn = {
      ...store,
      personId: "maya",
      ownHandle: "demo",
      hasStore: true,
      isRecent: true,
      isOperator: false,
      isShared: false,
      sessionId: "1",
      wroteAt: null,
    };
    return reply.send({});
  });
  const clock = { now: () => new Date(0) };
  const notifications = {
    arrive: true,
    areCurrent: () => true,
    catchUp: async () => true,
    listen: async (_channel: string, listener: (handle: string) => void) => void listeners.push(listener),
    close: async () => {},
  };
  const services = {
    pool: { query: async () => ({ rows: [{ handle: "demo", code: "MAYA" }] }) },
    secret: "0123456789",
    config: loadConfig(environment),
    clock,
    storefronts: openStorefrontCache({ notifications, clock }),
  } as unknown as Services;
  invalidateOwnStorefronts(app, services);
  onPageOpened(app, (request, reply) => openAffiliateLink(services, request, reply));
  await servePages(app, services, { load: async () => web, assets: new Map() });
  return { app, asked, notify: (handle: string) => listeners.forEach((listener) => listener(handle)) };
}

test("a static page is rendered once, without cookie or query, and served from memory", async () => {
  const { app, asked } = await pagesOf();
  const first = await app.inject({ url: "/u/demo?fbclid=x", headers: { cookie: "sid=secret" } });
  const second = await app.inject({ url: "/u/demo" });
  expect(first.body).toBe("<h1>/u/demo 1</h1>");
  expect(second.body).toBe(first.body);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.get("cookie")).toBeNull();
  expect(new URL(asked[0]?.url ?? "").search).toBe("");
  // A proxy that gave it out would hide a visit.
  expect(second.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
  expect(second.headers["x-openstall-page"]).toBeUndefined();
});

test("a static page that says no-store is rendered for each request, and kept by nobody", async () => {
  let renderings = 0;
  const { app } = await pagesOf(async () => {
    const headers = {
      "content-type": "text/html",
      "x-openstall-page": "static",
      "cache-control": "no-store",
    };
    return new Response(`<p>${++renderings}</p>`, { headers });
  });
  for (const body of ["<p>1</p>", "<p>2</p>"]) {
    const page = await app.inject({ url: "/terms" });
    expect([page.statusCode, page.body, page.headers["cache-control"]]).toEqual([200, body, "no-store"]);
  }
});

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";

test("what a link brought along is filled into the links of the kept page, and nobody else gets it", async () => {
  const html = `<link rel="canonical" href="http://localhost:3000/u/demo"/><a href="/checkout/1"></a><a href="/u/demo/kit#reviews"></a><a href="/members"></a>`;
  const { app, asked } = await pagesOf(
    async () => new Response(html, { headers: { "x-openstall-page": "static" } }),
  );
  const filled = `<link rel="canonical" href="http://localhost:3000/u/demo"/><a href="/checkout/1?aff=MAYA%26x&amp;code=%22%3E%3Cb%3E"></a><a href="/u/demo/kit?aff=MAYA%26x&amp;code=%22%3E%3Cb%3E#reviews"></a><a href="/members"></a>`;
  for (const encoding of ["identity", "br"]) {
    const page = await app.inject({
      url: "/u/demo?aff=MAYA%26x&code=%22%3E%3Cb%3E&utm_source=ig&bump=1",
      headers: { "accept-encoding": encoding },
    });
    const body = encoding === "br" ? brotliDecompressSync(page.rawPayload).toString() : page.body;
    expect(body).toBe(filled);
    expect(page.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    expect(page.headers["etag"]).toBeUndefined();
  }
  // Nor is a text of any length anybody's code.
  expect((await app.inject({ url: `/u/demo?aff=${"x".repeat(101)}` })).body).toBe(html);
  const opened = await app.inject({ url: "/u/demo?aff=maya", headers: { "user-agent": phone } });
  expect(opened.cookies).toMatchObject([{ name: "aff", value: "MAYA", httpOnly: true, sameSite: "Lax" }]);
  const bare = await app.inject({ url: "/u/demo" });
  expect([bare.body, bare.cookies]).toEqual([html, []]);
  expect(bare.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
  // Rendered once for all of them, and never with what anybody brought.
  expect(asked.map(({ url }) => url)).toEqual(["http://localhost:3000/u/demo"]);
});

test("a page that nobody keeps carries on what a link brought along, too", async () => {
  const headers = { "x-openstall-page": "static", "cache-control": "no-store" };
  const { app } = await pagesOf(async () => new Response(`<a href="/u/demo/kit">Kit</a>`, { headers }));
  const page = await app.inject({ url: "/u/demo?aff=MAYA" });
  expect(page.body).toBe(`<a href="/u/demo/kit?aff=MAYA">Kit</a>`);
});

test("a page's own style is let through by the hash that its route named: kept, filled in, kept by nobody, and unchanged", async () => {
  let cacheControl = "public";
  const { app } = await pagesOf(async () => {
    const headers = {
      "content-type": "text/html",
      "x-openstall-page": "static",
      "x-openstall-style": "sha256-abc=",
      "cache-control": cacheControl,
    };
    return new Response("<style>a</style>", { headers });
  });
  const open = async (url: string, headers = {}) => {
    const page = await app.inject({ url, headers });
    expect(page.headers["content-security-policy"]).toContain("style-src 'self' 'sha256-abc=';");
    expect(page.headers["x-openstall-style"]).toBeUndefined();
    return page;
  };
  const { headers } = await open("/u/demo");
  await open("/u/demo?aff=MAYA");
  expect((await open("/u/demo", { "if-none-match": headers.etag })).statusCode).toBe(304);
  cacheControl = "no-store";
  await open("/terms");
});

test("a store is kept once, however its address is written", async () => {
  const { app, asked } = await pagesOf();
  for (const url of ["/u/demo", "/u/DEMO", "/u/%64emo", "/u/demo/"]) await app.inject({ url });
  expect(asked.filter(({ url }) => /u\/(demo|DEMO|%64emo)\/?$/.test(url))).toHaveLength(1);
});

test("a browser that has the page already gets 304, and brotli where it takes it", async () => {
  const { app } = await pagesOf();
  const page = await app.inject({ url: "/terms", headers: { "accept-encoding": "gzip, br" } });
  expect(page.headers["content-encoding"]).toBe("br");
  expect(page.headers["cache-control"]).toBe("public, max-age=0, s-maxage=60, stale-while-revalidate=600");
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe("<h1>/terms 1</h1>");
  const again = await app.inject({
    url: "/terms",
    headers: { "if-none-match": String(page.headers["etag"]) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
});

test("a store's change is shown at once", async () => {
  const { app, notify } = await pagesOf();
  await app.inject({ url: "/u/demo" });
  notify("demo");
  expect((await app.inject({ url: "/u/demo" })).body).toBe("<h1>/u/demo 2</h1>");
  notify("");
  expect((await app.inject({ url: "/u/demo" })).body).toBe("<h1>/u/demo 3</h1>");
});

test("what a creator saves is in their store when the answer arrives", async () => {
  const { app } = await pagesOf();
  await app.inject({ url: "/u/demo" });
  await app.inject({ method: "PUT", url: "/api/products/1" });
  expect((await app.inject({ url: "/u/demo" })).body).toBe("<h1>/u/demo 2</h1>");
});

test("/ is shared by visitors and rendered for whoever carries a session", async () => {
  const { app, asked } = await pagesOf();
  await app.inject({ url: "/" });
  await app.inject({ url: "/" });
  const mine = await app.inject({ url: "/", headers: { cookie: "sid=secret" } });
  expect(asked).toHaveLength(2);
  expect(asked[1]?.headers.get("cookie")).toBe("sid=secret");
  expect(mine.headers["cache-control"]).toBe("private, no-store");
});

test("/ leads whoever is signed out to the front's store, and nobody keeps that; whoever is signed in has their desk", async () => {
  const { app, asked } = await pagesOf(undefined, { FRONT_STORE: "maya" });
  const away = await app.inject({ url: "/" });
  expect([away.statusCode, away.headers.location, away.headers["cache-control"]]).toEqual([
    302,
    "/u/maya",
    "no-cache",
  ]);
  expect((await app.inject({ url: "/terms" })).statusCode).toBe(200);
  expect((await app.inject({ url: "/", headers: { cookie: "sid=secret" } })).statusCode).toBe(200);
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/terms", "/"]);
});

test("pages are told whose installation it is, whatever signs its name has, and nothing where it is nobody's", async () => {
  const nameOf = ({ headers }: Request) => headers.get("x-openstall-operator");
  const named = await pagesOf(undefined, { OPERATOR_NAME: "Läden & Söhne" });
  await named.app.inject({ url: "/" });
  expect(decodeURIComponent(nameOf(named.asked[0]!) ?? "")).toBe("Läden & Söhne");
  const ours = await pagesOf();
  await ours.app.inject({ url: "/", headers: { "x-openstall-operator": "Somebody" } });
  expect(nameOf(ours.asked[0]!)).toBeNull();
});

test("pages with a script are told which store the front page leads to, by the server alone", async () => {
  const told = async (environment: NodeJS.ProcessEnv) => {
    const { app, asked } = await pagesOf(undefined, environment);
    await app.inject({ url: "/checkout/1", headers: { "x-openstall-front-store": "mallory" } });
    return asked[0]?.headers.get("x-openstall-front-store");
  };
  expect(await told({ FRONT_STORE: "maya" })).toBe("maya");
  expect(await told({})).toBeNull();
});

test("a hydrated page is never kept, and each has a nonce of its own", async () => {
  const { app, asked } = await pagesOf();
  const pages = [await app.inject({ url: "/checkout/1?x=1" }), await app.inject({ url: "/checkout/1?x=1" })];
  const nonces = asked.map((request) => request.headers.get("x-openstall-nonce"));
  expect(new Set(nonces).size).toBe(2);
  pages.forEach((page, index) =>
    expect(page.headers["content-security-policy"]).toContain(`'nonce-${nonces[index]}'`),
  );
  expect(pages[0]?.headers["cache-control"]).toBe("private, no-store");
  expect(asked[0]?.url).toBe("http://localhost:3000/checkout/1?x=1");
});

test("an unknown path is a 404 page; under /api it is a plain 404", async () => {
  const { app, asked } = await pagesOf();
  expect((await app.inject({ url: "/nope" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/api/docs" })).statusCode).toBe(200);
  expect(asked).toHaveLength(2);
  for (const url of ["/api/nope", "/webhook/nope", "/assets/nope.js", "/files/x"]) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  expect(asked).toHaveLength(2);
});

test("a path that looks like another host stays on this one", async () => {
  const { app, asked } = await pagesOf();
  await app.inject({ url: "//evil.example/x" });
  expect(asked.map((request) => new URL(request.url).host)).toEqual(["localhost:3000"]);
});

test("while rendering, calls to the API carry the visitor's cookie, or none for a static page", async () => {
  const seen: unknown[] = [];
  const { app } = await pagesOf(async () => {
    const inject = (globalThis as Record<symbol, unknown>)[Symbol.for("openstall.inject")] as typeof fetch;
    seen.push(await (await inject("/api/who", { method: "GET" })).json());
    return new Response("<p></p>", { headers: { "x-openstall-page": "static" } });
  });
  await app.inject({ url: "/u/demo", headers: { cookie: "sid=secret" } });
  await app.inject({ url: "/checkout/1", headers: { cookie: "sid=secret" } });
  expect(seen).toEqual([{ cookie: null }, { cookie: "sid=secret" }]);
});
