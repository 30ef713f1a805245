import type { BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endsBefore } from "#tests/support/ends-before.ts";
import { login, requestSignInCode, type User, verifySignInCode } from "#contract/accounts/accounts.ts";
import { takeBackEmail } from "#contract/accounts/email-change.ts";
import { sessions, users } from "#server/database/schema/accounts.ts";
import { securityCounts } from "#server/http/security-events.ts";
import { launchChromium } from "#tests/support/chromium.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { freePort } from "#tests/support/free-port.ts";
import { mailsTo } from "#tests/support/member.ts";
import { oidcClient, startOidcProvider } from "#tests/support/oidc-provider.ts";
import { testApp } from "#tests/support/test-app.ts";

const port = await freePort();
const store = `http://localhost:${port}`;
const provider = await startOidcProvider(store, {
  nadia: { email: "Nadia@Example.com", email_verified: true, given_name: "Nadia", family_name: "Stern" },
  known: { email: "known@example.com", email_verified: true },
  impostor: { email: "known@example.com", email_verified: true },
  unverified: { email: "victim@example.com", email_verified: false },
  unnamed: {},
  owner: { email: "owner@example.com", email_verified: true },
  unlinked: { email: "unlinked@example.com", email_verified: true },
});
const oidc = (issuer: string) => ({
  PUBLIC_URL: store,
  OIDC_ISSUER_URL: issuer,
  OIDC_CLIENT_ID: oidcClient.id,
  OIDC_CLIENT_SECRET: oidcClient.secret,
});
const app = await testApp(oidc(provider.issuer));
const { db } = app.services;
const browser = await launchChromium();

beforeAll(async () => {
  await app.app.listen({ host: "127.0.0.1", port });
});
afterAll(async () => {
  await browser.close();
  await provider.stop();
});

type Trip = { context: BrowserContext; page: Page; callback: string; awayCookie: string };

/** Signs in at the provider with a browser of one's own, up to the page that the store ends at. */
async function signIn(person: string, returnTo = "/privacy", atProvider = () => {}): Promise<Trip> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const callback = page.waitForRequest((request) => request.url().startsWith(`${store}/api/login/callback`));
  await page.goto(`${store}/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  const awayCookie = (await context.cookies(store)).find(({ name }) => name.startsWith("oidc."))?.value ?? "";
  atProvider();
  await page.fill("[name=login]", person);
  await page.fill("[name=password]", "any");
  await page.click("[type=submit]");
  await page.click("[type=submit]");
  const answer = await callback;
  await page.waitForURL((url) => url.origin === store && !url.pathname.startsWith("/api/"));
  return { context, page, callback: answer.url(), awayCookie };
}

const whoAmI = async ({ context }: Pick<Trip, "context">) => {
  const answer = await context.request.get(`${store}/api/auth/user`);
  return answer.ok() ? ((await answer.json()) as User) : undefined;
};
const isRecent = async ({ context }: Pick<Trip, "context">) => {
  const answer = await context.request.get(`${store}/api/auth/recent-sign-in`);
  return ((await answer.json()) as { isRecent: boolean }).isRecent;
};
const pathOf = ({ page }: Trip) => page.url().slice(store.length);

test("a creator signs in at the provider with a real browser, and is welcomed", async () => {
  const trip = await signIn("nadia");
  expect(pathOf(trip)).toBe("/welcome?returnTo=%2Fprivacy");
  expect(await whoAmI(trip)).toMatchObject({
    email: "nadia@example.com",
    firstName: "Nadia",
    lastName: "Stern",
    handle: "nadia",
    profileCompleted: false,
    isAffiliate: false,
    hasSold: false,
  });
  const cookies = await trip.context.cookies(store);
  expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
    { name: "sid", httpOnly: true, sameSite: "Lax" },
    { name: expect.stringMatching(/^known\.[0-9a-f]{8}$/), httpOnly: true, sameSite: "Lax" },
  ]);
  const again = await signIn("nadia");
  expect((await whoAmI(again))?.id).toBe((await whoAmI(trip))?.id);
});

test("a verified address links the account that has it, and only one identity ever does", async () => {
  const creator = await makeCreator(app, { email: "known@example.com" });
  const trip = await signIn("known", "/terms");
  expect(pathOf(trip)).toBe("/terms");
  expect((await whoAmI(trip))?.id).toBe(creator.id);
  const [row] = await db.select().from(users).where(eq(users.id, creator.id));
  expect(row?.oidcSubject).toBe(`${provider.issuer}|known`);

  const impostor = await signIn("impostor");
  expect(pathOf(impostor)).toBe("/sign-in?returnTo=%2Fprivacy&error=other-account");
  expect(await whoAmI(impostor)).toBeUndefined();
});

test("an unverified address opens no account and makes none", async () => {
  const victim = await makeCreator(app, { email: "victim@example.com" });
  const trip = await signIn("unverified");
  expect(pathOf(trip)).toBe("/sign-in?returnTo=%2Fprivacy&error=unverified");
  expect(await whoAmI(trip)).toBeUndefined();
  expect(await db.$count(sessions, eq(sessions.userId, victim.id))).toBe(0);
});

test("an identity without an address makes no account", async () => {
  const trip = await signIn("unnamed");
  expect(pathOf(trip)).toContain("error=no-email");
});

test("an answer with another state is refused, and leaves the departure under way", async () => {
  const { callback, awayCookie } = await signIn("nadia");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${store}/api/login`);
  const forged = new URL(callback);
  forged.searchParams.set("state", "made-up");
  await page.goto(forged.href);
  expect(page.url()).toBe(`${store}/sign-in?error=expired`);
  expect((await context.cookies(store)).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^oidc\.[0-9a-f]{8}$/),
  ]);
  expect(awayCookie).not.toBe("");
});

test("an answer that was used is refused the second time, even with its cookie put back", async () => {
  const trip = await signIn("nadia");
  const replay = async (cookie?: string) => {
    const context = await browser.newContext();
    if (cookie) await context.addCookies([{ name: "oidc", value: cookie, url: store, httpOnly: true }]);
    const page = await context.newPage();
    await page.goto(trip.callback);
    expect(page.url()).toBe(`${store}/sign-in?error=expired`);
    expect(await whoAmI({ context })).toBeUndefined();
  };
  await replay();
  await replay(trip.awayCookie);
});

test("a sign-in at the provider is counted when it is asked for and when it is given", async () => {
  const before = securityCounts();
  await signIn("nadia");
  const after = securityCounts();
  for (const event of ["SIGN_IN_ASKED", "SIGN_IN_GIVEN"] as const)
    expect((after[event] ?? 0) - (before[event] ?? 0), event).toBe(1);
  expect(after.SIGN_IN_FAILED).toBe(before.SIGN_IN_FAILED);
});

test("a victim's browser does not take an attacker's answer", async () => {
  const { callback } = await signIn("nadia");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${store}/api/login`);
  await page.goto(callback);
  expect(page.url()).toBe(`${store}/sign-in?error=expired`);
  expect(await whoAmI({ context })).toBeUndefined();
});

test("who comes back too late starts again", async () => {
  const trip = await signIn("nadia", "/privacy", () => app.clock.advance({ minutes: 11 }));
  expect(pathOf(trip)).toBe("/sign-in?error=expired");
  expect(await whoAmI(trip)).toBeUndefined();
});

test("who leaves the provider without signing in is told that nothing changed", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${store}/api/login`);
  await page.fill("[name=login]", "nadia");
  await page.fill("[name=password]", "any");
  await page.click("[type=submit]");
  await page.click("text=[ Cancel ]");
  await page.waitForURL((url) => url.origin === store);
  expect(page.url()).toBe(`${store}/sign-in?error=denied`);
});

test.each(["", "?code=x", "?error=server_error", "?state=%20&code=%2B", "?code=a&code=b&state=c"])(
  "a made-up answer (%s) leads to the sign-in page",
  async (query) => {
    const { statusCode, headers } = await app.app.inject({
      url: `/api/login/callback${query}`,
      cookies: { oidc: "made-up" },
    });
    expect(statusCode).toBe(302);
    expect(headers.location).toBe("/sign-in?error=expired");
  },
);

test("who signs out and in again by what the provider remembers has proved nothing by it", async () => {
  const trip = await signIn("nadia");
  const { page } = trip;
  expect(await isRecent(trip)).toBe(true);
  app.clock.advance({ minutes: 16 });
  await page.goto(`${store}/api/logout`);
  expect(await whoAmI(trip)).toBeUndefined();
  await page.goto(`${store}/api/login?returnTo=%2Fterms`);
  await page.waitForURL((url) => url.origin === store && !url.pathname.startsWith("/api/"));
  expect([(await whoAmI(trip))?.email, await isRecent(trip)]).toEqual(["nadia@example.com", false]);
});

test("an identity that signed in by a changed address is out when that is taken back; the one of before signs in", async () => {
  const [owner, unlinked] = [
    await signIn("owner"),
    await makeCreator(app, { email: "unlinked@example.com" }),
  ];
  const [linked] = await db.select().from(users).where(eq(users.email, "owner@example.com"));
  for (const { id } of [linked, unlinked] as { id: string }[]) {
    const [before] = await db.select().from(users).where(eq(users.id, id));
    await db
      .update(users)
      .set({ email: `thief-${id}@example.com` })
      .where(eq(users.id, id));
    await db
      .update(users)
      .set({ oidcSubject: before?.oidcSubject ?? `${provider.issuer}|thief` })
      .where(eq(users.id, id));
    await app.runJobs();
    const [mail] = await mailsTo(app, before?.email ?? "");
    const token = /\/take-back-email#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await app.call(takeBackEmail, { body: { token } })).status).toBe(200);
    const [after] = await db.select().from(users).where(eq(users.id, id));
    expect([after?.email, after?.oidcSubject]).toEqual([before?.email, before?.oidcSubject]);
  }
  expect(await whoAmI(owner)).toBeUndefined();
  expect((await whoAmI(await signIn("owner")))?.id).toBe(linked?.id);
  expect((await whoAmI(await signIn("unlinked")))?.id).toBe(unlinked.id);
});

test("who is to prove once more who they are signs in at the provider again, as themselves", async () => {
  const trip = await signIn("nadia");
  const { page, context } = trip;
  const again = async (person: string) => {
    await page.goto(`${store}/api/login?again=true&returnTo=%2Fterms`);
    // Their session there is not enough.
    await page.fill("[name=login]", person);
    await page.fill("[name=password]", "any");
    await page.click("[type=submit]");
    await page.click("[type=submit]");
    await page.waitForURL((url) => url.origin === store && !url.pathname.startsWith("/api/"));
    return pathOf(trip);
  };
  app.clock.advance({ minutes: 16 });
  const before = await whoAmI(trip);
  expect(await isRecent(trip)).toBe(false);
  const failed = securityCounts().SIGN_IN_FAILED ?? 0;
  expect(await again("known")).toBe("/confirmed?error=somebody-else");
  expect(securityCounts().SIGN_IN_FAILED).toBe(failed + 1);
  expect([await isRecent(trip), (await whoAmI(trip))?.id]).toEqual([false, before?.id]);
  expect(await again("nadia")).toContain("terms");
  expect([await isRecent(trip), (await whoAmI(trip))?.id]).toEqual([true, before?.id]);
  const code = await context.request.post(`${store}/api/auth/recent-sign-in/request-code`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(code.status()).toBe(404);
});

test("a code is no way around the provider", async () => {
  expect((await app.call(requestSignInCode, { body: { email: "known@example.com" } })).status).toBe(404);
  const body = { email: "known@example.com", code: "123456" };
  expect((await app.call(verifySignInCode, { body })).status).toBe(404);
});

test("a provider that is down, or says nothing, leads to the sign-in page", async () => {
  const down = await testApp(oidc(`http://127.0.0.1:${await freePort()}`));
  const answer = await down.call(login, { querystring: { returnTo: "/admin" } });
  expect(answer.status).toBe(302);
  expect(answer.headers["location"]).toBe("/sign-in?returnTo=%2Fadmin&error=provider");

  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const waiting = await testApp(oidc(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`));
  const asking = waiting.call(login, { querystring: {} });
  expect(await endsBefore(40, asking)).toBe(true);
  expect((await asking).headers["location"]).toBe("/sign-in?error=provider");
  silent.close();
});
