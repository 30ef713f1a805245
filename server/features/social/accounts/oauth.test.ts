import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSocialAccounts } from "#contract/social/social-accounts.ts";
import { socialEvents, socialSends } from "#server/database/schema/social-messages.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { fakeSocialPlatform, provenAccount } from "#tests/support/fake-social-platform.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { makeKeywordResponse } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openAccount } from "./open-account.ts";

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
const { db, pool } = app.services;

type Creator = Awaited<ReturnType<typeof makeCreator>>;
const get = async (path: string, creator?: Creator, more: Record<string, string> = {}, cookie = "") => {
  const session = creator ? await sessionCookieOf(app, creator) : "";
  return app.app.inject({
    url: path,
    headers: { ...more, cookie: [session, cookie].filter(Boolean).join("; ") },
  });
};

/** Goes to the provider, as far as the cookie that comes along and the state in the address. */
async function leave(creator: Creator, path = "/oauth/instagram") {
  const answer = await get(path, creator);
  const { name, value } = answer.cookies[0] ?? { name: "", value: "" };
  const state = new URL(String(answer.headers.location)).searchParams.get("state") ?? "";
  return { answer, state, cookie: `${name}=${value}` };
}
const returnTo = (creator: Creator | undefined, query: Record<string, string>, cookie: string) =>
  get(`/oauth/instagram/callback?${new URLSearchParams(query).toString()}`, creator, {}, cookie);

/** The whole way: leave, agree, come back. */
async function connect(creator: Creator, ...accounts: ReturnType<typeof provenAccount>[]) {
  const code = crypto.randomUUID();
  instagram.codes.set(code, accounts);
  const { state, cookie } = await leave(creator);
  return { code, state, cookie, answer: await returnTo(creator, { code, state }, cookie) };
}
const accountsOf = async (creator: Creator) => (await app.as(creator).call(listSocialAccounts)).body;

test("a creator agrees at the provider, and their account is connected, subscribed and proved", async () => {
  const creator = await makeCreator(app);
  const { answer: away } = await leave(creator);
  expect(away.statusCode).toBe(302);
  expect(new URL(String(away.headers.location)).searchParams.get("redirectUri")).toBe(
    "http://localhost:3000/oauth/instagram/callback",
  );
  expect(away.cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Lax", maxAge: 600 });

  const { answer } = await connect(creator, provenAccount("INSTAGRAM", "1001"));
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('data-ok="true" data-message="Social account connected successfully"');
  expect(answer.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self';/,
  );
  expect(await accountsOf(creator)).toMatchObject([
    {
      username: "user_1001",
      connection: "OAUTH",
      verified: true,
      problem: null,
      quota: { used: 0, limit: 750 },
    },
  ]);
  expect(instagram.subscribed.has("1001")).toBe(true);
  const [row] = await db.select().from(socialAccounts).where(eq(socialAccounts.platformUserId, "1001"));
  expect(row && openAccount(app.services, row)?.accessToken).toBe("very-secret-access-1001");
  expect(row?.webhookUrl).toBe("http://localhost:3000/webhook/instagram");
});

test("a window that another store's page opened connects nothing for the one that its browser acts for", async () => {
  const creator = await makeCreator(app);
  expect((await leave(creator, `/oauth/instagram?store=${creator.id}`)).answer.statusCode).toBe(302);
  const other = await makeCreator(app);
  const refused = await get(`/oauth/instagram?store=${other.id}`, creator);
  expect([refused.statusCode, refused.cookies]).toEqual([409, []]);
  expect(refused.body).toContain("You act for another store by now");
});

test("the last page's script is a file of ours, and no inline one runs", async () => {
  const { headers, body } = await get("/oauth/done.js");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(body).toContain("openstall:social-connected");
  expect((await get("/oauth/instagram")).body).not.toMatch(/<script(?! src=)/);
});

test("an account that is there already is renewed with its responses, and its problem is over", async () => {
  const creator = await makeCreator(app);
  await connect(creator, provenAccount("INSTAGRAM", "1002"));
  const [before] = await db
    .update(socialAccounts)
    .set({ problem: "RECONNECT", verified: false, accessToken: null })
    .where(eq(socialAccounts.platformUserId, "1002"))
    .returning();
  await makeKeywordResponse(app, before ?? { id: "", userId: "" });
  await connect(creator, provenAccount("INSTAGRAM", "1002", { username: "renamed" }));
  expect(await accountsOf(creator)).toMatchObject([
    { id: before?.id, username: "renamed", verified: true, problem: null },
  ]);
});

test("an account that another store has connected stays theirs, whoever proves it", async () => {
  const [first, second] = [await makeCreator(app), await makeCreator(app)];
  await connect(first, provenAccount("INSTAGRAM", "1003"));
  const { answer } = await connect(
    second,
    provenAccount("INSTAGRAM", "1004"),
    provenAccount("INSTAGRAM", "1003"),
  );
  expect(answer.statusCode).toBe(409);
  expect(answer.body).toContain("@user_1003 is connected to another store");
  expect(await accountsOf(second)).toEqual([]);
  expect(await accountsOf(first)).toMatchObject([{ verified: true }]);
});

test("ten who prove one account at once leave it with one of them", async () => {
  const creators = await Promise.all(Array.from({ length: 10 }, () => makeCreator(app)));
  const answers = await Promise.all(
    creators.map((creator) => connect(creator, provenAccount("INSTAGRAM", "1005"))),
  );
  expect(answers.map(({ answer }) => answer.statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await db.$count(socialAccounts, eq(socialAccounts.platformUserId, "1005"))).toBe(1);
});

test("a claimed id receives nothing until the provider has confirmed it", async () => {
  const [claimer, owner] = [await makeCreator(app), await makeCreator(app)];
  await db.insert(socialAccounts).values({
    userId: claimer.id,
    platform: "INSTAGRAM",
    connection: "MANUAL",
    platformUserId: "1006",
    username: "claimed",
    problem: "UNCONFIRMED",
  });
  const event = (id: string) => ({
    platform: "INSTAGRAM" as const,
    accountId: "1006",
    id: `MESSAGE:${id}`,
    kind: "MESSAGE" as const,
    personId: "p",
    personUsername: null,
    text: "guide",
    occurredAt: app.clock.now(),
    detail: {},
  });
  await acceptEvents(app.services, [event("a")]);
  await connect(owner, provenAccount("INSTAGRAM", "1006"));
  await acceptEvents(app.services, [event("b")]);
  const events = await db
    .select({ userId: socialEvents.userId, id: socialEvents.platformEventId })
    .from(socialEvents)
    .where(and(eq(socialEvents.personId, "p")));
  expect(events).toEqual([{ userId: owner.id, id: "MESSAGE:b" }]);
});

test.each([
  ["cancelled", { error: "access_denied", error_reason: "user_denied" }, "You did not agree at Instagram"],
  ["came with nothing", {}, "Instagram gave no agreement"],
  ["came with a code that is none", { code: "made-up" }, "did not accept the agreement"],
])("who %s is told so, and nothing is connected", async (_how, query, words) => {
  const creator = await makeCreator(app);
  const { state, cookie } = await leave(creator);
  const answer = await returnTo(creator, { state, ...query }, cookie);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(words)]);
  expect(answer.body).toContain('data-ok="false"');
  expect(await accountsOf(creator)).toEqual([]);
});

test("an answer is taken once, by the browser and the person who left, within ten minutes", async () => {
  const creator = await makeCreator(app);
  const used = await connect(creator, provenAccount("INSTAGRAM", "1007"));
  expect(used.answer.cookies).toMatchObject([
    { name: expect.stringMatching(/^oauth-instagram\.[0-9a-f]{8}$/), value: "" },
  ]);
  const again = await returnTo(creator, { code: used.code, state: used.state }, used.cookie);
  expect(again.body).toContain("did not accept the agreement: it was used before");

  const stranger = await makeCreator(app);
  const code = "still-good";
  instagram.codes.set(code, [provenAccount("INSTAGRAM", "1008")]);
  const { state, cookie } = await leave(creator);
  const tries = [
    await returnTo(creator, { code, state: "made-up" }, cookie),
    await returnTo(creator, { code, state }, ""),
    await returnTo(creator, { code, state }, "oauth-instagram=made-up"),
    await returnTo(stranger, { code, state }, cookie),
  ];
  expect((await returnTo(undefined, { code, state }, cookie)).statusCode).toBe(401);
  app.clock.advance({ minutes: 11 });
  tries.push(await returnTo(creator, { code, state }, cookie));
  for (const { statusCode, body } of tries)
    expect([statusCode, body]).toEqual([400, expect.stringContaining("used before, or came too late")]);
  expect(instagram.codes.has(code)).toBe(true);
});

test("a provider that is down is named, and what breaks on our side is not blamed on it", async () => {
  const creator = await makeCreator(app);
  instagram.failures.set("finishConnect", "NOT_REACHED");
  const down = await connect(creator, provenAccount("INSTAGRAM", "1009"));
  expect([down.answer.statusCode, down.answer.body]).toEqual([
    502,
    expect.stringContaining("Instagram did not answer as it should. Nothing was connected."),
  ]);
  await pool.query("alter table social_accounts add constraint refused check (platform_user_id <> '1010')");
  const broken = await connect(creator, provenAccount("INSTAGRAM", "1010"));
  expect([broken.answer.statusCode, broken.answer.body]).toEqual([
    500,
    expect.stringContaining("Something went wrong on our side"),
  ]);
});

test("an account whose events do not come yet says so", async () => {
  const creator = await makeCreator(app);
  instagram.failures.set("subscribe", "NOT_REACHED");
  const { answer } = await connect(creator, provenAccount("INSTAGRAM", "1011"));
  expect(answer.body).toContain("@user_1011: connected, but Instagram does not deliver its messages yet");
  expect(await accountsOf(creator)).toMatchObject([{ verified: true, problem: null }]);
});

test("the fullest window of the platform is shown with what was tried in it", async () => {
  const creator = await makeCreator(app);
  await connect(creator, provenAccount("INSTAGRAM", "1012"), provenAccount("INSTAGRAM", "1013"));
  const [row] = await db.select().from(socialAccounts).where(eq(socialAccounts.platformUserId, "1012"));
  const send = (minutesAgo: number, commentId: string | null) => ({
    userId: creator.id,
    socialAccountId: row?.id ?? "",
    platform: "INSTAGRAM" as const,
    purpose: "REPLY" as const,
    recipientId: "p",
    commentId,
    text: "hi",
    dueAt: app.clock.now(),
    claimedAt: new Date(app.clock.now().getTime() - minutesAgo * 60_000),
  });
  await db.insert(socialSends).values([send(5, "c1"), send(59, "c2"), send(61, "c3"), send(5, null)]);
  const quotas = (await accountsOf(creator)).map(({ username, quota }) => [username, quota]);
  expect(Object.fromEntries(quotas)).toEqual({
    user_1012: { used: 2, limit: 750, windowSeconds: 3_600 },
    user_1013: { used: 0, limit: 750, windowSeconds: 3_600 },
  });
});

test("nobody leaves without being signed in, from another site, or where there is no app", async () => {
  const creator = await makeCreator(app);
  const out = await get("/oauth/instagram");
  expect([out.statusCode, out.body]).toEqual([401, expect.stringContaining("Sign in, then connect")]);
  const foreign = await get("/oauth/instagram", creator, { "sec-fetch-site": "cross-site" });
  expect(foreign.statusCode).toBe(403);
  const ahead = await get("/oauth/instagram", creator, { "sec-purpose": "prefetch" });
  expect(ahead.statusCode).toBe(403);
  for (const path of ["/oauth/twitter", "/oauth/twitter/callback?code=x&state=y"]) {
    const { statusCode, body } = await get(path, creator);
    expect([statusCode, body]).toEqual([404, expect.stringContaining("has not set up an app at X")]);
  }
});
