import { expect, test } from "vitest";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import {
  getCurrentUser,
  listSessions,
  requestSignInCode,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { changeEmail, requestEmailChange, takeBackEmail } from "#contract/accounts/email-change.ts";
import { addPasskey, beginPasskey, removePasskey } from "#contract/accounts/passkeys.ts";
import {
  cancelSignInReset,
  confirmWithRecoveryCode,
  getEmailedCodes,
  makeRecoveryCodes,
  signInWithRecoveryCode,
  turnEmailedCodesOff,
  turnEmailedCodesOn,
} from "#contract/accounts/recovery-codes.ts";
import {
  confirmWithCode,
  getRecentSignIn,
  requestConfirmationCode,
} from "#contract/accounts/recent-sign-in.ts";
import { listOperatedCreators, startSignInReset, stopSignInReset } from "#contract/operator/operator.ts";
import { listOperatorEvents } from "#contract/operator/operator-books.ts";
import { recoveryCodes } from "#server/database/schema/recovery-codes.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { mailsTo } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { endAllSignIns } from "./end-all-sign-ins.ts";
import { finishSignInResets } from "./recovery/sign-in-reset.ts";

const app = await testApp({ OPERATORS: "olga@example.com" });
const { db } = app.services;
const olga = await makeCreator(app, { email: "olga@example.com" });

async function withPasskey() {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const { options } = (await browser.call(beginPasskey)).body;
  const credential = softwareAuthenticator().make(options);
  const { body: passkey } = await browser.call(addPasskey, { body: { name: "Laptop", credential } });
  return { creator, browser, passkey };
}

async function withCodesOff() {
  const made = await withPasskey();
  const { status, body, text } = await made.browser.call(turnEmailedCodesOff);
  expect(status, text).toBe(200);
  return { ...made, codes: body.recoveryCodes };
}

const subjectsTo = async (email: string) => {
  await app.runJobs();
  return (await mailsTo(app, email)).map(({ subject }) => subject);
};
const kindsOf = async (browser: Caller) =>
  (await browser.call(listAccountEvents)).body.events.map(({ kind }) => kind);

const signIn = (browser: Caller, email: string, code: string) =>
  browser.call(signInWithRecoveryCode, { body: { email, code } });

async function codeFrom(email: string): Promise<string> {
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

test("an account with a passkey turns emailed codes off, and gets ten recovery codes, stored as hashes", async () => {
  const without = await signedInBrowser(app, await makeCreator(app));
  expect((await without.call(turnEmailedCodesOff)).body).toMatchObject({ code: "NO_PASSKEY" });
  const { creator, browser, codes } = await withCodesOff();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  const rows = JSON.stringify(await db.select().from(recoveryCodes));
  for (const code of codes) expect(rows).not.toContain(code.replaceAll("-", ""));
  expect((await browser.call(getEmailedCodes)).body).toMatchObject({ recoveryCodesLeft: 10, reset: null });
  expect((await browser.call(turnEmailedCodesOff)).body).toMatchObject({ code: "CODES_OFF" });
  expect(await subjectsTo(creator.email)).toContain("Emailed codes were turned off");
});

test("with emailed codes off nobody signs in by reading the mail, not even with a code from before", async () => {
  const { creator, browser } = await withPasskey();
  const asking = app.browser();
  await asking.call(requestSignInCode, { body: { email: creator.email } });
  const code = await codeFrom(creator.email);
  expect(code).toMatch(/^\d{6}$/);
  await browser.call(turnEmailedCodesOff);
  const body = { email: creator.email, code };
  expect((await asking.call(verifySignInCode, { body })).status).toBe(422);
  expect((await asking.call(getCurrentUser)).status).toBe(401);
  app.clock.advance({ minutes: 20 });
  const answer = await app.browser().call(requestSignInCode, { body: { email: creator.email } });
  const other = await app.browser().call(requestSignInCode, { body: { email: "nobody.at.all@example.com" } });
  expect(answer.text).toBe(other.text);
  await app.runJobs();
  const [mail] = await mailsTo(app, creator.email);
  expect(mail?.subject).toBe("Emailed codes are off for your account");
  expect(mail?.text).not.toMatch(/\b\d{6}\b/);
});

/** A character as East Asian keyboards write it. */
const fullWidth = (character: string) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfe_e0);

test("a recovery code signs in once, however it is typed, and of ten requests at once one wins", async () => {
  const { creator, codes } = await withCodesOff();
  const [first = "", second = ""] = codes;
  const browser = app.browser();
  const typed = ` ${first
    .toUpperCase()
    .replaceAll("-", " ")
    .replaceAll(/[0-9A-Z]/g, fullWidth)} `;
  expect((await signIn(browser, creator.email, typed)).status).toBe(200);
  expect((await browser.call(getCurrentUser)).body.id).toBe(creator.id);
  expect((await browser.call(listSessions)).body.find(({ current }) => current)?.method).toBe(
    "RECOVERY_CODE",
  );
  const refused = await signIn(app.browser(), creator.email, first);
  expect([refused.status, refused.body]).toMatchObject([422, { fields: { code: expect.any(String) } }]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => signIn(app.browser(), creator.email, second)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await browser.call(getEmailedCodes)).body.recoveryCodesLeft).toBe(8);
  expect(await subjectsTo(creator.email)).toContain("A recovery code was used");
});

test("a wrong code, another account's and an address without an account are refused with the same words", async () => {
  const [mine, theirs] = [await withCodesOff(), await withCodesOff()];
  const answers = [
    await signIn(app.browser(), mine.creator.email, theirs.codes[0] ?? ""),
    await signIn(app.browser(), mine.creator.email, "0000-0000-0000-0000"),
    await signIn(app.browser(), "nobody.at.all@example.com", mine.codes[0] ?? ""),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(422);
});

test("new recovery codes replace the old ones, and go when emailed codes are turned on", async () => {
  const { creator, browser, codes } = await withCodesOff();
  const { recoveryCodes: newer } = (await browser.call(makeRecoveryCodes)).body;
  expect((await signIn(app.browser(), creator.email, codes[0] ?? "")).status).toBe(422);
  expect((await signIn(app.browser(), creator.email, newer[0] ?? "")).status).toBe(200);
  expect((await browser.call(turnEmailedCodesOn)).status).toBe(200);
  expect((await browser.call(turnEmailedCodesOn)).status).toBe(200);
  expect((await signIn(app.browser(), creator.email, newer[1] ?? "")).status).toBe(422);
  expect((await browser.call(makeRecoveryCodes)).body).toMatchObject({ code: "CODES_ON" });
  app.clock.advance({ minutes: 2 });
  const asking = app.browser();
  await asking.call(requestSignInCode, { body: { email: creator.email } });
  const body = { email: creator.email, code: await codeFrom(creator.email) };
  expect((await asking.call(verifySignInCode, { body })).status).toBe(200);
  const kinds = (await kindsOf(browser)).filter((kind) => kind === "CODES_TURNED_ON");
  expect(kinds).toHaveLength(1);
});

test("where codes are off, a recovery code proves a recent sign-in, and no emailed code does", async () => {
  const { creator, browser } = await withPasskey();
  await browser.call(requestConfirmationCode);
  const emailed = await codeFrom(creator.email);
  const { recoveryCodes: codes } = (await browser.call(turnEmailedCodesOff)).body;
  app.clock.advance({ minutes: 16 });
  expect((await browser.call(makeRecoveryCodes)).status).toBe(403);
  expect((await browser.call(getRecentSignIn)).body).toMatchObject({ isRecent: false, codesOff: true });
  expect((await browser.call(requestConfirmationCode)).body).toMatchObject({ code: "CODES_OFF" });
  expect((await browser.call(confirmWithCode, { body: { code: emailed } })).status).toBe(422);
  const other = await withCodesOff();
  const confirm = (code = "") => browser.call(confirmWithRecoveryCode, { body: { code } });
  expect((await confirm(other.codes[0])).status).toBe(422);
  expect((await confirm(codes[0])).status).toBe(200);
  expect((await browser.call(getRecentSignIn)).body.isRecent).toBe(true);
});

test("a code for a recent sign-in from before does not work once codes are off", async () => {
  const { creator, browser } = await withPasskey();
  await browser.call(requestConfirmationCode);
  const code = await codeFrom(creator.email);
  await browser.call(turnEmailedCodesOff);
  expect((await browser.call(confirmWithCode, { body: { code } })).status).toBe(422);
});

test("the last passkey stays while emailed codes are off, also if two are removed at once", async () => {
  const { browser, passkey } = await withCodesOff();
  const { options } = (await browser.call(beginPasskey)).body;
  const credential = softwareAuthenticator().make(options);
  const { body: second } = await browser.call(addPasskey, { body: { name: "Phone", credential } });
  const answers = await Promise.all(
    [passkey.id, second.id].map((id) => browser.call(removePasskey, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "LAST_PASSKEY" });
});

const finish = () => finishSignInResets.handle(app.services, {});

test("a reset by an operator takes effect after 72 hours, and the owner hears of it at the start and the end", async () => {
  const { creator, browser, codes } = await withCodesOff();
  const fresh = app.as(olga);
  const start = () =>
    fresh.call(startSignInReset, {
      params: { id: creator.id },
      body: { reason: "Showed a passport in a call" },
    });
  expect((await start()).status).toBe(201);
  expect((await start()).body).toMatchObject({ code: "RESETTING" });
  expect(await subjectsTo(creator.email)).toContain("A reset of your sign-in has started");
  const { creators } = (await fresh.call(listOperatedCreators, { querystring: { q: creator.handle } })).body;
  expect(creators[0]).toMatchObject({ codesOff: true, resetEndsAt: expect.any(String) });
  app.clock.advance({ hours: 71, minutes: 59 });
  await finish();
  expect((await browser.call(getEmailedCodes)).body.offSince).not.toBeNull();
  app.clock.advance({ minutes: 2 });
  await finish();
  await finish();
  expect((await browser.call(getEmailedCodes)).body).toEqual({
    offSince: null,
    recoveryCodesLeft: 0,
    reset: null,
  });
  expect(
    (await subjectsTo(creator.email)).filter((subject) => subject === "Your sign-in was reset"),
  ).toHaveLength(1);
  expect((await signIn(app.browser(), creator.email, codes[0] ?? "")).status).toBe(422);
  const asking = app.browser();
  await asking.call(requestSignInCode, { body: { email: creator.email } });
  const body = { email: creator.email, code: await codeFrom(creator.email) };
  expect((await asking.call(verifySignInCode, { body })).status).toBe(200);
  const { events } = (await app.as(olga).call(listOperatorEvents, { querystring: {} })).body;
  expect(events[0]).toMatchObject({ kind: "SIGN_IN_RESET_STARTED", reason: "Showed a passport in a call" });
});

test("the owner cancels a reset, or an operator stops it, and nothing changes", async () => {
  const { creator, browser, codes } = await withCodesOff();
  const fresh = app.as(olga);
  const start = () =>
    fresh.call(startSignInReset, { params: { id: creator.id }, body: { reason: "A letter" } });
  expect((await start()).status).toBe(201);
  expect((await browser.call(getEmailedCodes)).body.reset).not.toBeNull();
  expect((await browser.call(cancelSignInReset)).status).toBe(200);
  expect(await subjectsTo(creator.email)).toContain("The reset of your sign-in was canceled");
  const params = { id: creator.id };
  expect((await fresh.call(stopSignInReset, { params })).body).toMatchObject({ code: "NOT_RESETTING" });
  expect((await start()).status).toBe(201);
  expect((await fresh.call(stopSignInReset, { params })).status).toBe(200);
  app.clock.advance({ days: 4 });
  await finish();
  expect((await signIn(app.browser(), creator.email, codes[0] ?? "")).status).toBe(200);
});

test("there is nothing to reset where emailed codes are on, and no operator resets their own account", async () => {
  const { creator } = await withPasskey();
  const fresh = app.as(olga);
  const startOf = (id: string) =>
    fresh.call(startSignInReset, { params: { id }, body: { reason: "A letter" } });
  expect((await startOf(creator.id)).body).toMatchObject({ code: "CODES_ON" });
  expect((await startOf(olga.id)).body).toMatchObject({ code: "OWN_ACCOUNT" });
  expect((await startOf(crypto.randomUUID())).status).toBe(404);
});

test("after a restore recovery codes work no more, and emailed codes stay off", async () => {
  const { creator, codes } = await withCodesOff();
  await endAllSignIns(app.services.pool);
  expect((await signIn(app.browser(), creator.email, codes[0] ?? "")).status).toBe(422);
  const again = await signedInBrowser(app, creator);
  expect((await again.call(getEmailedCodes)).body).toMatchObject({ recoveryCodesLeft: 0 });
  expect((await again.call(getEmailedCodes)).body.offSince).not.toBeNull();
});

const changeAddress = async (browser: Caller, email: string): Promise<void> => {
  await browser.call(requestEmailChange, { body: { email } });
  const body = { email, code: await codeFrom(email) };
  expect((await browser.call(changeEmail, { body })).status).toBe(200);
};
async function takeBack(email: string): Promise<void> {
  await app.runJobs();
  const text = (await mailsTo(app, email)).map((mail) => mail.text).join("\n");
  const token = /\/take-back-email#(\S+)/.exec(text)?.[1] ?? "";
  expect((await app.browser().call(takeBackEmail, { body: { token } })).status).toBe(200);
}

test("taking an address back is no way around codes that were off before: reading the old mailbox opens nothing", async () => {
  const { creator, browser, codes } = await withCodesOff();
  app.clock.advance({ minutes: 1 });
  await changeAddress(browser, "moved.on@example.com");
  await takeBack(creator.email);
  app.clock.advance({ minutes: 20 });
  await app.browser().call(requestSignInCode, { body: { email: creator.email } });
  await app.runJobs();
  expect((await mailsTo(app, creator.email))[0]?.subject).toBe("Emailed codes are off for your account");
  expect((await signIn(app.browser(), creator.email, codes[0] ?? "")).status).toBe(200);
});

test("codes that a thief turned off after changing the address are on once it is taken back", async () => {
  const { creator, browser } = await withPasskey();
  app.clock.advance({ minutes: 1 });
  await changeAddress(browser, "thief@example.com");
  const { recoveryCodes: theirs } = (await browser.call(turnEmailedCodesOff)).body;
  await takeBack(creator.email);
  expect((await signIn(app.browser(), creator.email, theirs[0] ?? "")).status).toBe(422);
  app.clock.advance({ minutes: 20 });
  const asking = app.browser();
  await asking.call(requestSignInCode, { body: { email: creator.email } });
  const body = { email: creator.email, code: await codeFrom(creator.email) };
  expect((await asking.call(verifySignInCode, { body })).status).toBe(200);
});
