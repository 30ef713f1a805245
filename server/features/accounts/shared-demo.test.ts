import { expect, test } from "vitest";
import { listSessions, setTimeZone, updateProfile } from "#contract/accounts/accounts.ts";
import { requestEmailChange } from "#contract/accounts/email-change.ts";
import { declaredEndpoints, nameOf } from "#tests/house/declared-endpoints.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";
import { refusedInSharedDemo } from "./shared-demo.ts";

const live = { PUBLIC_URL: "https://demo.example.com", ALLOW_SANDBOX: "true", APP_SECRET: "a".repeat(40) };
const app = await testApp(live);
const demo = await makeCreator(app, { handle: "demo", firstName: "Maya" });
const one = await signedInBrowser(app, demo);
const other = await signedInBrowser(app, demo);
const refused = [403, { code: "SHARED_DEMO" }] as const;

test.each(refusedInSharedDemo.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "a visitor of a public demo can't %s",
  async (_name, { method, url }) => {
    const answer = await app.app.inject({
      method,
      url: url.replaceAll(/:\w+/g, crypto.randomUUID()),
      cookies: one.cookies,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject(refused);
  },
);

test("the shared account keeps its handle, whatever else its profile says", async () => {
  const save = (body: object) => one.call(updateProfile, { body });
  const renamed = await save({ handle: "mine" });
  expect([renamed.status, renamed.body]).toMatchObject(refused);
  expect((await save({ handle: "Demo", firstName: "Ines", tagline: "Hello" })).status).toBe(200);
  expect((await one.call(setTimeZone, { body: { timeZone: "Europe/Lisbon" } })).status).toBe(200);
});

test("a visitor sees their own browser alone, and stays signed in", async () => {
  const { body } = await one.call(listSessions);
  expect(body.map(({ current }) => current)).toEqual([true]);
  expect((await other.call(listSessions)).status).toBe(200);
});

test("limits of the shared account count by address, so that one visitor can't use up those of all", async () => {
  const strict = await testApp({ ...live, RATE_LIMIT_FACTOR: "1" });
  const creator = await makeCreator(strict, { handle: "demo" });
  const { cookies } = await signedInBrowser(strict, creator);
  const ask = async (remoteAddress: string) =>
    (
      await strict.app.inject({
        method: "POST",
        url: requestEmailChange.url,
        payload: { email: "mine@example.com" },
        cookies,
        remoteAddress,
      })
    ).statusCode;
  let status = 0;
  for (let asked = 0; asked < 200 && status !== 429; asked += 1) status = await ask("203.0.113.1");
  expect(status).toBe(429);
  expect(await ask("198.51.100.1")).toBe(403);
});

test("an account of one's own, and the demo on a laptop, may do all of it", async () => {
  const laptop = await testApp();
  const creators = [
    [app, await makeCreator(app)],
    [laptop, await makeCreator(laptop, { handle: "demo" })],
  ] as const;
  for (const [index, [where, creator]] of creators.entries()) {
    const { status, body } = await where
      .as(creator)
      .call(updateProfile, { body: { handle: `renamed_${index}` } });
    expect([status, body]).toMatchObject([200, { handle: `renamed_${index}` }]);
  }
});

/** What asks for a recent sign-in elsewhere, and stays open to visitors of a demo. */
const open: Record<string, string> = {
  "DELETE /api/my-courses/:productId/modules/:moduleId": "content, which the next reset brings back",
  "DELETE /api/social-accounts/:id": "demo accounts, which anybody connects again",
  "POST /api/social-accounts": "demo accounts",
  "PATCH /api/affiliates/:id": "play money",
  "POST /api/affiliate-links": "play money",
  "POST /api/affiliate-payouts": "play money",
  "POST /api/affiliate-payouts/:id/mark-paid": "play money",
  "POST /api/orders/:id/refunds": "play money",
  "POST /api/payouts/dashboard": "play money",
  "POST /api/payouts/onboarding": "play money",
  "POST /api/quarantined-payments/:id": "play money",
  "POST /api/refund-requests/:id": "play money",
  "POST /api/mailings/:id/schedule": "goes to the demo's own mailbox",
  "POST /api/account/exports": "what every visitor sees anyway; three a day",
  "POST /api/account/exports/:id/link": "what every visitor sees anyway",
  "PATCH /api/auth/user": "all but the handle",
};

test("whatever asks for a recent sign-in is either refused here or open for a reason", async () => {
  const asking = (await declaredEndpoints()).filter(
    ({ method, config }) =>
      config.access === "creator" && method !== "GET" && config.recentSignIn?.startsWith("required"),
  );
  const decided = new Set([...refusedInSharedDemo.map(nameOf), ...Object.keys(open)]);
  expect(asking.map(nameOf).filter((name) => !decided.has(name))).toEqual([]);
});
