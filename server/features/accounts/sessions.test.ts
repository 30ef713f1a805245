import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  getCurrentUser,
  listSessions,
  login,
  logout,
  requestSignInCode,
  revokeSession,
  signInAsDemo,
} from "#contract/accounts/accounts.ts";
import { sessions } from "#server/database/schema/accounts.ts";
import { removeWhatEnded } from "#server/jobs/remove-what-ended.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createSession } from "./sessions.ts";

const app = await testApp();
const { db } = app.services;
const demo = await makeCreator(app, { handle: "demo" });

/** A browser signed in as a creator, a new one unless given. */
async function signedInBrowser(creator?: { id: string }, userAgent = "Firefox") {
  const userId = (creator ?? (await makeCreator(app))).id;
  const { token } = await createSession(app.services, { userId, method: "CODE", userAgent, ip: "127.0.0.1" });
  const browser = app.browser();
  browser.cookies["sid"] = token;
  return Object.assign(browser, { userId, token });
}

const status = async (browser: ReturnType<typeof app.browser>) => (await browser.call(getCurrentUser)).status;

test("the cookie is HttpOnly and Lax, and the database holds its hash only", async () => {
  const { headers, cookies } = await app.browser().call(signInAsDemo);
  const sid = [headers["set-cookie"]].flat().find((cookie) => String(cookie).startsWith("sid="));
  expect(sid).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(sid).toContain("Max-Age=2592000");
  const rows = await db.select().from(sessions).where(eq(sessions.userId, demo.id));
  expect(rows[0]?.sid).toBe(hashToken(cookies["sid"] ?? ""));
});

test("on a public address cookies are Secure and bound to the host, and nobody continues as the demo creator", async () => {
  const shop = await testApp({
    PUBLIC_URL: "https://store.example.com",
    ALLOW_SANDBOX: "true",
    SMTP_URL: "smtps://user:password@mail.example.com",
    MAIL_FROM: "store@example.com",
    APP_SECRET: "a secret of at least 32 characters",
  });
  await makeCreator(shop, { handle: "demo" });
  expect((await shop.call(signInAsDemo)).status).toBe(404);
  const { headers } = await shop.call(requestSignInCode, { body: { email: "mina@example.com" } });
  for (const cookie of [headers["set-cookie"] ?? []].flat())
    expect(String(cookie)).toMatch(
      /^__Host-otp(\.[0-9a-f]{8})?=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  const creator = await makeCreator(shop);
  const { token } = await createSession(shop.services, {
    userId: creator.id,
    method: "CODE",
    userAgent: "",
    ip: "127.0.0.1",
  });
  expect((await shop.call(getCurrentUser, {}, { cookies: { sid: token } })).status).toBe(401);
  expect((await shop.call(getCurrentUser, {}, { cookies: { "__Host-sid": token } })).status).toBe(200);
});

test("signing in again gives a new session and ends the old one", async () => {
  const browser = app.browser();
  const first = (await browser.call(signInAsDemo)).cookies["sid"];
  const second = (await browser.call(signInAsDemo)).cookies["sid"];
  expect(second).not.toBe(first);
  const old = app.browser();
  old.cookies["sid"] = first ?? "";
  expect(await status(old)).toBe(401);
  expect(await status(browser)).toBe(200);
});

test("a session ends after 14 idle days, and being used keeps it", async () => {
  const used = await signedInBrowser();
  const idle = await signedInBrowser();
  app.clock.advance({ days: 13 });
  expect(await status(used)).toBe(200);
  app.clock.advance({ days: 2 });
  expect(await status(used)).toBe(200);
  expect(await status(idle)).toBe(401);
});

test("a session ends after 30 days, however much it is used", async () => {
  const browser = await signedInBrowser();
  for (let days = 0; days < 27; days += 9) {
    app.clock.advance({ days: 9 });
    expect(await status(browser)).toBe(200);
  }
  app.clock.advance({ days: 2, hours: 23 });
  expect(await status(browser)).toBe(200);
  app.clock.advance({ hours: 2 });
  expect(await status(browser)).toBe(401);
});

test("when a session was last seen is written every five minutes at most", async () => {
  const browser = await signedInBrowser();
  const seen = async () =>
    (await db.select().from(sessions).where(eq(sessions.userId, browser.userId)))[0]?.lastSeenAt.getTime();
  const begun = await seen();
  app.clock.advance({ minutes: 4 });
  await status(browser);
  expect(await seen()).toBe(begun);
  app.clock.advance({ minutes: 2 });
  await status(browser);
  expect((await seen()) ?? 0).toBeGreaterThan(begun ?? 0);
});

test.each(["", "x", "a".repeat(43), "'; drop table sessions; --", "a".repeat(5_000)])(
  "a made-up cookie (%#) signs nobody in",
  async (sid) => {
    expect((await app.call(getCurrentUser, {}, { cookies: { sid } })).status).toBe(401);
  },
);

test("the stored hash is no key, neither as a cookie nor as the shown id", async () => {
  const browser = await signedInBrowser();
  const [row] = (await browser.call(listSessions)).body;
  expect(row?.id).not.toBe(hashToken(browser.token));
  for (const sid of [hashToken(browser.token), row?.id ?? ""]) {
    expect((await app.call(getCurrentUser, {}, { cookies: { sid } })).status).toBe(401);
  }
});

test("a creator sees the browsers signed in, the current one marked, and nobody else's", async () => {
  const laptop = await signedInBrowser(undefined, "Chrome on a laptop");
  app.clock.advance({ minutes: 1 });
  await signedInBrowser({ id: laptop.userId }, "Safari on a phone");
  await signedInBrowser();
  const { body } = await laptop.call(listSessions);
  expect(body.map(({ userAgent, current, method }) => ({ userAgent, current, method }))).toEqual([
    { userAgent: "Safari on a phone", current: false, method: "CODE" },
    { userAgent: "Chrome on a laptop", current: true, method: "CODE" },
  ]);
});

test("a creator signs another browser out", async () => {
  const laptop = await signedInBrowser();
  const phone = await signedInBrowser({ id: laptop.userId });
  const { body } = await laptop.call(listSessions);
  const other = body.find(({ current }) => !current);
  const answer = await laptop.call(revokeSession, { params: { id: other?.id ?? "" } });
  expect(answer.body).toEqual({ success: true });
  expect(await status(phone)).toBe(401);
  expect(await status(laptop)).toBe(200);
  expect((await laptop.call(revokeSession, { params: { id: other?.id ?? "" } })).status).toBe(404);
});

test("nobody signs another creator's browser out", async () => {
  const victim = await signedInBrowser();
  const [row] = (await victim.call(listSessions)).body;
  const stranger = await signedInBrowser();
  expect((await stranger.call(revokeSession, { params: { id: row?.id ?? "" } })).status).toBe(404);
  expect(await status(victim)).toBe(200);
});

test("signing out deletes the session and leads back", async () => {
  const browser = await signedInBrowser();
  const answer = await browser.call(logout, { querystring: { returnTo: "/u/demo" } });
  expect(answer.status).toBe(302);
  expect(answer.headers["location"]).toBe("/u/demo");
  expect(answer.cookies["sid"]).toBe("");
  expect(await db.$count(sessions, eq(sessions.userId, browser.userId))).toBe(0);
});

test.each(["cross-site", "same-site"])(
  "a %s link to sign out leads home and signs nobody out",
  async (site) => {
    const browser = await signedInBrowser();
    const answer = await browser.call(logout, { querystring: {} }, { headers: { "sec-fetch-site": site } });
    expect(answer.headers["location"]).toBe("/");
    expect(await status(browser)).toBe(200);
  },
);

test.each(["same-origin", "none"])("a %s navigation signs out", async (site) => {
  const browser = await signedInBrowser();
  await browser.call(logout, { querystring: {} }, { headers: { "sec-fetch-site": site } });
  expect(await status(browser)).toBe(401);
});

test("a browser that loads ahead is not signed out", async () => {
  const browser = await signedInBrowser();
  const answer = await browser.call(logout, { querystring: {} }, { headers: { "sec-purpose": "prefetch" } });
  expect(answer.status).toBe(403);
  expect(await status(browser)).toBe(200);
});

test("signing in leads to the sign-in page, and keeps where the browser wanted to be", async () => {
  const to = async (querystring: { returnTo?: string }, headers = {}) =>
    (await app.call(login, { querystring }, { headers })).headers["location"];
  expect(await to({})).toBe("/sign-in");
  expect(await to({ returnTo: "/admin?tab=settings" })).toBe("/sign-in?returnTo=%2Fadmin%3Ftab%3Dsettings");
  expect(await to({ returnTo: "//evil.example" })).toBe("/sign-in");
  expect(await to({}, { referer: "http://localhost:3000/u/demo" })).toBe("/sign-in?returnTo=%2Fu%2Fdemo");
  expect(await to({}, { referer: "https://evil.example/u/demo" })).toBe("/sign-in");
});

test("who is signed in goes on at once, a new creator by way of the welcome page", async () => {
  const known = await signedInBrowser();
  const there = await known.call(login, { querystring: { returnTo: "/admin" } });
  expect(there.headers["location"]).toBe("/admin");
  const fresh = await signedInBrowser(await makeCreator(app, { profileCompletedAt: null }));
  const welcome = await fresh.call(login, { querystring: { returnTo: "/admin" } });
  expect(welcome.headers["location"]).toBe("/welcome?returnTo=%2Fadmin");
});

test("ended sessions are cleaned away, live ones stay", async () => {
  const ended = await signedInBrowser();
  app.clock.advance({ days: 15 });
  const live = await signedInBrowser();
  await removeWhatEnded.handle(app.services, {});
  expect(await db.$count(sessions, eq(sessions.userId, ended.userId))).toBe(0);
  expect(await db.$count(sessions, eq(sessions.userId, live.userId))).toBe(1);
});
