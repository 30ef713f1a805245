import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  getCurrentUser,
  listSessions,
  requestSignInCode,
  revokeSession,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { sessions, users, verificationTokens } from "#server/database/schema/accounts.ts";
import { jobOutbox } from "#server/database/schema/delivery.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

let addresses = 0;
const newAddress = () => `mina.${++addresses}@example.com`;

const mailsTo = async (to: string) => (await app.call(listMailbox, { querystring: { to } })).body;

/** The code in the newest mail to an address. */
async function newestCode(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

async function ask(browser: Caller, email: string): Promise<string> {
  const { status } = await browser.call(requestSignInCode, { body: { email } });
  expect(status).toBe(200);
  await app.runJobs();
  return newestCode(email);
}

const verify = (browser: Caller, email: string, code: string) =>
  browser.call(verifySignInCode, { body: { email, code } });

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");

test("nobody is signed in at first", async () => {
  const { status, body } = await app.browser().call(getCurrentUser);
  expect(status).toBe(401);
  expect(body).toEqual({ message: "Unauthorized", code: "UNAUTHORIZED" });
});

test("an emailed code signs in the browser that asked for it, and a new address becomes a creator", async () => {
  const browser = app.browser();
  const code = await ask(browser, "Mina.Okafor+shop@Example.com");
  const signedIn = await verify(browser, "mina.okafor+shop@example.com", code);
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.user).toMatchObject({
    email: "mina.okafor+shop@example.com",
    handle: "mina_okafor",
    plan: "STARTER",
    profileCompleted: false,
    isAffiliate: false,
    hasSold: false,
  });
  const me = await browser.call(getCurrentUser);
  expect(me.body.handle).toBe("mina_okafor");
});

test("the same address signs in to the same account, whatever its case", async () => {
  const creator = await makeCreator(app, { email: "Casey@Example.com" });
  const browser = app.browser();
  const code = await ask(browser, "casey@EXAMPLE.com");
  const { body } = await verify(browser, "CASEY@example.com", code);
  expect(body.user.id).toBe(creator.id);
});

test("the code is six digits, and neither the database nor a job ever holds it", async () => {
  const email = newAddress();
  const browser = app.browser();
  await browser.call(requestSignInCode, { body: { email } });
  const jobs = await db.select().from(jobOutbox);
  expect(jobs.map((job) => Object.keys(job.data))).toEqual([["flowId"]]);
  await app.runJobs();
  const code = await newestCode(email);
  expect(code).toMatch(/^\d{6}$/);
  const rows = await db.select().from(verificationTokens).where(eq(verificationTokens.email, email));
  expect(JSON.stringify(rows)).not.toContain(code);
});

test("another browser cannot use the code, even the right one", async () => {
  const email = newAddress();
  const asking = app.browser();
  const code = await ask(asking, email);
  const stranger = app.browser();
  await stranger.call(requestSignInCode, { body: { email: newAddress() } });
  await app.runJobs();
  const refused = await verify(stranger, email, code);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ fields: { code: "Invalid or expired verification code." } });
  expect((await verify(app.browser(), email, code)).status).toBe(422);
  expect((await verify(asking, email, code)).status).toBe(200);
});

test("a stranger's guesses do not use up the owner's tries", async () => {
  const email = newAddress();
  const owner = app.browser();
  const code = await ask(owner, email);
  const stranger = app.browser();
  for (let n = 0; n < 8; n++) await verify(stranger, email, otherThan(code));
  expect((await verify(owner, email, code)).status).toBe(200);
});

test("the code belongs to its address", async () => {
  const browser = app.browser();
  const code = await ask(browser, newAddress());
  expect((await verify(browser, newAddress(), code)).status).toBe(422);
});

test("five wrong guesses use the code up: the sixth fails, even when it is right", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  for (let n = 0; n < 5; n++) expect((await verify(browser, email, otherThan(code))).status).toBe(422);
  expect((await verify(browser, email, code)).status).toBe(422);
});

test("the fifth guess may still be right", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  for (let n = 0; n < 4; n++) await verify(browser, email, otherThan(code));
  expect((await verify(browser, email, code)).status).toBe(200);
});

test("a code lives ten minutes", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  app.clock.advance({ minutes: 10, seconds: 1 });
  expect((await verify(browser, email, code)).status).toBe(422);
});

test("a code works once", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  expect((await verify(browser, email, code)).status).toBe(200);
  expect((await verify(browser, email, code)).status).toBe(422);
});

test("a newer code replaces the older one", async () => {
  const email = newAddress();
  const browser = app.browser();
  const first = await ask(browser, email);
  app.clock.advance({ minutes: 2 });
  const second = await ask(browser, email);
  if (first !== second) expect((await verify(browser, email, first)).status).toBe(422);
  expect((await verify(browser, email, second)).status).toBe(200);
});

test("of 50 parallel right codes one signs in", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(browser, email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  expect(await db.$count(sessions, eq(sessions.userId, user?.id ?? ""))).toBe(1);
});

test("two parallel first sign-ins of one address make one creator", async () => {
  const email = newAddress();
  const [one, two] = [app.browser(), app.browser()];
  const first = await ask(one, email);
  app.clock.advance({ minutes: 2 });
  const second = await ask(two, email);
  const answers = await Promise.all([verify(one, email, first), verify(two, email, second)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await db.$count(users, eq(users.email, email))).toBe(1);
});

test("an address gets 1 email a minute, 3 in 15 minutes and 10 a day; the answer is the same with and without an account", async () => {
  const emails = [newAddress(), (await makeCreator(app)).email];
  const mailsAfterAsking = async () => {
    const answers: string[] = [];
    for (const email of emails)
      answers.push((await app.browser().call(requestSignInCode, { body: { email } })).text);
    expect(new Set(answers).size).toBe(1);
    await app.runJobs();
    const [sent, others] = await Promise.all(emails.map(async (email) => (await mailsTo(email)).length));
    expect(sent).toBe(others);
    return sent;
  };
  expect(await mailsAfterAsking()).toBe(1);
  expect(await mailsAfterAsking()).toBe(1);
  app.clock.advance({ seconds: 61 });
  expect(await mailsAfterAsking()).toBe(2);
  app.clock.advance({ seconds: 61 });
  expect(await mailsAfterAsking()).toBe(3);
  app.clock.advance({ seconds: 61 });
  expect(await mailsAfterAsking()).toBe(3);
  for (let sent = 4; sent <= 10; sent++) {
    app.clock.advance({ minutes: 16 });
    expect(await mailsAfterAsking()).toBe(sent);
  }
  app.clock.advance({ minutes: 16 });
  expect(await mailsAfterAsking()).toBe(10);
  app.clock.advance({ days: 1 });
  expect(await mailsAfterAsking()).toBe(11);
});

test("strangers who ask for codes cannot lock a creator out of a browser in which they signed in before", async () => {
  const email = newAddress();
  const theirs = app.browser();
  await verify(theirs, email, await ask(theirs, email));
  await theirs.call(revokeSession, { params: { id: (await theirs.call(listSessions)).body[0]?.id ?? "" } });
  expect((await theirs.call(getCurrentUser)).status).toBe(401);
  app.clock.advance({ days: 60 });
  for (let asked = 0; asked < 12; asked++) {
    app.clock.advance({ minutes: 16 });
    await ask(app.browser(), email);
  }
  const before = (await mailsTo(email)).length;
  app.clock.advance({ minutes: 2 });
  // Another creator's browser is a stranger's too.
  const others = app.browser();
  const other = newAddress();
  await verify(others, other, await ask(others, other));
  await ask(others, email);
  expect(await mailsTo(email)).toHaveLength(before);
  for (const more of [1, 2, 3, 3]) {
    await ask(theirs, email);
    expect(await mailsTo(email)).toHaveLength(before + more);
    app.clock.advance({ minutes: 2 });
  }
  app.clock.advance({ hours: 1 });
  expect((await verify(theirs, email.toUpperCase(), await ask(theirs, email))).status).toBe(200);
});

test("requests in parallel get one mail", async () => {
  const email = newAddress();
  await Promise.all(
    Array.from({ length: 10 }, () => app.browser().call(requestSignInCode, { body: { email } })),
  );
  await app.runJobs();
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a refused request leaves the code in the mailbox usable", async () => {
  const email = newAddress();
  const browser = app.browser();
  const code = await ask(browser, email);
  await ask(browser, email);
  expect((await verify(browser, email, code)).status).toBe(200);
});

test("a code that is no code, or an address that is none, is refused field by field", async () => {
  const browser = app.browser();
  expect((await verify(browser, newAddress(), "12345")).body).toMatchObject({
    fields: { code: "Enter the 6 digits from the email" },
  });
  const { status, body } = await browser.call(requestSignInCode, { body: { email: "no address" } });
  expect(status).toBe(422);
  expect(body).toMatchObject({ fields: { email: "Please enter a valid email address" } });
});
