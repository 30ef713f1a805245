import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestSignInCode } from "#contract/accounts/accounts.ts";
import { openMemberLink, requestMemberAccess } from "#contract/buyers/buyers.ts";
import { buyerSessions } from "#server/database/schema/access.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { dbOn } from "#server/database/client.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { mailMemberCode } from "#server/features/buyers/mail-member-code.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { askForCode, enterCode, mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { lockFlows } from "./live-codes.ts";

const app = await testApp();
const { db, pool } = app.services;

const ask = (browser: Caller, email: string) => browser.call(requestMemberAccess, { body: { email } });

/** Makes all codes that were asked for at the same moment, as several workers do. */
async function makeCodesAtOnce(emails: string[]): Promise<void> {
  const flows = await db.select().from(verificationTokens).where(inArray(verificationTokens.email, emails));
  expect(flows).toHaveLength(2);
  await Promise.all(flows.map(({ id }) => mailMemberCode.handle(app.services, { flowId: id })));
}

/** Waits until so many statements wait for a lock. */
const untilWaiting = (statements: number) =>
  expect
    .poll(async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting;
    })
    .toBe(statements);

test("an address that is asked for in two browsers at once gets one email, and the other browser is told", async () => {
  const { email } = await makeBuyer(app);
  const answers = await Promise.all([ask(app.browser(), email), ask(app.browser(), email)]);
  await app.runJobs();
  expect(await mailsTo(app, email)).toHaveLength(1);
  expect(answers.map(({ body }) => body.sent).toSorted()).toEqual([false, true]);
  const refused = answers.find(({ body }) => !body.sent)?.body;
  expect(refused?.message).toMatch(
    /^No new email was sent: a code for this address was requested less than a minute ago\. Enter that code in the browser that requested it, or try again in \d+ seconds\.$/,
  );
});

test("an address that has bought nothing gets the same answers as one that has", async () => {
  const { email } = await makeBuyer(app);
  const answersFor = async (address: string) => {
    const answers: string[] = [];
    for (const minutes of [0, 0.5, 1, 1, 1, 20, 300]) {
      app.clock.advance({ seconds: minutes * 60 });
      // The seconds that the test itself takes are not the same.
      answers.push((await ask(app.browser(), address)).text.replaceAll(/\d+/g, "n"));
      await app.runJobs();
    }
    return answers;
  };
  const bought = await answersFor(email);
  expect(new Set(bought).size).toBeGreaterThan(2);
  expect(await answersFor("bought-nothing@example.com")).toEqual(bought);
});

test("two workers leave one code in a browser that asked twice", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  await ask(browser, email);
  app.clock.advance({ minutes: 2 });
  await ask(browser, email);
  await makeCodesAtOnce([email]);
  const usable = and(
    eq(verificationTokens.email, email),
    eq(verificationTokens.tokenType, "OTP"),
    eq(verificationTokens.replaced, false),
  );
  expect(await db.$count(verificationTokens, usable)).toBe(1);
});

test("a code that is made late takes no newer one's place", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  await ask(browser, email);
  const [late] = await db.select().from(verificationTokens).where(eq(verificationTokens.email, email));
  app.clock.advance({ minutes: 2 });
  await db.delete(jobOutbox);
  const { code } = await askForCode(app, browser, email);
  await mailMemberCode.handle(app.services, { flowId: late?.id ?? "" });
  expect(await mailsTo(app, email)).toHaveLength(1);
  expect((await enterCode(browser, email, code)).status).toBe(200);
});

test.each(["bought", "never bought"])(
  "asking for another address, which has %s, leaves the browser's own code as it is",
  async (what) => {
    const own = await makeBuyer(app);
    const other = what === "bought" ? (await makeBuyer(app)).email : "never-bought@example.com";
    const browser = app.browser();
    const { code } = await askForCode(app, browser, own.email);
    await askForCode(app, browser, other);
    expect((await enterCode(browser, own.email, code)).status).toBe(200);
  },
);

test("strangers who ask for codes cannot lock a buyer out of a browser that was theirs before", async () => {
  const { email } = await makeBuyer(app);
  const theirs = await provenBrowser(app, email);
  for (let asked = 0; asked < 12; asked++) {
    app.clock.advance({ minutes: 16 });
    await askForCode(app, app.browser(), email);
  }
  expect(await mailsTo(app, email)).toHaveLength(10);
  app.clock.advance({ minutes: 2 });
  for (const sent of [11, 12, 13, 13]) {
    await askForCode(app, theirs, email);
    expect(await mailsTo(app, email)).toHaveLength(sent);
    app.clock.advance({ minutes: 2 });
  }
  app.clock.advance({ hours: 1 });
  const { code } = await askForCode(app, theirs, email);
  expect((await enterCode(theirs, email, code)).status).toBe(200);
});

test("a code that nobody waits for any more is not made", async () => {
  const { email } = await makeBuyer(app);
  await ask(app.browser(), email);
  app.clock.advance({ minutes: 10, seconds: 1 });
  await app.runJobs();
  expect(await mailsTo(app, email)).toEqual([]);
});

test("mails for another purpose do not count", async () => {
  const { email } = await makeBuyer(app);
  await askForCode(app, app.browser(), email);
  await db
    .update(verificationTokens)
    .set({ purpose: "CREATOR_SIGN_IN" })
    .where(eq(verificationTokens.email, email));
  await askForCode(app, app.browser(), email);
  expect(await mailsTo(app, email)).toHaveLength(2);
});

test("a code and its link that are used at once wait for each other: one wins, the other is refused", async () => {
  const { email, customer } = await makeBuyer(app);
  const browser = app.browser();
  const { code, link } = await askForCode(app, browser, email);
  const row = "select from verification_tokens where token = $1 for update";
  const used = await inTransaction(pool, async (client) => {
    await client.query(row, [hashToken(link)]);
    const opening = app.browser().call(openMemberLink, { body: { token: link } });
    await untilWaiting(1);
    const entering = enterCode(browser, email, code);
    await untilWaiting(2);
    return [opening, entering];
  });
  const answers = await Promise.all(used);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  // A cookie and a bearer token, once.
  expect(await db.$count(buyerSessions, eq(buyerSessions.customerId, customer.id))).toBe(2);
});

test("a code that is made anew while the older one is compared is not used up by it", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  const { code } = await askForCode(app, browser, email);
  const [flow] = await db
    .select()
    .from(verificationTokens)
    .where(and(eq(verificationTokens.email, email), eq(verificationTokens.tokenType, "OTP")));
  const entered = await inTransaction(pool, async (client) => {
    await lockFlows(dbOn(client), { purpose: "MEMBERSHIP_ACCESS", email });
    const entering = enterCode(browser, email, code);
    await untilWaiting(1);
    await client.query("update verification_tokens set token = 'made anew' where id = $1", [flow?.id]);
    return [entering];
  });
  expect((await entered[0])?.status).toBe(422);
});

test("a mailbox has its mails of codes once, however a stranger writes its address", async () => {
  const mark = randomUUID().slice(0, 8);
  const spellings = [
    `mina${mark}@gmail.com`,
    `mi.na${mark}@gmail.com`,
    `mina${mark}+a@gmail.com`,
    `m.ina${mark}+b@googlemail.com`,
  ];
  const askAll = async () => {
    for (const email of spellings) await app.browser().call(requestSignInCode, { body: { email } });
    await app.runJobs();
  };
  const mails = async () => (await Promise.all(spellings.map((email) => mailsTo(app, email)))).flat().length;
  await askAll();
  expect(await mails()).toBe(1);
  for (let minutes = 0; minutes < 12; minutes++) {
    app.clock.advance({ minutes: 1, seconds: 1 });
    await askAll();
  }
  expect(await mails()).toBe(3);
  for (let quarters = 0; quarters < 20; quarters++) {
    app.clock.advance({ minutes: 16 });
    await askAll();
  }
  expect(await mails()).toBe(10);
});

test("spellings of one mailbox that are asked for at the same moment are one email", async () => {
  const mark = randomUUID().slice(0, 8);
  const spellings = [`nor.a${mark}@gmail.com`, `nora${mark}+shop@gmail.com`];
  for (const email of spellings) await makeBuyer(app, email);
  await Promise.all(spellings.map((email) => ask(app.browser(), email)));
  await app.runJobs();
  const mails = await Promise.all(spellings.map((email) => mailsTo(app, email)));
  expect(mails.flat()).toHaveLength(1);
});

/** Asks in a new browser at each of these addresses, 16 minutes apart, and answers how many emails there are then. */
async function askFrom(addresses: string[], email: string): Promise<number> {
  for (const address of addresses) {
    app.clock.advance({ minutes: 16 });
    await ask(app.browser(address), email);
    await app.runJobs();
  }
  return (await mailsTo(app, email)).length;
}

test("strangers on one network can't keep an owner on a new browser elsewhere from a code", async () => {
  const { email } = await makeBuyer(app);
  const stranger = ["198.51.100.7", "198.51.100.8", "198.51.100.200"];
  expect(
    await askFrom(
      Array.from({ length: 15 }, (_, n) => stranger[n % 3] ?? ""),
      email,
    ),
  ).toBe(10);
  const owner = app.browser("203.0.113.5");
  const { code } = await askForCode(app, owner, email);
  expect((await enterCode(owner, email, code)).status).toBe(200);
});

test("strangers on many networks fill a mailbox with 30 emails a day at most, and not those of a known browser", async () => {
  const { email } = await makeBuyer(app);
  const theirs = await provenBrowser(app, email);
  for (let round = 0; round < 45; round++) {
    app.clock.advance({ minutes: 2 });
    await ask(app.browser(`10.${round}.0.1`), email);
    await app.runJobs();
  }
  expect(await mailsTo(app, email)).toHaveLength(30);
  app.clock.advance({ minutes: 2 });
  const { code } = await askForCode(app, theirs, email);
  expect((await enterCode(theirs, email, code)).status).toBe(200);
});
