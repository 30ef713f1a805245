import { expect, test } from "vitest";
import { addPasskey, beginPasskey, beginPasskeySignIn } from "#contract/accounts/passkeys.ts";
import {
  confirmWithCode,
  confirmWithPasskey,
  getRecentSignIn,
  requestConfirmationCode,
} from "#contract/accounts/recent-sign-in.ts";
import { connectPayouts, getPayouts } from "#contract/payouts/payouts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { mailsTo } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();

async function oldSession() {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  app.clock.advance({ minutes: 15, seconds: 1 });
  return { creator, browser };
}

const isOpen = async (browser: Caller) => (await browser.call(connectPayouts)).status === 200;

async function askForCode(browser: Caller, email: string): Promise<string> {
  expect((await browser.call(requestConfirmationCode)).status).toBe(200);
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toContain("confirmation code");
  return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
}

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");

test("15 minutes after a sign-in it is asked for again, by a code that programs know; the rest stays open", async () => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  app.clock.advance({ minutes: 14, seconds: 50 });
  expect((await browser.call(getRecentSignIn)).body.isRecent).toBe(true);
  expect(await isOpen(browser)).toBe(true);
  app.clock.advance({ seconds: 11 });
  expect((await browser.call(getRecentSignIn)).body).toEqual({
    isRecent: false,
    email: creator.email,
    method: "code",
    hasPasskey: false,
    codesOff: false,
    mailbox: true,
  });
  const { status, body } = await browser.call(connectPayouts);
  expect([status, body]).toEqual([
    403,
    {
      message: "Please confirm that it is you: you signed in a while ago.",
      code: "RECENT_SIGN_IN_REQUIRED",
    },
  ]);
  expect((await browser.call(getPayouts)).status).toBe(200);
});

test("an emailed code makes the sign-in recent, for 15 minutes, in this browser alone", async () => {
  const { creator, browser } = await oldSession();
  const other = await signedInBrowser(app, creator);
  app.clock.advance({ minutes: 16 });
  const code = await askForCode(browser, creator.email);
  expect((await browser.call(confirmWithCode, { body: { code: otherThan(code) } })).status).toBe(422);
  expect(await isOpen(browser)).toBe(false);
  expect((await browser.call(confirmWithCode, { body: { code } })).status).toBe(200);
  expect([await isOpen(browser), await isOpen(other)]).toEqual([true, false]);
  expect((await browser.call(confirmWithCode, { body: { code } })).status).toBe(422);
  app.clock.advance({ minutes: 15, seconds: 1 });
  expect(await isOpen(browser)).toBe(false);
});

test("a code is good in the browser that asked, for the account that asked", async () => {
  const { creator, browser } = await oldSession();
  const code = await askForCode(browser, creator.email);
  const other = await signedInBrowser(app, creator);
  expect((await other.call(confirmWithCode, { body: { code } })).status).toBe(422);
  const sid = browser.cookies["sid"] ?? "";
  browser.cookies["sid"] = (await signedInBrowser(app, await makeCreator(app))).cookies["sid"] ?? "";
  expect((await browser.call(confirmWithCode, { body: { code } })).status).toBe(422);
  browser.cookies["sid"] = sid;
  expect((await browser.call(confirmWithCode, { body: { code } })).status).toBe(200);
});

test("one's own passkey makes it recent, and nobody else's", async () => {
  const addTo = async (browser: Caller) => {
    const authenticator = softwareAuthenticator();
    const { options } = (await browser.call(beginPasskey)).body;
    const body = { name: "Laptop", credential: authenticator.make(options) };
    expect((await browser.call(addPasskey, { body })).status).toBe(201);
    return authenticator;
  };
  const browser = await signedInBrowser(app, await makeCreator(app));
  const [mine, theirs] = [
    await addTo(browser),
    await addTo(await signedInBrowser(app, await makeCreator(app))),
  ];
  app.clock.advance({ minutes: 16 });
  expect((await browser.call(getRecentSignIn)).body).toMatchObject({ isRecent: false, hasPasskey: true });
  const confirm = async (authenticator: typeof mine) => {
    const { options } = (await browser.call(beginPasskeySignIn)).body;
    return browser.call(confirmWithPasskey, { body: { credential: authenticator.sign(options) } });
  };
  expect((await confirm(theirs)).status).toBe(422);
  expect(await isOpen(browser)).toBe(false);
  expect((await confirm(mine)).status).toBe(200);
  expect(await isOpen(browser)).toBe(true);
});

test("using an account does not make its sign-in recent", async () => {
  const { browser } = await oldSession();
  await browser.call(getPayouts);
  app.clock.advance({ minutes: 6 });
  await browser.call(getPayouts);
  expect(await isOpen(browser)).toBe(false);
});
