import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  connectSocialAccount,
  disconnectSocialAccount,
  getSocialSetup,
  listSocialAccounts,
  simulateFan,
  updateSocialAccount,
} from "#contract/social/social-accounts.ts";
import { users } from "#server/database/schema/accounts.ts";
import { replyUsage, socialEvents } from "#server/database/schema/social-messages.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
const nobody = "00000000-0000-4000-8000-000000000000";

test("a demo account is connected with one click, and named for its platform and time", async () => {
  const caller = app.as(await makeCreator(app));
  const { status, body } = await caller.call(connectSocialAccount, {
    body: { platform: "TWITTER", demo: true },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    username: `demo_twitter_${Date.parse(body.createdAt)}`,
    connection: "DEMO",
    verified: true,
    isActive: true,
    problem: null,
    quota: null,
  });
  const { body: list } = await caller.call(listSocialAccounts);
  expect(list).toEqual([body]);
});

test("an account is switched, and its disclosure too", async () => {
  const account = await makeSocialAccount(app);
  const caller = app.as({ id: account.userId });
  const params = { id: account.id };
  const off = await caller.call(updateSocialAccount, { params, body: { isActive: false } });
  expect(off.body).toMatchObject({ isActive: false, disclosesAutomation: true });
  const silent = await caller.call(updateSocialAccount, { params, body: { disclosesAutomation: false } });
  expect(silent.body).toMatchObject({ isActive: false, disclosesAutomation: false });
});

test("disconnecting deletes the account with its responses and events", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const caller = app.as({ id: account.userId });
  const params = { id: account.id };
  await caller.call(simulateFan, { params, body: { text: "guide" } });
  expect((await caller.call(disconnectSocialAccount, { params })).body).toEqual({ success: true });
  expect((await caller.call(listSocialAccounts)).body).toEqual([]);
  expect(await db.$count(socialEvents, eq(socialEvents.socialAccountId, account.id))).toBe(0);
  expect((await caller.call(disconnectSocialAccount, { params })).status).toBe(404);
});

test("another creator's account looks like none", async () => {
  const account = await makeSocialAccount(app);
  const stranger = app.as(await makeCreator(app));
  for (const id of [account.id, nobody]) {
    const params = { id };
    const answers = [
      await stranger.call(updateSocialAccount, { params, body: { isActive: false } }),
      await stranger.call(disconnectSocialAccount, { params }),
      await stranger.call(simulateFan, { params, body: { text: "hello" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
  expect((await stranger.call(listSocialAccounts)).body).toEqual([]);
  const [row] = await db.select().from(socialAccounts).where(eq(socialAccounts.id, account.id));
  expect(row).toMatchObject({ isActive: true, verified: true });
});

test("what a fan does comes to the engine as from any platform, and the fan stays the same person", async () => {
  const account = await makeSocialAccount(app);
  const caller = app.as({ id: account.userId });
  const params = { id: account.id };
  const act = async (body: Parameters<typeof send>[0]) => (await send(body)).body;
  const send = (body: {
    text?: string;
    kind?: "DM" | "COMMENT" | "STORY_REPLY" | "FOLLOW" | "MENTION";
    postId?: string;
  }) => caller.call(simulateFan, { params, body: { username: "@ada", ...body } });
  const ids = [
    await act({ text: "guide please" }),
    await act({ text: "LINK", kind: "COMMENT", postId: "post_7" }),
    await act({ text: "wow", kind: "STORY_REPLY" }),
    await act({ kind: "FOLLOW" }),
    await act({ kind: "MENTION" }),
  ].map(({ eventId }) => eventId);
  const events = await db
    .select()
    .from(socialEvents)
    .where(eq(socialEvents.socialAccountId, account.id))
    .orderBy(socialEvents.id);
  expect(events.map(({ id }) => id)).toEqual(ids);
  expect(events.map(({ kind, text, detail }) => [kind, text, detail["postId"]])).toEqual([
    ["MESSAGE", "guide please", undefined],
    ["COMMENT", "LINK", "post_7"],
    ["STORY_REPLY", "wow", undefined],
    ["FOLLOW", "", undefined],
    ["MENTION", "", undefined],
  ]);
  expect(new Set(events.map(({ personId }) => personId)).size).toBe(1);
  expect(events[0]?.personUsername).toBe("ada");

  const empty = await send({ text: "  " });
  expect([empty.status, empty.body]).toMatchObject([422, { fields: { text: "Message is required" } }]);
});

test("only demo accounts have a fan to send as", async () => {
  const account = await makeSocialAccount(app, { connection: "OAUTH" });
  const answer = await app
    .as({ id: account.userId })
    .call(simulateFan, { params: { id: account.id }, body: { text: "hello" } });
  expect(answer.status).toBe(409);
});

test("the setup names the real addresses, and what the plan allows", async () => {
  const creator = await makeCreator(app, { givenPlan: "STARTER" });
  const caller = app.as(creator);
  const [ended, running] = [-1, 1].map((days) => new Date(app.clock.now().getTime() + days * 86_400_000));
  await db.update(users).set({ trialEndsAt: running }).where(eq(users.id, creator.id));
  const trial = await caller.call(getSocialSetup);
  expect(trial.body.replies).toEqual({ usedThisMonth: 0, limit: null });
  expect(trial.body.platforms).toContainEqual({
    platform: "INSTAGRAM",
    available: false,
    webhookUrl: "http://localhost:3000/webhook/instagram",
    lastEventAt: null,
  });

  await db.update(users).set({ trialEndsAt: ended }).where(eq(users.id, creator.id));
  const month = `${app.clock.now().toISOString().slice(0, 7)}-01`;
  await db.insert(replyUsage).values({ userId: creator.id, month, replies: 41 });
  const lastEventAt = new Date(app.clock.now().getTime() - 60_000);
  await makeSocialAccount(app, { userId: creator.id, connection: "OAUTH", lastEventAt });
  await makeSocialAccount(app, { userId: creator.id, platform: "TWITTER", lastEventAt });
  const { body } = await caller.call(getSocialSetup);
  expect(body.replies).toEqual({ usedThisMonth: 41, limit: 50 });
  expect(body.platforms.map(({ lastEventAt }) => lastEventAt)).toEqual([
    lastEventAt.toISOString(),
    null,
    null,
  ]);
});

test("a demo account is asked for by its name and token, too, and may be connected switched off", async () => {
  const creator = await makeCreator(app);
  // The ids are sent by other clients; whose account it is, is known.
  const ignored = { userId: nobody, platformUserId: "someone-else" };
  const { status, body } = await app.as(creator).call(connectSocialAccount, {
    body: {
      platform: "INSTAGRAM",
      username: "demo_instagram_1790000000000",
      accessToken: "demo_token_1790000000000",
      isActive: false,
      ...ignored,
    },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    connection: "DEMO",
    username: "demo_instagram_1790000000000",
    userId: creator.id,
    platformUserId: `demo_${body.id}`,
    webhookUrl: null,
    isActive: false,
  });
  const other = await app.as(creator).call(connectSocialAccount, {
    body: { platform: "TWITTER", username: "demo_instagram_1790000000000", accessToken: "demo_token" },
  });
  expect(other.body).toMatchObject({ connection: "MANUAL" });
});
