import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { getCurrentUser, getSignInOptions, listSessions } from "#contract/accounts/accounts.ts";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  mostPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "#contract/accounts/passkeys.ts";
import { passkeyChallenges, passkeys } from "#server/database/schema/passkeys.ts";
import { androidAttested, selfAttested } from "#tests/support/attestations.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { type Lies, softwareAuthenticator } from "#tests/support/software-authenticator.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

type Authenticator = ReturnType<typeof softwareAuthenticator>;

async function add(browser: Caller, authenticator: Authenticator, name = "Laptop", lies: Lies = {}) {
  const { body } = await browser.call(beginPasskey);
  return browser.call(addPasskey, { body: { name, credential: authenticator.make(body.options, lies) } });
}

async function creatorWithPasskey() {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  const authenticator = softwareAuthenticator();
  const { body: passkey } = await add(browser, authenticator);
  return { creator, browser, authenticator, passkey };
}

async function signIn(browser: Caller, authenticator: Authenticator, lies: Lies = {}) {
  const { body } = await browser.call(beginPasskeySignIn);
  return browser.call(signInWithPasskey, { body: { credential: authenticator.sign(body.options, lies) } });
}

test("a passkey is added, and signs in on another browser, which the lists say", async () => {
  const { creator, authenticator, passkey } = await creatorWithPasskey();
  expect(passkey).toMatchObject({ name: "Laptop", isSynced: false, lastUsedAt: null });
  const other = app.browser();
  const { status, body } = await signIn(other, authenticator);
  expect([status, body.user.id]).toEqual([200, creator.id]);
  expect((await other.call(getCurrentUser)).body.id).toBe(creator.id);
  const sessions = (await other.call(listSessions)).body;
  expect(sessions.find(({ current }) => current)?.method).toBe("PASSKEY");
  const { events } = (await other.call(listAccountEvents)).body;
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(["PASSKEY_ADDED", "SIGNED_IN", "SIGNED_IN"]);
  expect(events.some((event) => event.kind === "SIGNED_IN" && event.method === "PASSKEY")).toBe(true);
  expect((await other.call(listPasskeys)).body[0]?.lastUsedAt).not.toBeNull();
});

test("what the browser is asked for needs whoever holds it to prove that they are there, and names nobody", async () => {
  const { browser } = await creatorWithPasskey();
  const { options } = (await browser.call(beginPasskey)).body;
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(options.excludeCredentials).toHaveLength(1);
  const asked = (await app.browser().call(beginPasskeySignIn)).body.options;
  expect(Object.keys(asked).toSorted()).toEqual(["challenge", "rpId", "timeout", "userVerification"]);
  expect(asked).toMatchObject({ rpId: "localhost", userVerification: "required" });
});

const lies: [string, Lies][] = [
  ["of another origin", { origin: "http://localhost:4000" }],
  ["for another name", { rpId: "example.com" }],
  ["of the other ceremony", { type: "webauthn.create" }],
  ["without its holder's proof", { userVerified: false }],
  ["with a count that was there before", { counter: 1 }],
  ["in another account's name", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
  ["with a challenge of its own", { challenge: "x".repeat(43) }],
  ["without a challenge", { challenge: "" }],
];
test.each(lies)("an answer %s signs nobody in", async (_, lie) => {
  const { authenticator } = await creatorWithPasskey();
  const browser = app.browser();
  const { status, body } = await signIn(browser, authenticator, lie);
  expect([status, body]).toEqual([422, refusal]);
  expect((await browser.call(getCurrentUser)).status).toBe(401);
});

const refusal = {
  message: "This passkey did not work. Please try again, or use a code instead.",
  code: "INVALID",
  fields: { credential: "This passkey did not work. Please try again, or use a code instead." },
};

test.each([
  ["of another origin", { origin: "https://evil.example" }],
  ["for another name", { rpId: "example.com" }],
  ["of the other ceremony", { type: "webauthn.get" }],
  ["without its holder's proof", { userVerified: false }],
  ["with a challenge of its own", { challenge: "x".repeat(43) }],
  ["that its signed part calls something else", { signedId: randomBytes(32) }],
  ["that its signed part calls something longer", { signedId: randomBytes(9_000) }],
] satisfies [string, Lies][])("a passkey %s is not added", async (_, lie) => {
  const creator = await makeCreator(app);
  const { status } = await add(await signedInBrowser(app, creator), softwareAuthenticator(), "Laptop", lie);
  expect(status).toBe(422);
  expect(await db.$count(passkeys, eq(passkeys.ownerId, creator.id))).toBe(0);
});

test("certificates that come with a passkey are not looked at: whoever made them would have us fetch what they name", async () => {
  const creator = await makeCreator(app);
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
  const browser = await signedInBrowser(app, creator);
  const attestation = androidAttested("http://169.254.169.254/latest/meta-data");
  expect((await add(browser, softwareAuthenticator(), "Phone", { attestation })).status).toBe(422);
  expect(fetched).not.toHaveBeenCalled();
  expect(await db.$count(passkeys, eq(passkeys.ownerId, creator.id))).toBe(0);
});

test("a passkey that vouches for itself is added", async () => {
  const browser = await signedInBrowser(app, await makeCreator(app));
  const attested = { attestation: selfAttested };
  expect((await add(browser, softwareAuthenticator(), "Key", attested)).status).toBe(201);
});

test("an unknown passkey is refused with the same words as one whose signature does not fit", async () => {
  const { authenticator } = await creatorWithPasskey();
  const browser = app.browser();
  const stranger = await signIn(browser, softwareAuthenticator(), { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" });
  const { body } = await browser.call(beginPasskeySignIn);
  const forged = authenticator.sign(body.options);
  forged.response.signature = softwareAuthenticator().sign(body.options).response.signature;
  const refused = await browser.call(signInWithPasskey, { body: { credential: forged } });
  expect([stranger.status, stranger.text]).toEqual([422, refused.text]);
});

test("an answer is good once, also where it comes ten times at once", async () => {
  const { authenticator } = await creatorWithPasskey();
  const browser = app.browser();
  const { body } = await browser.call(beginPasskeySignIn);
  const credential = authenticator.sign(body.options);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => browser.call(signInWithPasskey, { body: { credential } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
});

test("of two copies of a key that say the same count one signs in", async () => {
  const { authenticator } = await creatorWithPasskey();
  const browsers = [app.browser(), app.browser()];
  const answers = await Promise.all(
    browsers.map((browser) => signIn(browser, authenticator, { counter: 9 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test("a passkey that does not count signs in again and again", async () => {
  const creator = await makeCreator(app);
  const authenticator = softwareAuthenticator();
  await add(await signedInBrowser(app, creator), authenticator, "Phone", { counter: 0 });
  for (const browser of [app.browser(), app.browser()])
    expect((await signIn(browser, authenticator, { counter: 0 })).status).toBe(200);
});

test("a failed answer uses its challenge up, too", async () => {
  const { authenticator } = await creatorWithPasskey();
  const browser = app.browser();
  const { body } = await browser.call(beginPasskeySignIn);
  const wrong = authenticator.sign(body.options, { origin: "https://evil.example" });
  await browser.call(signInWithPasskey, { body: { credential: wrong } });
  const right = authenticator.sign(body.options);
  expect((await browser.call(signInWithPasskey, { body: { credential: right } })).status).toBe(422);
});

test("a challenge ends after 5 minutes, and is good in the browser that asked only", async () => {
  const { authenticator } = await creatorWithPasskey();
  const [browser, other] = [app.browser(), app.browser()];
  await other.call(beginPasskeySignIn);
  const stolen = (await browser.call(beginPasskeySignIn)).body.options;
  const credential = authenticator.sign(stolen);
  expect((await other.call(signInWithPasskey, { body: { credential } })).status).toBe(422);
  expect((await browser.call(signInWithPasskey, { body: { credential } })).status).toBe(200);
  const late = (await browser.call(beginPasskeySignIn)).body.options;
  app.clock.advance({ minutes: 5, seconds: 1 });
  const answer = { body: { credential: authenticator.sign(late) } };
  expect((await browser.call(signInWithPasskey, answer)).status).toBe(422);
});

test("a challenge to sign in adds no passkey, nor does that of another creator in the same browser", async () => {
  const [mine, theirs] = [await makeCreator(app), await makeCreator(app)];
  const browser = await signedInBrowser(app, mine);
  const { options } = (await browser.call(beginPasskey)).body;
  const asked = (await browser.call(beginPasskeySignIn)).body.options;
  const made = softwareAuthenticator().make({ ...options, challenge: asked.challenge });
  const body = { name: "Laptop", credential: made };
  expect((await browser.call(addPasskey, { body })).status).toBe(422);
  const credential = softwareAuthenticator().make(options);
  Object.assign(browser.cookies, { sid: (await signedInBrowser(app, theirs)).cookies["sid"] });
  expect((await browser.call(addPasskey, { body: { name: "Laptop", credential } })).status).toBe(422);
  expect(await db.$count(passkeys, eq(passkeys.ownerId, theirs.id))).toBe(0);
});

test("the same passkey is nobody else's", async () => {
  const { authenticator } = await creatorWithPasskey();
  const { status } = await add(await signedInBrowser(app, await makeCreator(app)), authenticator);
  expect(status).toBe(422);
});

test("a creator has at most 20, however many are added at once", async () => {
  const creator = await makeCreator(app);
  const browser = await signedInBrowser(app, creator);
  for (let count = 0; count < mostPasskeys - 1; count++) await add(browser, softwareAuthenticator());
  const options = await Promise.all([browser.call(beginPasskey), browser.call(beginPasskey)]);
  const answers = await Promise.all(
    options.map(({ body }) => {
      const credential = softwareAuthenticator().make(body.options);
      return browser.call(addPasskey, { body: { name: "One more", credential } });
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await browser.call(beginPasskey)).status).toBe(409);
});

test("a passkey is renamed and removed by its creator alone, and signs nobody in any more", async () => {
  const { browser, authenticator, passkey } = await creatorWithPasskey();
  const theirs = app.as(await makeCreator(app));
  const params = { id: passkey.id };
  expect((await theirs.call(renamePasskey, { params, body: { name: "Mine" } })).status).toBe(404);
  expect((await theirs.call(removePasskey, { params })).status).toBe(404);
  const renamed = await browser.call(renamePasskey, { params, body: { name: "Old laptop" } });
  expect(renamed.body.name).toBe("Old laptop");
  expect((await browser.call(removePasskey, { params })).status).toBe(200);
  expect((await browser.call(removePasskey, { params })).status).toBe(404);
  expect((await browser.call(listPasskeys)).body).toEqual([]);
  expect((await signIn(app.browser(), authenticator)).status).toBe(422);
});

test("challenges that nobody answered are removed", async () => {
  await app.browser().call(beginPasskeySignIn);
  app.clock.advance({ minutes: 6 });
  const { removeWhatEnded } = await import("#server/jobs/remove-what-ended.ts");
  await removeWhatEnded.handle(app.services, {}, new AbortController().signal);
  expect(await db.$count(passkeyChallenges)).toBe(0);
});

test("where a provider signs creators in, and where the address is no name, there are no passkeys", async () => {
  expect((await app.call(getSignInOptions)).body.passkeys).toBe(true);
  const plain = await testApp({ PUBLIC_URL: "http://127.0.0.1:3000" });
  expect((await plain.call(getSignInOptions)).body.passkeys).toBe(false);
  expect((await plain.call(beginPasskeySignIn)).status).toBe(404);
  const provider = await testApp({
    OIDC_ISSUER_URL: "http://127.0.0.1:1",
    OIDC_CLIENT_ID: "store",
    OIDC_CLIENT_SECRET: "secret",
  });
  expect((await provider.call(getSignInOptions)).body).toMatchObject({ method: "oidc", passkeys: false });
  expect((await provider.call(beginPasskeySignIn)).status).toBe(404);
});
