import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSocialAccounts, simulateFan } from "#contract/social/social-accounts.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { fakeSocialPlatform } from "#tests/support/fake-social-platform.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const instagram = fakeSocialPlatform("INSTAGRAM");
const app = await testApp(
  {},
  {
    between: (services) => ({
      ...services,
      platforms: {
        demo: services.platforms.demo,
        real: (name) => (name === "INSTAGRAM" ? instagram : undefined),
      },
    }),
  },
);
const { db } = app.services;

const post = (path: string, signedRequest: string) =>
  app.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    payload: new URLSearchParams({ signed_request: signedRequest }).toString(),
  });

/** A connected account with a response and a message of a fan's. */
async function connectedAccount(appScopedId: string) {
  const account = await makeSocialAccount(app, {
    appScopedId,
    accessToken: "v1.sealed",
    refreshToken: "v1.sealed",
    displayName: "Ada",
  });
  await makeKeywordResponse(app, account);
  const caller = app.as({ id: account.userId });
  await caller.call(simulateFan, { params: { id: account.id }, body: { text: "hello" } });
  await db.update(socialAccounts).set({ connection: "OAUTH" }).where(eq(socialAccounts.id, account.id));
  return account;
}
const rowOf = async (id: string) =>
  (await db.select().from(socialAccounts).where(eq(socialAccounts.id, id)))[0];
const eventsOf = (id: string) => db.$count(socialEvents, eq(socialEvents.socialAccountId, id));

test("who takes our access away ends the connection at once, and everything else stays", async () => {
  const [account, other] = [await connectedAccount("3001"), await connectedAccount("3002")];
  expect((await post("/webhook/instagram/deauthorize", "signed:3001")).statusCode).toBe(200);
  expect((await post("/webhook/instagram/deauthorize", "signed:3001")).statusCode).toBe(200);
  expect(await rowOf(account.id)).toMatchObject({
    accessToken: null,
    refreshToken: null,
    verified: false,
    problem: "RECONNECT",
  });
  const { body } = await app.as({ id: account.userId }).call(listSocialAccounts);
  expect(body).toMatchObject([{ problem: "RECONNECT" }]);
  expect(await eventsOf(account.id)).toBe(1);
  expect(await rowOf(other.id)).toMatchObject({ verified: true, problem: null });
});

test("who wants their data deleted gets an address that says how far it is, and it is really gone", async () => {
  const account = await connectedAccount("3003");
  const answer = await post("/webhook/instagram/deletion", "signed:3003");
  expect(answer.statusCode).toBe(200);
  const { url, confirmation_code: code } = answer.json<{ url: string; confirmation_code: string }>();
  expect(url).toMatch(/^http:\/\/localhost:3000\/webhook\/instagram\/deletion\?id=/);
  expect(code).toMatch(/^[0-9a-f]{12}$/);
  const page = async () => {
    const { body, headers } = await app.app.inject(url.replace("http://localhost:3000", ""));
    expect(headers["content-type"]).toContain("text/html");
    return body;
  };
  expect(await page()).toContain("Your data is being deleted");
  expect(await rowOf(account.id)).toMatchObject({ accessToken: null, verified: false });

  await app.runJobs();
  expect(await eventsOf(account.id)).toBe(0);
  expect(await rowOf(account.id)).toMatchObject({ displayName: null, appScopedId: null });
  expect(await page()).toContain("Your data is deleted");
  expect(await page()).toContain(code);
});

test("a request of somebody we know nothing of is done at once", async () => {
  const { url } = (await post("/webhook/instagram/deletion", "signed:9999")).json<{ url: string }>();
  const { body } = await app.app.inject(url.replace("http://localhost:3000", ""));
  expect(body).toContain("Your data is deleted");
});

test("demo accounts and accounts of other platforms are nobody's to end here", async () => {
  const demo = await makeSocialAccount(app, { appScopedId: "3004" });
  const onX = await makeSocialAccount(app, { appScopedId: "3004", platform: "TWITTER", connection: "OAUTH" });
  await post("/webhook/instagram/deauthorize", "signed:3004");
  expect(await rowOf(demo.id)).toMatchObject({ verified: true });
  expect(await rowOf(onX.id)).toMatchObject({ verified: true });
});

test("one app for Pages and the Instagram accounts behind them ends both", async () => {
  const [onInstagram, onPage] = [
    await connectedAccount("3006"),
    await makeSocialAccount(app, { appScopedId: "3006", platform: "FACEBOOK", connection: "OAUTH" }),
  ];
  await post("/webhook/instagram/deauthorize", "signed:3006");
  expect(await rowOf(onPage.id)).toMatchObject({ verified: true });
  const { social } = app.services.config;
  const base = {
    appId: "1",
    ownAppIds: ["1"],
    appSecret: "s",
    signingSecrets: [],
    verifyToken: "v",
    graphVersion: "v26.0",
  };
  social.instagram = { ...base, apiBase: undefined, login: "facebook" };
  await post("/webhook/instagram/deauthorize", "signed:3006");
  social.instagram = undefined;
  expect(await rowOf(onInstagram.id)).toMatchObject({ verified: false });
  expect(await rowOf(onPage.id)).toMatchObject({ verified: false });
});

test("a request that is repeated after the account was connected anew ends nothing", async () => {
  const account = await connectedAccount("3007");
  const since = app.clock.now();
  const set = (tokenIssuedAt: Date) =>
    db.update(socialAccounts).set({ tokenIssuedAt }).where(eq(socialAccounts.id, account.id));
  await set(since);
  const asked = new Date(since.getTime() - 60_000).toISOString();
  for (const action of ["deauthorize", "deletion"]) {
    expect((await post(`/webhook/instagram/${action}`, `signed:3007@${asked}`)).statusCode).toBe(200);
    await app.runJobs();
  }
  expect(await rowOf(account.id)).toMatchObject({ verified: true, accessToken: "v1.sealed" });
  expect(await eventsOf(account.id)).toBe(1);
  await post("/webhook/instagram/deauthorize", `signed:3007@${since.toISOString()}`);
  expect(await rowOf(account.id)).toMatchObject({ verified: false, accessToken: null });
});

test("what the provider has not signed changes nothing", async () => {
  const account = await connectedAccount("3005");
  for (const action of ["deauthorize", "deletion"])
    for (const wrong of ["", "3005", "unsigned:3005"])
      expect((await post(`/webhook/instagram/${action}`, wrong)).statusCode).toBe(400);
  const json = await app.app.inject({
    method: "POST",
    url: "/webhook/instagram/deletion",
    headers: { "content-type": "application/json" },
    payload: '{"signed_request":"signed:3005"}',
  });
  expect(json.statusCode).toBe(400);
  expect(await rowOf(account.id)).toMatchObject({ verified: true });
  for (const id of ["", "made-up", "a".repeat(5_000)])
    expect((await app.app.inject(`/webhook/instagram/deletion?id=${id}`)).statusCode).toBe(404);
});
