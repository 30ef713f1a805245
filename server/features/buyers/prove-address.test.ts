import { createHook } from "node:async_hooks";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { getMember, openMemberLink, requestMemberAccess } from "#contract/buyers/buyers.ts";
import { buyerSessions } from "#server/database/schema/access.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import { customers } from "#server/database/schema/orders.ts";
import { buyerCookieName } from "#server/features/access/buyer-proofs.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { dumpDatabase } from "#tests/house/database-dump.ts";
import { askForCode, enterCode, mailsTo, makeBuyer } from "#tests/support/member.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, config, pool } = app.services;

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
const openLink = (browser: Parameters<typeof enterCode>[0], token: string) =>
  browser.call(openMemberLink, { body: { token } });
/** Cookies and bearer tokens of a buyer. */
const sessionsOf = (customerId: string) => db.$count(buyerSessions, eq(buyerSessions.customerId, customerId));
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("a buyer proves their address by the mailed code: a bearer token for a day, a cookie for thirty", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  expect((await browser.call(getMember)).status).toBe(401);
  const { code } = await askForCode(app, browser, email);
  const verified = await enterCode(browser, email, code);
  expect(verified.status).toBe(200);
  expect(verified.body).toMatchObject({ verified: true, message: expect.any(String) });
  const { sessionToken } = verified.body;
  expect(browser.cookies[buyerCookieName(config)]).toMatch(/^[\w-]{43}$/);
  expect(browser.cookies[buyerCookieName(config)]).not.toBe(sessionToken);
  expect(String(verified.headers["set-cookie"])).toMatch(
    /buyer=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
  );
  expect((await browser.call(getMember)).body).toEqual({ email });
  expect((await app.call(getMember, {}, bearer(sessionToken))).body).toEqual({ email });

  app.clock.advance({ hours: 24, seconds: 1 });
  expect((await app.call(getMember, {}, bearer(sessionToken))).status).toBe(401);
  expect((await browser.call(getMember)).status).toBe(200);
  app.clock.advance({ days: 29 });
  expect((await browser.call(getMember)).status).toBe(401);
});

test("the mail goes to the stored address, whatever case was typed", async () => {
  const { email } = await makeBuyer(app, "Mixed.Case@Example.com");
  await askForCode(app, app.browser(), "MIXED.case@example.COM");
  const [mail] = await mailsTo(app, email);
  expect(mail?.to).toBe("Mixed.Case@Example.com");
});

test("only addresses that have paid for something get a mail, and everybody the same answer", async () => {
  const buyer = await makeBuyer(app);
  await db.insert(customers).values({ email: "only-tried@example.com" });
  const { email: gone } = await makeBuyer(app);
  await db.update(customers).set({ erasedAt: app.clock.now() }).where(eq(customers.email, gone));
  const ask = async (email: string) => {
    const { status, text, headers } = await app.browser().call(requestMemberAccess, { body: { email } });
    await app.runJobs();
    return [status, text, Object.keys(headers).toSorted()];
  };
  const known = await ask(buyer.email);
  expect(await mailsTo(app, buyer.email)).toHaveLength(1);
  for (const email of ["nobody@example.com", "only-tried@example.com", gone]) {
    expect(await ask(email)).toEqual(known);
    expect(await mailsTo(app, email)).toEqual([]);
    // The request is counted as for a buyer, without a code.
    const rows = await db.select().from(verificationTokens).where(eq(verificationTokens.email, email));
    expect(rows.map(({ token, replaced }) => [token.split(":")[0], replaced])).toEqual([["asked", true]]);
  }
});

test("an address that only looks like a buyer's gets nothing, and nothing goes to the buyer", async () => {
  const { email } = await makeBuyer(app, "mike@example.com");
  const lookAlikes = [
    "mıke@example.com",
    "mike+shop@example.com",
    "m.ike@example.com",
    "mike@examp1e.com",
    "mike@exаmple.com",
    "ｍike@example.com",
    "mike@example.com.evil.example",
    "mike@example.com,evil@example.com",
    "mike@example.com\r\nBcc: evil@example.com",
    '"mike"@example.com',
    "mike(x)@example.com",
    "mike%00@example.com",
    "mike\u200b@example.com",
    "mi̇ke@example.com",
  ];
  for (const typed of lookAlikes) {
    const { status } = await app.browser().call(requestMemberAccess, { body: { email: typed } });
    expect([200, 422]).toContain(status);
  }
  await app.runJobs();
  expect(await mailsTo(app, email)).toEqual([]);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from mailbox where "to" ilike '%evil%' or "to" ilike '%mike%'`,
  );
  expect(rows[0]?.count).toBe(0);
});

test("whatever is typed as an address or a code, nothing but 200, 400 and 422 comes back", async () => {
  const anything = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.emailAddress(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(anything, anything, async (email, token) => {
      const body = { email, token } as { email: string; token: string };
      const browser = app.browser();
      const asked = await browser.call(requestMemberAccess, { body });
      const verified = await enterCode(browser, body.email, body.token);
      expect([200, 400, 422]).toContain(asked.status);
      expect([400, 422]).toContain(verified.status);
      expect([400, 422]).toContain((await openLink(browser, body.token)).status);
    }),
    { numRuns: 30 },
  );
});

test("neither the database nor a job ever holds the code, the link or a session's token", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  await app.runJobs();
  await browser.call(requestMemberAccess, { body: { email } });
  expect((await db.select().from(jobOutbox)).map(({ data }) => Object.keys(data))).toEqual([["flowId"]]);
  await app.runJobs();
  app.clock.advance({ minutes: 2 });
  const { code, link } = await askForCode(app, browser, email);
  expect([code, link]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^[\w-]{43}$/)]);
  const { body } = await enterCode(browser, email, code);
  const dump = JSON.stringify(await dumpDatabase(pool, ["rate_limits", "mailbox"]));
  for (const secret of [link, body.sessionToken, ...Object.values(browser.cookies)])
    expect(dump).not.toContain(secret);
  const rows = await db.select().from(verificationTokens).where(eq(verificationTokens.email, email));
  expect(JSON.stringify(rows.map(({ token, salt }) => [token, salt]))).not.toContain(code);
});

test("another browser cannot use the code, nor use it up", async () => {
  const { email } = await makeBuyer(app);
  const asking = app.browser();
  const { code } = await askForCode(app, asking, email);
  const stranger = app.browser();
  const own = await makeBuyer(app);
  await askForCode(app, stranger, own.email);
  const refused = await enterCode(stranger, email, code);
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({
    message: "Invalid or expired verification code.",
    code: "INVALID",
    fields: { token: "Invalid or expired verification code." },
  });
  for (let n = 0; n < 8; n++) expect((await enterCode(app.browser(), email, code)).status).toBe(422);
  expect((await enterCode(asking, email, code)).status).toBe(200);
});

test("a creator's code proves no buyer, and no code of another address does", async () => {
  const [one, two] = [await makeBuyer(app), await makeBuyer(app)];
  const browser = app.browser();
  const { code } = await askForCode(app, browser, one.email);
  expect((await enterCode(browser, two.email, code)).status).toBe(422);
  await db
    .update(verificationTokens)
    .set({ purpose: "CREATOR_SIGN_IN" })
    .where(eq(verificationTokens.email, one.email));
  expect((await enterCode(browser, one.email, code)).status).toBe(422);
});

test("a link that was made for something else proves no buyer", async () => {
  const { email } = await makeBuyer(app);
  const { link } = await askForCode(app, app.browser(), email);
  const ofLink = eq(verificationTokens.token, hashToken(link));
  await db.update(verificationTokens).set({ purpose: "CREATOR_SIGN_IN" }).where(ofLink);
  expect((await openLink(app.browser(), link)).status).toBe(422);
});

test("the sixth guess fails, even when it is right", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  const { code } = await askForCode(app, browser, email);
  for (let n = 0; n < 5; n++) expect((await enterCode(browser, email, otherThan(code))).status).toBe(422);
  expect((await enterCode(browser, email, code)).status).toBe(422);
});

test("of 50 guesses in parallel, one of them right, at most five are compared and never two win", async () => {
  const { email, customer } = await makeBuyer(app);
  const browser = app.browser();
  const { code } = await askForCode(app, browser, email);
  const guesses = Array.from({ length: 50 }, (_, n) => (n === 20 ? code : otherThan(code)));
  const answers = await Promise.all(guesses.map((guess) => enterCode(browser, email, guess)));
  const won = answers.filter(({ status }) => status === 200).length;
  expect(won).toBeLessThanOrEqual(1);
  expect(await sessionsOf(customer.id)).toBe(won * 2);
  const rows = await db.select().from(verificationTokens).where(eq(verificationTokens.email, email));
  expect(Math.max(...rows.map(({ attempts }) => attempts))).toBe(5);
});

test("of 50 right codes in parallel one wins: one cookie, one bearer token", async () => {
  const { email, customer } = await makeBuyer(app);
  const browser = app.browser();
  const { code } = await askForCode(app, browser, email);
  const answers = await Promise.all(Array.from({ length: 50 }, () => enterCode(browser, email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  expect(await sessionsOf(customer.id)).toBe(2);
});

test("a newer code replaces the older code and its link; a refused request leaves them", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  const first = await askForCode(app, browser, email);
  const again = await askForCode(app, browser, email);
  expect(again).toEqual(first);
  app.clock.advance({ minutes: 2 });
  const second = await askForCode(app, browser, email);
  if (first.code !== second.code) expect((await enterCode(browser, email, first.code)).status).toBe(422);
  expect((await openLink(browser, first.link)).status).toBe(422);
  expect((await enterCode(browser, email, second.code)).status).toBe(200);
});

test("codes and links live ten minutes", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  const { code, link } = await askForCode(app, browser, email);
  app.clock.advance({ minutes: 10, seconds: 1 });
  expect((await enterCode(browser, email, code)).status).toBe(422);
  expect((await openLink(browser, link)).status).toBe(422);
});

test("the link proves the address once, in any browser, and takes the code with it", async () => {
  const { email } = await makeBuyer(app);
  const asking = app.browser();
  const { code, link } = await askForCode(app, asking, email);
  const phone = app.browser();
  expect((await openLink(phone, link)).status).toBe(200);
  expect((await phone.call(getMember)).body).toEqual({ email });
  expect((await openLink(app.browser(), link)).body).toMatchObject({
    message: "This link has been used or has expired. Please ask for a new code.",
  });
  expect((await enterCode(asking, email, code)).status).toBe(422);
});

test("of many openings of a link, and its code, all at once, one wins", async () => {
  const { email, customer } = await makeBuyer(app);
  const asking = app.browser();
  const { code, link } = await askForCode(app, asking, email);
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => openLink(app.browser(), link)),
    ...Array.from({ length: 4 }, () => enterCode(asking, email, code)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
  expect(await sessionsOf(customer.id)).toBe(2);
});

test("50 requests in a minute make one mail, 3 in 15 minutes and 10 a day", async () => {
  const { email } = await makeBuyer(app);
  const ask = async (times: number) => {
    const asking = Array.from({ length: times }, () =>
      app.browser().call(requestMemberAccess, { body: { email } }),
    );
    const answers = await Promise.all(asking);
    await app.runJobs();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    return answers.filter(({ body }) => body.sent).length;
  };
  expect(await ask(50)).toBe(1);
  expect(await mailsTo(app, email)).toHaveLength(1);
  for (const sent of [2, 3, 3]) {
    app.clock.advance({ seconds: 61 });
    await ask(3);
    expect(await mailsTo(app, email)).toHaveLength(sent);
  }
  for (let sent = 4; sent <= 12; sent++) {
    app.clock.advance({ minutes: 16 });
    await ask(1);
    expect(await mailsTo(app, email)).toHaveLength(Math.min(10, sent));
  }
});

test("two requests at once leave one code that works", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  await browser.call(requestMemberAccess, { body: { email: "first@example.com" } });
  await Promise.all([1, 2].map(() => browser.call(requestMemberAccess, { body: { email } })));
  await app.runJobs();
  const [mail, ...more] = await mailsTo(app, email);
  expect(more).toEqual([]);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  expect((await enterCode(browser, email, code)).status).toBe(200);
});

test("a wrong code for a known and for an unknown address cost the same work", async () => {
  const { email } = await makeBuyer(app);
  const knownBrowser = app.browser();
  const unknownBrowser = app.browser();
  const { code } = await askForCode(app, knownBrowser, email);
  await unknownBrowser.call(requestMemberAccess, { body: { email: "stranger@example.com" } });
  await app.runJobs();
  let slowHashes = 0;
  const watched = createHook({ init: (_, type) => void (type === "SCRYPTREQUEST" && slowHashes++) }).enable();
  onTestFinished(() => void watched.disable());
  const costOf = async (browser: typeof knownBrowser, address: string) => {
    slowHashes = 0;
    const { status, text } = await enterCode(browser, address, otherThan(code));
    return { slowHashes, answer: `${status} ${text}` };
  };
  const known = await costOf(knownBrowser, email);
  // The slow hash, some 50 ms, is most of either.
  expect(known.slowHashes).toBe(1);
  expect(await costOf(unknownBrowser, "stranger@example.com")).toEqual(known);
});
