import { expect, test, vi } from "vitest";
import { mostBrowsers } from "#server/http/few-browsers.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { clickReplyLink, makeReplyLink, newPhone } from "#tests/support/reply-link.ts";
import { testApp } from "#tests/support/test-app.ts";
import { keepReplyLink } from "./keep-reply-link.ts";
import { newLinkCode, type NewReplyLink } from "./reply-links.ts";

const app = await testApp(
  {},
  {
    prepare: async (app, services) => {
      app.get("/page", async (request, reply) => {
        await keepReplyLink(services, request, reply);
        return {};
      });
    },
  },
);
const { pool } = app.services;
const product = await makeProduct(app);

const linkOf = async (code: string) => {
  const { rows } = await pool.query<{ clicks: number; lastClickedAt: Date | null }>(
    `select clicks, last_clicked_at as "lastClickedAt" from reply_links where code = $1`,
    [code],
  );
  return rows[0];
};
const open = (code: string, headers?: Record<string, string>) =>
  clickReplyLink(app, { cookies: {} }, code, headers);

test("codes have ten letters and digits, and no two are the same", () => {
  const codes = Array.from({ length: 10_000 }, newLinkCode);
  expect(codes.every((code) => /^[A-Za-z0-9]{10}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join("")).size).toBe(62);
});

test("a link leads to the product's checkout with its code, and is remembered for seven days", async () => {
  const code = await makeReplyLink(app, product);
  const answer = await open(code);
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe(`/checkout/${product.id}?via=${code}`);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect(answer.cookies).toMatchObject([
    { name: "reply", value: code, maxAge: 604_800, httpOnly: true, sameSite: "Lax", path: "/" },
  ]);
});

test("a product that is off sale leads to its store", async () => {
  for (const off of [{ state: "DRAFT" }, { state: "ARCHIVED" }] as const) {
    const gone = await makeProduct(app, off);
    const { rows } = await pool.query<{ handle: string }>("select handle from users where id = $1", [
      gone.ownerId,
    ]);
    const code = await makeReplyLink(app, gone, { destination: "PAGE" });
    expect((await open(code)).headers.location).toBe(`/u/${rows[0]?.handle}?via=${code}`);
  }
});

test("a coupon and offers behind the link go on to the checkout", async () => {
  const code = await makeReplyLink(app, product);
  const answer = await app.app.inject({
    url: `/l/${code}?code=FANS%2620&bump=a%2Cb&bump=c&email=x`,
    headers: { "user-agent": newPhone() },
  });
  expect(answer.headers.location).toBe(`/checkout/${product.id}?via=${code}&code=FANS%2620`);
});

test("nothing in the address leads elsewhere", async () => {
  const code = await makeReplyLink(app, product);
  const answer = await app.app.inject({
    url: `/l/${code}?to=https://example.org&returnTo=//example.org`,
    headers: { "user-agent": newPhone(), "x-forwarded-host": "example.org" },
  });
  expect(answer.headers.location).toBe(`/checkout/${product.id}?via=${code}`);
});

test("a link leads to the page, the store or the list, with the coupon that is there now", async () => {
  const coupon = await makeCoupon(app, { ownerId: product.ownerId, code: "FANS20" });
  const { rows } = await pool.query<{ handle: string; slug: string }>(
    "select u.handle, p.slug from products p join users u on u.id = p.owner_id where p.id = $1",
    [product.id],
  );
  const { handle, slug } = rows[0]!;
  const located = async (fields: Partial<NewReplyLink>) => {
    const code = await makeReplyLink(app, product, { couponCode: "FANS20", ...fields });
    return (await open(code)).headers.location?.replace(code, "CODE");
  };
  expect(await located({ destination: "PAGE" })).toBe(`/u/${handle}/${slug}?via=CODE&code=FANS20`);
  expect(await located({ destination: "CHECKOUT" })).toBe(`/checkout/${product.id}?via=CODE&code=FANS20`);
  expect(await located({ destination: "STORE", productId: null })).toBe(`/u/${handle}?via=CODE&code=FANS20`);
  expect(await located({ destination: "LIST", productId: null })).toBe(`/u/${handle}/join?via=CODE`);
  await pool.query("update coupons set active = false where id = $1", [coupon.id]);
  expect(await located({ destination: "PAGE" })).toBe(`/u/${handle}/${slug}?via=CODE`);
});

test("a link of before targets were chosen leads to the checkout still", async () => {
  const code = await makeReplyLink(app, product);
  await pool.query("update reply_links set destination = null where code = $1", [code]);
  expect((await open(code)).headers.location).toBe(`/checkout/${product.id}?via=${code}`);
});

test("a page whose address names a clicked link remembers it in another browser, and counts nothing", async () => {
  const code = await makeReplyLink(app, product);
  const see = async (via: string, headers: Record<string, string> = {}) => {
    const seen = await app.app.inject({
      url: `/page?via=${via}`,
      headers: { "user-agent": newPhone(), ...headers },
    });
    return seen.cookies.map(({ value }) => value);
  };
  expect(await see(code)).toEqual([]);
  await open(code);
  expect(await see(code)).toEqual([code]);
  expect(await see(code, { cookie: `reply=${code}` })).toEqual([]);
  expect(await see(code, { "sec-fetch-site": "cross-site" })).toEqual([]);
  expect(await see(newLinkCode())).toEqual([]);
  expect(await see("no-code")).toEqual([]);
  expect((await linkOf(code))?.clicks).toBe(1);
  app.clock.advance({ days: 8 });
  expect(await see(code)).toEqual([]);
});

test.each(["nope", "0123456789", "0123456789a", "..%2F..%2Fapi", "%27%20or%201=1", "%00"])(
  "%s is no link",
  async (code) => {
    const answer = await open(code);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  },
);

test("one visitor is one click a day, however often and however many at once", async () => {
  const code = await makeReplyLink(app, product);
  const phone = { "user-agent": newPhone() };
  await Promise.all(Array.from({ length: 100 }, () => open(code, phone)));
  expect((await linkOf(code))?.clicks).toBe(1);
  await Promise.all(Array.from({ length: 50 }, () => open(code)));
  expect((await linkOf(code))?.clicks).toBe(51);
  app.clock.advance({ days: 1 });
  await open(code, phone);
  expect((await linkOf(code))?.clicks).toBe(52);
});

test("a second click is none, but it is the last one", async () => {
  const code = await makeReplyLink(app, product);
  const phone = { "user-agent": newPhone() };
  await open(code, phone);
  app.clock.advance({ minutes: 1 });
  const later = app.clock.now().getTime();
  await open(code, phone);
  const link = await linkOf(code);
  expect(link?.clicks).toBe(1);
  expect(link?.lastClickedAt?.getTime()).toBeGreaterThanOrEqual(later);
});

test("programs, pages fetched in advance and HEAD are led on, but leave no trace", async () => {
  const code = await makeReplyLink(app, product);
  for (const headers of [
    { "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)" },
    { "user-agent": "Twitterbot/1.0" },
    { "user-agent": "curl/8.7.1" },
    { "user-agent": newPhone(), "sec-purpose": "prefetch;prerender" },
    { "user-agent": newPhone(), "x-purpose": "preview" },
    { "user-agent": newPhone(), "sec-fetch-dest": "image" },
  ]) {
    const answer = await open(code, headers);
    expect([answer.statusCode, answer.cookies]).toEqual([302, []]);
  }
  const head = await app.app.inject({
    method: "HEAD",
    url: `/l/${code}`,
    headers: { "user-agent": newPhone() },
  });
  expect([head.statusCode, head.cookies]).toEqual([302, []]);
  expect(await linkOf(code)).toEqual({ clicks: 0, lastClickedAt: null });
});

test.each([
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 389.0.0.34.91 (iPhone14,5; iOS 18_5; en_US; en; scale=3.00; 1170x2532; 762187473; IABMV/1)",
  "Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/520.0.0.44.99;]",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/11.3",
])("the browser inside an app is a person: %s", async (agent) => {
  const code = await makeReplyLink(app, product);
  await open(code, { "user-agent": agent });
  expect((await linkOf(code))?.clicks).toBe(1);
});

test("a click that could not be counted leads on, and is not remembered in place of an earlier one", async () => {
  const code = await makeReplyLink(app, product);
  const query = app.services.pool.query.bind(app.services.pool) as (...args: unknown[]) => unknown;
  vi.spyOn(app.services.pool, "query").mockImplementation((...args: unknown[]) =>
    (args[0] as { name?: string }).name === "social_count_reply_click"
      ? Promise.reject(new Error("the connection was lost"))
      : query(...args),
  );
  const answer = await open(code);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/checkout/${product.id}?via=${code}`]);
  expect(answer.cookies).toEqual([]);
});

test("one network has a hundred clicks a minute counted, whatever browsers it names, and each is led on", async () => {
  const code = await makeReplyLink(app, product);
  const clicks = async (remoteAddress: string, browsers: number) => {
    for (let browser = 0; browser < browsers; browser++) {
      const headers = { "user-agent": `Mozilla/5.0 (iPhone) Safari/${browser}` };
      const answer = await app.app.inject({ url: `/l/${code}`, headers, remoteAddress });
      expect([answer.statusCode, answer.cookies[0]?.value]).toEqual([302, code]);
    }
    return (await linkOf(code))?.clicks;
  };
  expect(await clicks("203.0.113.40", mostBrowsers + 20)).toBe(mostBrowsers);
  expect(await clicks("203.0.113.41", 1)).toBe(mostBrowsers + 1);
});
