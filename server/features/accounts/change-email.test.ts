import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { getCurrentUser, requestSignInCode, verifySignInCode } from "#contract/accounts/accounts.ts";
import { changeEmail, requestEmailChange, takeBackEmail } from "#contract/accounts/email-change.ts";
import { addPasskey, beginPasskey } from "#contract/accounts/passkeys.ts";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { acceptInvitation, listOwnTeams } from "#contract/team/own-teams.ts";
import { inviteColleague, listTeam } from "#contract/team/team.ts";
import { users } from "#server/database/schema/accounts.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { passkeys } from "#server/database/schema/passkeys.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { mailsTo } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

let addresses = 0;
const newAddress = () => `moved.${++addresses}@example.com`;
const codeIn = (text = "") => /\b\d{6}\b/.exec(text)?.[0] ?? "";
const emailOf = async ({ id }: { id: string }) =>
  (await db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email;

async function askForCode(browser: Caller, email: string): Promise<string> {
  expect((await browser.call(requestEmailChange, { body: { email } })).status).toBe(200);
  await app.runJobs();
  return codeIn((await mailsTo(app, email))[0]?.text);
}

async function askForSignIn(browser: Caller, email: string): Promise<string> {
  await browser.call(requestSignInCode, { body: { email } });
  await app.runJobs();
  return codeIn((await mailsTo(app, email))[0]?.text);
}

async function changeTo(browser: Caller, email: string) {
  const code = await askForCode(browser, email);
  return browser.call(changeEmail, { body: { email, code } });
}

async function linkIn(email: string): Promise<string> {
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  return /\/take-back-email#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function changedAccount() {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const email = newAddress();
  expect((await changeTo(browser, email)).body.email).toBe(email);
  return { creator, browser, email, link: await linkIn(creator.email) };
}

test("a code to the new address changes it; every other browser is signed out, and the log says so", async () => {
  const creator = await makeCreator(app);
  const [browser, other] = [await signedInBrowser(app, creator), await signedInBrowser(app, creator)];
  const email = newAddress();
  const { status, body } = await changeTo(browser, email);
  expect([status, body.email, await emailOf(creator)]).toEqual([200, email, email]);
  expect((await browser.call(getCurrentUser)).status).toBe(200);
  expect((await other.call(getCurrentUser)).status).toBe(401);
  const { events } = (await browser.call(listAccountEvents)).body;
  expect(events[0]).toMatchObject({ kind: "EMAIL_CHANGED", from: creator.email, to: email, ip: "127.0.0.1" });
});

test("a wrong code, another address's code and another browser's code change nothing", async () => {
  const creator = await makeCreator(app);
  const [browser, other] = [await signedInBrowser(app, creator), await signedInBrowser(app, creator)];
  const email = newAddress();
  const code = await askForCode(browser, email);
  const wrong = code === "000000" ? "000001" : "000000";
  for (const [by, body] of [
    [browser, { email, code: wrong }],
    [browser, { email: newAddress(), code }],
    [other, { email, code }],
  ] as const)
    expect((await by.call(changeEmail, { body })).status).toBe(422);
  expect(await emailOf(creator)).toBe(creator.email);
});

test("an address that has an account gets no code, and the answer does not say so", async () => {
  const [creator, other] = [await makeCreator(app), await makeCreator(app)];
  const browser = await signedInBrowser(app, creator);
  const taken = await browser.call(requestEmailChange, { body: { email: other.email } });
  const free = await browser.call(requestEmailChange, { body: { email: newAddress() } });
  expect(taken.text).toBe(free.text);
  await app.runJobs();
  expect(await mailsTo(app, other.email)).toEqual([]);
});

test("an address that gets an account before the code is used is refused, field and all", async () => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const email = newAddress();
  const code = await askForCode(browser, email);
  await makeCreator(app, { email });
  const { status, body } = await browser.call(changeEmail, { body: { email, code } });
  expect([status, body]).toMatchObject([
    422,
    { fields: { email: "This address has an account of its own." } },
  ]);
  expect(await emailOf(creator)).toBe(creator.email);
});

test("the old address is told, and can take it back: every browser is signed out, and every passkey gone", async () => {
  const creator = await makeCreator(app);
  const thief = await signedInBrowser(app, creator);
  const { options } = (await thief.call(beginPasskey)).body;
  const credential = softwareAuthenticator().make(options);
  await thief.call(addPasskey, { body: { name: "Mine now", credential } });
  const email = newAddress();
  await changeTo(thief, email);
  const link = await linkIn(creator.email);
  const { status, body } = await app.browser().call(takeBackEmail, { body: { token: link } });
  expect([status, body]).toEqual([200, { email: creator.email }]);
  expect(await emailOf(creator)).toBe(creator.email);
  expect((await thief.call(getCurrentUser)).status).toBe(401);
  expect(await db.$count(passkeys, eq(passkeys.ownerId, creator.id))).toBe(0);
  await app.runJobs();
  expect((await mailsTo(app, email))[0]?.subject).toBe("The address of an account was taken back");
  const kinds = (await app.as(creator).call(listAccountEvents)).body.events.map(({ kind }) => kind);
  expect(kinds).toContain("EMAIL_TAKEN_BACK");
  // Of what follows from it no mail of its own.
  const subjects = (await mailsTo(app, creator.email)).map(({ subject }) => subject);
  expect(subjects).not.toContain("A passkey was removed from your account");
});

test("whoever was invited to the team or joined it after the change is off it; who was on it before stays", async () => {
  const creator = await makeCreator(app);
  const before = await colleagueBrowser(app, creator, "SUPPORT");
  app.clock.advance({ minutes: 2 });
  const thief = await signedInBrowser(app, creator);
  await changeTo(thief, newAddress());
  const link = await linkIn(creator.email);
  const accomplice = await makeCreator(app);
  const theirs = await signedInBrowser(app, accomplice);
  for (const email of [accomplice.email, newAddress()])
    expect((await thief.call(inviteColleague, { body: { email, role: "ADMIN" } })).status).toBe(201);
  const [invitation] = (await theirs.call(listOwnTeams)).body.invitations;
  const params = { id: invitation?.id ?? "" };
  expect((await theirs.call(acceptInvitation, { params })).body.storeId).toBe(creator.id);
  expect((await theirs.call(listOrders, { querystring: {} })).status).toBe(200);

  expect((await app.call(takeBackEmail, { body: { token: link } })).status).toBe(200);
  expect((await theirs.call(listOwnTeams)).body).toMatchObject({ actingFor: accomplice.id, stores: [] });
  const { members, invitations } = (await app.as(creator).call(listTeam)).body;
  expect([members.map(({ id }) => id), invitations]).toEqual([[before.person.id], []]);
  expect((await before.browser.call(listOrders, { querystring: {} })).status).toBe(200);
});

test("a link works once, also where it is opened ten times at once", async () => {
  const { link } = await changedAccount();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.browser().call(takeBackEmail, { body: { token: link } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(404)]);
});

test("a link works for a week; a forged one does not", async () => {
  const { link, creator, email } = await changedAccount();
  const { link: other } = await changedAccount();
  const forged = `${link.split(".")[0]}.${other.split(".")[1]}`;
  for (const token of [forged, "", ".", "x".repeat(200), link.split(".")[0] ?? ""])
    expect((await app.call(takeBackEmail, { body: { token } })).status).toBe(404);
  app.clock.advance({ days: 7, seconds: 1 });
  expect((await app.call(takeBackEmail, { body: { token: link } })).status).toBe(404);
  expect(await emailOf(creator)).toBe(email);
});

test("who changes it twice is undone by the first link, and the second one is dead then", async () => {
  const { browser, creator, email, link } = await changedAccount();
  app.clock.advance({ minutes: 2 });
  await changeTo(browser, newAddress());
  const second = await linkIn(email);
  expect((await app.call(takeBackEmail, { body: { token: link } })).body.email).toBe(creator.email);
  expect((await app.call(takeBackEmail, { body: { token: second } })).status).toBe(404);
  expect(await emailOf(creator)).toBe(creator.email);
});

test("who was on their way in as it was taken back is in by nothing: no passkey, no other address, no code", async () => {
  const { creator, browser: thief, email, link } = await changedAccount();
  const { options } = (await thief.call(beginPasskey)).body;
  const credential = softwareAuthenticator().make(options);
  app.clock.advance({ minutes: 2 });
  const next = { email: newAddress(), code: "" };
  next.code = await askForCode(thief, next.email);
  const elsewhere = app.browser();
  const code = await askForSignIn(elsewhere, email);
  const { pool } = app.services;
  const waiting = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  const calls = await inTransaction(pool, async (client) => {
    // The address is back by then, and as its last step the sessions are to end.
    await client.query("select from sessions where user_id = $1 for update", [creator.id]);
    const takingBack = app.browser().call(takeBackEmail, { body: { token: link } });
    await expect.poll(waiting).toBe(1);
    const late = [
      thief.call(addPasskey, { body: { name: "Mine now", credential } }),
      thief.call(changeEmail, { body: next }),
      elsewhere.call(verifySignInCode, { body: { email, code } }),
    ];
    await expect.poll(waiting).toBeGreaterThanOrEqual(3);
    return [takingBack, ...late];
  });
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 401, 401, 200]);
  expect([await emailOf(creator), await db.$count(passkeys, eq(passkeys.ownerId, creator.id))]).toEqual([
    creator.email,
    0,
  ]);
  // That code opened an account of its own.
  expect((await elsewhere.call(getCurrentUser)).body.id).not.toBe(creator.id);
});

test("for that week nobody opens an account with the old address, or gives it to theirs; after it somebody may", async () => {
  const { creator, link } = await changedAccount();
  const signIn = async () => {
    const browser = app.browser();
    app.clock.advance({ minutes: 2 });
    const code = await askForSignIn(browser, creator.email);
    return browser.call(verifySignInCode, { body: { email: creator.email, code } });
  };
  const refused = await signIn();
  expect([refused.status, refused.body]).toMatchObject([409, { code: "ADDRESS_WAS_CHANGED" }]);
  const other = await signedInBrowser(app, await makeCreator(app));
  expect((await changeTo(other, creator.email)).body).toMatchObject({
    fields: { email: expect.stringContaining("may take it back") },
  });
  app.clock.advance({ days: 8 });
  expect((await signIn()).status).toBe(200);
  const third = await changedAccount();
  app.clock.advance({ minutes: 2 });
  expect((await changeTo(third.browser, third.creator.email)).status).toBe(200);
  expect((await app.call(takeBackEmail, { body: { token: link } })).status).toBe(404);
});
