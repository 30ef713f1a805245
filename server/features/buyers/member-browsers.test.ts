import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listMemberDownloads } from "#contract/library/library.ts";
import {
  endMemberBrowser,
  exportMemberData,
  getMember,
  listMemberBrowsers,
  signOutMember,
} from "#contract/buyers/buyers.ts";
import { buyerSessions } from "#server/database/schema/access.ts";
import { buyerCookieName } from "#server/features/access/buyer-proofs.ts";
import { askForCode, enterCode, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, config } = app.services;

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const rowsOf = (customerId: string) => db.$count(buyerSessions, eq(buyerSessions.customerId, customerId));

test("a buyer sees the browsers in which their address is proved, and which of them this is", async () => {
  const { email } = await makeBuyer(app);
  const phone = await provenBrowser(app, email);
  const laptop = await provenBrowser(app, email);
  const { status, body, text } = await laptop.call(listMemberBrowsers);
  expect(status).toBe(200);
  expect(body.map(({ current }) => current)).toEqual([true, false]);
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(
    ["createdAt", "current", "id", "ip", "lastSeenAt", "userAgent"].toSorted(),
  );
  for (const token of [phone.sessionToken, ...Object.values(phone.cookies)])
    expect(text).not.toContain(token);
  expect(
    (await app.call(listMemberBrowsers, {}, bearer(phone.sessionToken))).body.map(({ current }) => current),
  ).toEqual([false, true]);
});

test("a buyer sees no browser of another buyer", async () => {
  const [one, other] = [await makeBuyer(app), await makeBuyer(app)];
  const browser = await provenBrowser(app, one.email);
  await provenBrowser(app, other.email);
  const { body } = await browser.call(listMemberBrowsers);
  expect(body.map(({ current }) => current)).toEqual([true]);
});

test("being here is noted, every five minutes at most", async () => {
  const { email } = await makeBuyer(app);
  const browser = await provenBrowser(app, email);
  const lastSeen = async () => (await browser.call(listMemberBrowsers)).body[0]?.lastSeenAt;
  const first = await lastSeen();
  app.clock.advance({ minutes: 4 });
  await browser.call(getMember);
  expect(await lastSeen()).toBe(first);
  app.clock.advance({ minutes: 2 });
  await browser.call(getMember);
  expect(new Date((await lastSeen()) ?? 0).getTime()).toBeGreaterThan(app.clock.now().getTime() - 60_000);
});

test("ending another browser ends its cookie and its bearer token at once, and no other", async () => {
  const { email } = await makeBuyer(app);
  const phone = await provenBrowser(app, email);
  const laptop = await provenBrowser(app, email);
  const { body } = await laptop.call(listMemberBrowsers);
  const id = body.find(({ current }) => !current)?.id ?? "";
  expect((await laptop.call(endMemberBrowser, { params: { id } })).status).toBe(200);
  expect((await phone.call(getMember)).status).toBe(401);
  expect((await app.call(getMember, {}, bearer(phone.sessionToken))).status).toBe(401);
  expect((await app.call(listMemberDownloads, {}, bearer(phone.sessionToken))).status).toBe(401);
  expect((await laptop.call(getMember)).status).toBe(200);
  expect((await app.call(getMember, {}, bearer(laptop.sessionToken))).status).toBe(200);
  expect((await laptop.call(endMemberBrowser, { params: { id } })).status).toBe(404);
});

test("nobody ends another buyer's browser: a foreign id is as good as a missing one", async () => {
  const mine = await provenBrowser(app, (await makeBuyer(app)).email);
  const theirs = await provenBrowser(app, (await makeBuyer(app)).email);
  const id = (await theirs.call(listMemberBrowsers)).body[0]?.id ?? "";
  const foreign = await mine.call(endMemberBrowser, { params: { id } });
  const missing = await mine.call(endMemberBrowser, { params: { id: crypto.randomUUID() } });
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await theirs.call(getMember)).status).toBe(200);
});

test("signing out ends both of this browser's proofs, whichever is shown, and those of no other", async () => {
  const { email, customer } = await makeBuyer(app);
  const [phone, laptop] = [await provenBrowser(app, email), await provenBrowser(app, email)];
  const left = await phone.call(signOutMember, {});
  expect(left.status).toBe(200);
  expect(left.cookies[buyerCookieName(config)]).toBe("");
  expect((await app.call(getMember, {}, bearer(phone.sessionToken))).status).toBe(401);
  expect(await rowsOf(customer.id)).toBe(2);
  await app.call(signOutMember, {}, bearer(laptop.sessionToken));
  expect((await laptop.call(getMember)).status).toBe(401);
  expect(await rowsOf(customer.id)).toBe(0);
  expect((await app.call(signOutMember, {})).status).toBe(200);
});

test("proving an address again, or another one, gives a new cookie and ends the old", async () => {
  const [one, two] = [await makeBuyer(app), await makeBuyer(app)];
  const browser = await provenBrowser(app, one.email);
  const old = browser.cookies[buyerCookieName(config)] ?? "";
  const { code } = await askForCode(app, browser, two.email);
  await enterCode(browser, two.email, code);
  expect(browser.cookies[buyerCookieName(config)]).not.toBe(old);
  expect((await browser.call(getMember)).body).toEqual({ email: two.email });
  expect((await app.call(getMember, {}, { cookies: { [buyerCookieName(config)]: old } })).status).toBe(401);
  expect(await rowsOf(one.customer.id)).toBe(0);
});

test("without a proved address there is nothing to see: a cookie that was changed is none", async () => {
  const browser = await provenBrowser(app, (await makeBuyer(app)).email);
  const name = buyerCookieName(config);
  const good = browser.cookies[name] ?? "";
  const tampered = (good.startsWith("A") ? "B" : "A") + good.slice(1);
  for (const cookies of [{}, { [name]: tampered }, { [name]: "" }, { [name]: `${good}x` }])
    for (const endpoint of [getMember, listMemberBrowsers, exportMemberData] as const)
      expect((await app.call(endpoint, {}, { cookies })).status).toBe(401);
});
