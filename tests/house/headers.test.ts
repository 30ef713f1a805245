import { beforeAll, describe, expect, test } from "vitest";
import { requestSignInCode, verifySignInCode } from "#contract/accounts/accounts.ts";
import { requestDownloadLink } from "#contract/downloads/downloads.ts";
import type { WebApp } from "#server/pages/render-page.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { sendRaw } from "./raw-request.ts";

const modes: Record<string, ReturnType<WebApp["pageMode"]>> = {
  "/": "by-session",
  "/terms": "static",
  "/u/demo": "static",
  "/api/docs": "static",
  "/checkout/1": "ssr",
  "/success": "ssr",
  "/post-purchase": "ssr",
  "/course/x": "ssr",
  "/members": "ssr",
  "/admin": "client",
  "/account": "client",
};
const staticPages = ["/", "/terms", "/u/demo", "/u/demo?aff=X", "/api/docs", "/nowhere"];
const scriptedPages = Object.keys(modes).filter(
  (path) => !["static", "by-session"].includes(modes[path] ?? ""),
);

/** Stands for the built web app, and says with which nonce it was asked. */
const web: WebApp = {
  pageMode: (path) => modes[path] ?? "unknown",
  async fetch(request) {
    const nonce = request.headers.get("x-openstall-nonce");
    return new Response(`nonce ${nonce}`, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        ...(nonce === null && { "x-openstall-page": "static" }),
      },
    });
  },
};
const withPages = {
  prepare: (app: TestApp["app"], services: TestApp["services"]) =>
    servePages(app, services, { load: async () => web, assets: new Map() }),
};
const local = await testApp({}, withPages);
const publicDemo = {
  PUBLIC_URL: "https://shop.example.com",
  ALLOW_SANDBOX: "true",
  APP_SECRET: "a".repeat(40),
};
/** One with a mailbox to read codes in. */
const live = await testApp(publicDemo, withPages);
const endpoints = await declaredEndpoints();

const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split("; ")
      .map((part) => {
        const [name, ...sources] = part.split(" ");
        return [name, sources] as const;
      }),
  ) as Record<string, string[]>;

describe.each([
  ["local", local],
  ["live", live],
] as const)("in %s mode", (mode, app) => {
  const get = async (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

  test.each([...staticPages, ...scriptedPages])("the page %s is locked down", async (path) => {
    const { headers } = await get(path);
    const policy = policyOf(headers);
    expect(policy["default-src"]).toEqual(["'self'"]);
    expect(policy["object-src"]).toEqual(["'none'"]);
    expect(policy["base-uri"]).toEqual(["'none'"]);
    expect(policy["form-action"]).toEqual(["'self'"]);
    expect(policy["frame-ancestors"]).toEqual(["'none'"]);
    expect(policy["script-src"]).not.toContain("'unsafe-inline'");
    expect(policy["script-src"]).not.toContain("'unsafe-eval'");
    expect(policy["style-src"] ?? []).not.toContain("'unsafe-inline'");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin-allow-popups",
    });
    expect(headers["strict-transport-security"]).toBe(
      mode === "live" ? "max-age=31536000; includeSubDomains" : undefined,
    );
    expect("upgrade-insecure-requests" in policy).toBe(mode === "live");
  });

  test.each(staticPages)("the static page %s may load no script from anywhere", async (path) => {
    const { headers } = await get(path);
    expect(policyOf(headers)["script-src"]).toEqual(["'inline-speculation-rules'"]);
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test.each(scriptedPages)(
    "the page %s has a nonce that no other answer has, and is kept by nobody",
    async (path) => {
      const pages = await Promise.all([get(path), get(path), get(path)]);
      const nonces = pages.map(({ headers }) =>
        policyOf(headers)["script-src"]?.find((source) => source.startsWith("'nonce-")),
      );
      expect(new Set(nonces).size).toBe(3);
      for (const [index, { body, headers }] of pages.entries()) {
        expect(nonces[index]).toBe(`'${body.replace("nonce ", "nonce-")}'`);
        expect(body.length).toBeGreaterThan("nonce ".length + 20);
        expect(headers["cache-control"]).toBe("private, no-store");
      }
    },
  );

  test("pages of buyers tell nobody where they were", async () => {
    for (const path of ["/checkout/1", "/success", "/post-purchase", "/course/x", "/members"])
      expect((await get(path)).headers["referrer-policy"], path).toBe("no-referrer");
  });

  test("every call of the API is kept by nobody, framed by nobody and sniffed by nobody, also when it refuses", async () => {
    const cookie = await sessionCookieOf(app, await makeCreator(app));
    for (const endpoint of endpoints)
      for (const headers of [{}, { cookie }, { "sec-fetch-site": "cross-site" }]) {
        const answer = await sendRaw(app, {
          method: endpoint.method,
          path: endpoint.url.replaceAll(/:\w+/g, "x"),
          headers,
        });
        const what = `${nameOf(endpoint)} ${answer.statusCode}`;
        expect(answer.headers["x-content-type-options"], what).toBe("nosniff");
        expect(answer.headers["strict-transport-security"] !== undefined, what).toBe(mode === "live");
        expect(answer.headers["x-powered-by"] ?? answer.headers.server, what).toBeUndefined();
        expect(answer.headers["x-request-id"], what).toMatch(/^[0-9a-f-]{36}$/);
        if (answer.statusCode >= 400) expect(answer.headers["cache-control"], what).toBe("no-store");
        if (endpoint.config.access !== "public")
          expect(answer.headers["cache-control"], what).toContain("no-store");
        if (
          headers["sec-fetch-site"] ||
          (mode === "live" && ["local", "demo"].includes(endpoint.config.access))
        )
          continue;
        expect(policyOf(answer.headers)["default-src"], what).toEqual(["'none'"]);
        expect(policyOf(answer.headers)["frame-ancestors"], what).toEqual(["'none'"]);
        expect(answer.headers["cross-origin-resource-policy"], what).toBe("same-origin");
      }
  });

  test("addresses that are none of ours are as guarded", async () => {
    for (const path of [
      "/api/nope",
      "/api/%zz",
      `/api/products/${"x".repeat(301)}`,
      "/webhook/nope",
      "/images/x/1.jpeg",
      "/og/u/nobody.jpg",
    ]) {
      const { headers, statusCode } = await get(path);
      expect(statusCode, path).toBeGreaterThanOrEqual(400);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(headers["cache-control"], path).toBe("no-store");
    }
  });

  test("a bought file is saved, never shown, and kept by nobody", async () => {
    const bought = await makeBoughtDownload(app, { data: Buffer.from("<script>alert(1)</script>") });
    const { body } = await app.call(
      requestDownloadLink,
      { body: { downloadId: bought.download.id } },
      { cookies: bought.cookies },
    );
    const { headers, statusCode } = await get(body.downloadUrl);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-disposition": "attachment; filename=guide.pdf",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    });
  });

  test("every cookie is out of reach of scripts and other sites", async () => {
    const { email } = await makeCreator(app);
    const product = await makeProduct(app);
    const browser = app.browser();
    const set: string[] = [];
    const keep = ({ headers }: { headers: Record<string, unknown> }) =>
      set.push(...[headers["set-cookie"] ?? []].flat().map(String));
    keep(await browser.call(requestSignInCode, { body: { email } }));
    await app.runJobs();
    const { rows } = await app.services.pool.query<{ text: string }>(
      'select text from mailbox where "to" = $1',
      [email],
    );
    const code = /\b\d{6}\b/.exec(rows[0]?.text ?? "")?.[0] ?? "";
    const signedIn = await browser.call(verifySignInCode, { body: { email, code } });
    expect(signedIn.status).toBe(200);
    keep(signedIn);
    await openCheckout(
      {
        call: async (...given) => {
          const answer = await browser.call(...given);
          keep(answer);
          return answer;
        },
      },
      product.id,
    );
    keep(await app.app.inject({ url: "/api/logout", cookies: browser.cookies }));
    keep(await app.app.inject({ url: "/api/login/callback?code=x" }));

    // A token that names a browser is set under a name of its own, too.
    const names = set.map((cookie) => cookie.split("=")[0]?.split(".")[0]);
    const prefix = mode === "live" ? "__Host-" : "";
    expect(new Set(names)).toEqual(
      new Set(["otp", "sid", "known", "co", "oidc"].map((name) => prefix + name)),
    );
    for (const cookie of set) {
      const flags = cookie.split("; ").slice(1);
      expect(flags, cookie).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Lax"]));
      expect(flags.includes("Secure"), cookie).toBe(mode === "live");
      expect(cookie).not.toMatch(/domain=/i);
    }
  });
});

let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookieOf(live, await makeCreator(live));
});

test("what exists for development is nowhere to be found in live mode, also for those who are signed in", async () => {
  const smtp = { SMTP_URL: "smtps://user:password@mail.example.com", MAIL_FROM: "store@example.com" };
  const shop = await testApp({ ...publicDemo, ...smtp }, withPages);
  const shopCookie = await sessionCookieOf(shop, await makeCreator(shop));
  // A demo's mailbox is there where it is one.
  for (const [of, signedIn, absent] of [
    [live, cookie, ["local"]],
    [shop, shopCookie, ["local", "demo"]],
  ] as const) {
    const inDevelopment = endpoints.filter(({ config }) =>
      (absent as readonly string[]).includes(config.access),
    );
    expect(inDevelopment.length).toBeGreaterThan(3);
    for (const { method, url } of inDevelopment)
      for (const headers of [
        {},
        { cookie: signedIn },
        { host: "localhost:3000" },
        { "x-forwarded-for": "127.0.0.1" },
      ]) {
        const answer = await of.app.inject({
          method,
          url: url.replaceAll(/:\w+/g, crypto.randomUUID()),
          headers,
        });
        expect(answer.statusCode, url).toBe(404);
        expect(answer.json()).toEqual({ message: "Not found", code: "NOT_FOUND" });
      }
    for (const path of ["/dev/ui", "/dev/anything"])
      expect((await of.app.inject(path)).statusCode, path).toBe(404);
  }
  expect((await shop.app.inject("/dev/mailbox")).statusCode).toBe(404);
});

test("a cookie of plain http is none on https, where any sister site could have planted it", async () => {
  const token = cookie.split("=")[1];
  const { statusCode } = await live.app.inject({
    url: "/api/auth/user",
    headers: { cookie: `sid=${token}` },
  });
  expect(statusCode).toBe(401);
});
