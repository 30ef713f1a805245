import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestSignInCode, revokeOtherSessions, verifySignInCode } from "#contract/accounts/accounts.ts";
import { addPasskey, beginPasskey, removePasskey } from "#contract/accounts/passkeys.ts";
import { saveNotificationChoice } from "#contract/notifications/notifications.ts";
import { connectPayouts } from "#contract/payouts/payouts.ts";
import { users } from "#server/database/schema/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { mailsTo } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

async function noticesTo(email: string) {
  await app.runJobs();
  return (await mailsTo(app, email)).filter(({ text }) => text.includes("about the security of your"));
}
const subjectsTo = async (email: string) => (await noticesTo(email)).map(({ subject }) => subject);

async function signIn(browser: Caller, email: string) {
  app.clock.advance({ minutes: 20 });
  await browser.call(requestSignInCode, { body: { email } });
  await app.runJobs();
  const mail = (await mailsTo(app, email)).find(({ subject }) => subject.includes("sign-in code"));
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  const headers = { "user-agent": firefox };
  expect((await browser.call(verifySignInCode, { body: { email, code } }, { headers })).status).toBe(200);
}

async function addTo(browser: Caller, name = "Laptop") {
  const { options } = (await browser.call(beginPasskey)).body;
  const credential = softwareAuthenticator().make(options);
  const headers = { "user-agent": firefox };
  return (await browser.call(addPasskey, { body: { name, credential } }, { headers })).body.id;
}

test("a sign-in on a new browser is mailed with when, with what and roughly from where; a second one is no news", async () => {
  const { email } = await makeCreator(app);
  const browser = app.browser("203.0.113.77");
  await signIn(browser, email);
  const [notice, ...others] = await noticesTo(email);
  expect(others).toEqual([]);
  expect(notice?.subject).toBe("A new sign-in to your account");
  expect(notice?.text).toContain("Browser: Firefox on Linux");
  expect(notice?.text).toContain("From: 203.0.…");
  expect(notice?.text).toMatch(/When: \w+/);
  expect(`${notice?.text}${notice?.html}`).not.toContain("203.0.113");
  expect(notice?.text).toContain("/admin?tab=settings&view=security");
  await signIn(browser, email);
  expect(await subjectsTo(email)).toHaveLength(1);
  await signIn(app.browser(), email);
  expect(await subjectsTo(email)).toHaveLength(2);
});

test("a browser stays known for each of the accounts that are used in it", async () => {
  const [one, two] = [await makeCreator(app), await makeCreator(app)];
  const browser = app.browser();
  for (const { email } of [one, two, one, two]) await signIn(browser, email);
  expect([await subjectsTo(one.email), await subjectsTo(two.email)]).toMatchObject([
    { length: 1 },
    { length: 1 },
  ]);
});

test("who has just opened a store is told nothing of it", async () => {
  const email = `first-${randomUUID().slice(0, 8)}@example.com`;
  await signIn(app.browser(), email);
  expect(await subjectsTo(email)).toEqual([]);
});

test("passkeys, a payout account and browsers that were signed out are mailed, once each", async () => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const id = await addTo(browser, "Evil https://evil.example name");
  await browser.call(removePasskey, { params: { id } });
  await browser.call(connectPayouts);
  await browser.call(connectPayouts);
  await browser.call(revokeOtherSessions);
  await signedInBrowser(app, creator);
  await browser.call(revokeOtherSessions);
  await browser.call(revokeOtherSessions);
  expect((await subjectsTo(creator.email)).toSorted()).toEqual([
    "A passkey was added to your account",
    "A passkey was removed from your account",
    "A payout account was set up for your store",
    "Your other browsers were signed out",
  ]);
  const added = (await noticesTo(creator.email)).find(({ subject }) => subject.includes("added"));
  expect(added?.text).toContain("Firefox on Linux");
  expect(added?.text).not.toContain("https://evil.example");
});

test("ten a day of each kind are mailed; a changed address always is", async () => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  for (let count = 0; count < 12; count++) await addTo(browser, `Key ${count}`);
  const added = async () => (await subjectsTo(creator.email)).filter((subject) => subject.includes("added"));
  expect(await added()).toHaveLength(10);
  const { db } = app.services;
  const addresses = Array.from({ length: 12 }, () => `moved-${randomUUID().slice(0, 8)}@example.com`);
  for (const email of addresses) await db.update(users).set({ email }).where(eq(users.id, creator.id));
  await app.runJobs();
  for (const email of [creator.email, ...addresses.slice(0, -1)])
    expect((await subjectsTo(email)).filter((subject) => subject.includes("address"))).toHaveLength(1);
  app.clock.advance({ days: 1, minutes: 1 });
  await addTo(await signedInBrowser(app, creator), "Of the next day");
  expect(await subjectsTo(addresses.at(-1) ?? "")).toEqual(["A passkey was added to your account"]);
});

test("an address that can be taken back is told, too, of what is done after it was changed, and how to take it back", async () => {
  const creator = await makeCreator(app);
  const { db } = app.services;
  const [second, third] = [1, 2].map(() => `moved-${randomUUID().slice(0, 8)}@example.com`);
  for (const email of [second, third]) await db.update(users).set({ email }).where(eq(users.id, creator.id));
  await addTo(await signedInBrowser(app, creator));
  const toldAt = async (email = "") =>
    (await noticesTo(email)).filter(({ subject }) => subject === "A passkey was added to your account");
  const linkIn = (text = "") => /\/take-back-email#\S+/.exec(text)?.[0];
  for (const email of [creator.email, second]) {
    const [notice, ...others] = await toldAt(email);
    const changed = (await noticesTo(email ?? "")).find(({ subject }) => subject.includes("was changed"));
    expect([linkIn(notice?.text), others]).toEqual([linkIn(changed?.text), []]);
    expect(notice?.text).not.toContain("view=security");
  }
  expect((await toldAt(third)).map(({ text }) => linkIn(text))).toEqual([undefined]);
  app.clock.advance({ days: 7, minutes: 1 });
  await addTo(await signedInBrowser(app, creator));
  expect([await toldAt(creator.email), await toldAt(third)]).toMatchObject([{ length: 1 }, { length: 2 }]);
});

test("no choice of what to hear of ends them", async () => {
  const creator = await makeCreator(app);
  const body = { mail: "NEVER", inApp: false, push: false } as const;
  await app.as(creator).call(saveNotificationChoice, { params: { kind: "SALE" }, body });
  await addTo(await signedInBrowser(app, creator));
  expect(await subjectsTo(creator.email)).toEqual(["A passkey was added to your account"]);
});
