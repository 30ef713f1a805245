import { eq } from "drizzle-orm";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import {
  connectSocialAccount,
  disconnectSocialAccount,
  listSocialAccounts,
} from "#contract/social/social-accounts.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { createLog } from "#server/start/log.ts";
import type { Services } from "#server/services.ts";
import { dumpDatabase } from "#tests/house/database-dump.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { fakeSocialPlatform, provenAccount } from "#tests/support/fake-social-platform.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openTokens } from "./account-tokens.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { resealTokens, sealedByOldKey } from "./reseal-tokens.ts";
import { confirmAccounts, subscribeAccounts } from "./retry-accounts.ts";

const lines: string[] = [];
const memory = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const instagram = fakeSocialPlatform("INSTAGRAM");
const x = fakeSocialPlatform("TWITTER");
let services: Services;
const app = await testApp(
  {},
  {
    log: createLog("debug", memory),
    between: (own) => {
      const real = { INSTAGRAM: instagram, TWITTER: x, FACEBOOK: undefined };
      services = { ...own, platforms: { demo: own.platforms.demo, real: (name) => real[name] } };
      return services;
    },
  },
);
const { db, pool, clock } = app.services;

type Creator = Awaited<ReturnType<typeof makeCreator>>;
const connect = (creator: Creator, accessToken: string, more: object = {}) =>
  app.as(creator).call(connectSocialAccount, {
    body: { platform: "INSTAGRAM", username: "@typed", accessToken, ...more },
  });
const accountsOf = async (creator: Creator) => (await app.as(creator).call(listSocialAccounts)).body;
const rowOf = async (platformUserId: string) => {
  const [row] = await db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.platformUserId, platformUserId));
  if (!row) throw new Error(`there is no account ${platformUserId}`);
  return row;
};
const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
const inDays = (days: number) => inMinutes(days * 1_440);

/** An account of a new creator, connected by a token that the provider knows. */
async function connected(platform: "INSTAGRAM" | "TWITTER", id: string, tokens: object = {}) {
  const creator = await makeCreator(app);
  const proven = provenAccount(platform, id);
  Object.assign(proven.tokens, tokens);
  const provider = platform === "INSTAGRAM" ? instagram : x;
  provider.tokens.set(proven.tokens.accessToken, proven);
  const { body } = await connect(creator, proven.tokens.accessToken, { platform });
  return { creator, account: body, proven };
}

test("a token that the provider knows connects the account whose it is", async () => {
  const { account, creator } = await connected("INSTAGRAM", "2001");
  expect(account).toMatchObject({
    username: "user_2001",
    connection: "MANUAL",
    verified: true,
    problem: null,
  });
  expect(instagram.subscribed.has("2001")).toBe(true);
  const params = { id: account.id };
  expect((await app.as(creator).call(disconnectSocialAccount, { params })).status).toBe(200);
  expect(instagram.subscribed.has("2001")).toBe(false);
});

test("a token that it refuses is refused at its field, and so is what is missing", async () => {
  const creator = await makeCreator(app);
  const wrong = await connect(creator, "wrong");
  expect([wrong.status, wrong.body]).toMatchObject([
    422,
    { fields: { accessToken: expect.stringContaining("does not accept this token") } },
  ]);
  const empty = await connect(creator, "", { username: "" });
  expect(empty.body).toMatchObject({
    fields: { username: "Username is required", accessToken: "Access token is required" },
  });
  expect(await accountsOf(creator)).toEqual([]);
});

test("a token of another store's account is a conflict", async () => {
  const { proven } = await connected("INSTAGRAM", "2002");
  const answer = await connect(await makeCreator(app), proven.tokens.accessToken);
  expect([answer.status, answer.body]).toMatchObject([409, { code: "ACCOUNT_TAKEN" }]);
});

test("where the provider cannot be asked, the account waits, and is confirmed later", async () => {
  const creator = await makeCreator(app);
  instagram.failures.set("confirmToken", "NOT_REACHED");
  const { status, body } = await connect(creator, "very-secret-typed-2003");
  expect([status, body]).toMatchObject([
    201,
    { username: "typed", verified: false, problem: "UNCONFIRMED", connection: "MANUAL" },
  ]);
  expect((await rowOf(`manual_${body.id}`)).verified).toBe(false);

  instagram.failures.set("confirmToken", "NOT_REACHED");
  await confirmAccounts(services);
  expect(await accountsOf(creator)).toMatchObject([{ problem: "UNCONFIRMED" }]);
  instagram.tokens.set("very-secret-typed-2003", provenAccount("INSTAGRAM", "2003"));
  await confirmAccounts(services);
  expect(await accountsOf(creator)).toMatchObject([
    { id: body.id, username: "user_2003", verified: true, problem: null },
  ]);
});

test("a token that turns out to be nobody's asks to be connected again", async () => {
  const creator = await makeCreator(app);
  const { body } = await connect(creator, "very-secret-facebook", { platform: "FACEBOOK" });
  expect(body.problem).toBe("UNCONFIRMED");
  instagram.failures.set("confirmToken", "NOT_REACHED");
  const other = await makeCreator(app);
  await connect(other, "very-secret-wrong");
  await confirmAccounts(services);
  expect(await accountsOf(other)).toMatchObject([{ problem: "RECONNECT", verified: false }]);
  // Nobody can be asked at Facebook here, so that one still waits.
  expect(await accountsOf(creator)).toMatchObject([{ problem: "UNCONFIRMED" }]);
});

test("events that a platform did not deliver at first are asked for again", async () => {
  instagram.failures.set("subscribe", "DENIED");
  await connected("INSTAGRAM", "2004");
  expect(instagram.subscribed.has("2004")).toBe(false);
  await subscribeAccounts(services);
  expect(instagram.subscribed.has("2004")).toBe(true);
  instagram.subscribed.delete("2004");
  await subscribeAccounts(services);
  expect(instagram.subscribed.has("2004")).toBe(false);

  // Meta ends it without a word when we were down for an hour, and an installation may move.
  await db
    .update(socialAccounts)
    .set({ updatedAt: inDays(-1.1) })
    .where(eq(socialAccounts.platformUserId, "2004"));
  await subscribeAccounts(services);
  expect(instagram.subscribed.delete("2004")).toBe(true);
  const publicUrl = new URL("http://127.0.0.1:3000");
  await subscribeAccounts({ ...services, config: { ...services.config, publicUrl } });
  expect(instagram.subscribed.has("2004")).toBe(true);
  expect((await rowOf("2004")).webhookUrl).toBe("http://127.0.0.1:3000/webhook/instagram");
});

test("Instagram's tokens are renewed in their last ten days, once they are a day old", async () => {
  const day = { issuedAt: inDays(-2), expiresAt: inDays(9) };
  await connected("INSTAGRAM", "2005", day);
  await connected("INSTAGRAM", "2006", { ...day, expiresAt: inDays(11) });
  await connected("INSTAGRAM", "2007", { ...day, issuedAt: inDays(-0.5) });
  const renewed = {
    accessToken: "very-secret-renewed",
    refreshToken: null,
    issuedAt: clock.now(),
    expiresAt: inDays(60),
  };
  for (const id of ["2005", "2006", "2007"]) instagram.renewals.set(`very-secret-access-${id}`, renewed);
  await refreshTokens(services, "INSTAGRAM");
  const tokens = await Promise.all(
    ["2005", "2006", "2007"].map(async (id) => openTokens(services, await rowOf(id))?.accessToken),
  );
  expect(tokens).toEqual(["very-secret-renewed", "very-secret-access-2006", "very-secret-access-2007"]);
  expect((await rowOf("2005")).tokenExpiresAt).toEqual(renewed.expiresAt);
});

test("X's refresh token is used once by however many workers, and its successor is kept", async () => {
  await connected("TWITTER", "2008", { expiresAt: inMinutes(20) });
  const renewed = {
    accessToken: "very-secret-x-2",
    refreshToken: "very-secret-x-refresh-2",
    issuedAt: clock.now(),
    expiresAt: inMinutes(120),
  };
  x.renewals.set("very-secret-access-2008", renewed);
  // A second call with the old token would be refused, and the account would have to be connected again.
  await Promise.all(Array.from({ length: 4 }, () => refreshTokens(services, "TWITTER")));
  const row = await rowOf("2008");
  expect(row.problem).toBeNull();
  expect(openTokens(services, row)).toEqual({
    accessToken: "very-secret-x-2",
    refreshToken: "very-secret-x-refresh-2",
  });
});

test("a token that cannot be renewed asks to be connected again; a provider that is down is asked later", async () => {
  const { creator } = await connected("TWITTER", "2009", { expiresAt: inMinutes(20) });
  x.failures.set("refresh", "NOT_REACHED");
  await refreshTokens(services, "TWITTER");
  expect(await accountsOf(creator)).toMatchObject([{ problem: null }]);
  await refreshTokens(services, "TWITTER");
  expect(await accountsOf(creator)).toMatchObject([{ problem: "RECONNECT", verified: true }]);
});

test("a token of X's that was typed without a refresh token works until it ends", async () => {
  const { creator } = await connected("TWITTER", "2010", { expiresAt: inMinutes(20), refreshToken: null });
  await refreshTokens(services, "TWITTER");
  expect(await accountsOf(creator)).toMatchObject([{ problem: null }]);
});

test("tokens are sealed anew after the secret has changed, until nothing is left of the old key", async () => {
  const { creator } = await connected("INSTAGRAM", "2011");
  const changed = {
    ...services,
    secret: "a-new-secret-of-more-than-32-characters",
    config: { ...services.config, previousAppSecret: services.secret },
  };
  const left = () => db.$count(socialAccounts, sealedByOldKey(changed));
  expect(await left()).toBeGreaterThan(0);
  expect(openTokens(changed, await rowOf("2011"))?.accessToken).toBe("very-secret-access-2011");
  await resealTokens(changed);
  expect(await left()).toBe(0);
  const without = { ...changed, config: services.config };
  expect(openTokens(without, await rowOf("2011"))).toEqual({
    accessToken: "very-secret-access-2011",
    refreshToken: "very-secret-refresh-2011",
  });

  // The first secret alone has lost the key: the account asks for a new connection, and recovers with the key.
  await resealTokens(services);
  expect(await accountsOf(creator)).toMatchObject([{ problem: "RECONNECT" }]);
  await resealTokens({ ...services, config: { ...services.config, previousAppSecret: changed.secret } });
  expect(await accountsOf(creator)).toMatchObject([{ problem: null }]);
  expect(openTokens(services, await rowOf("2011"))?.accessToken).toBe("very-secret-access-2011");
});

test("a sealed token opens in its own row and column alone", async () => {
  await connected("INSTAGRAM", "2012");
  const row = await rowOf("2012");
  expect(row.accessToken).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
  expect(openTokens(services, { ...row, accessToken: row.refreshToken })).toBeUndefined();
  expect(openTokens(services, { ...row, id: (await rowOf("2011")).id })).toBeUndefined();
  expect(openTokens(services, { ...row, userId: (await rowOf("2011")).userId })).toBeUndefined();
  const changed = `${row.accessToken?.slice(0, -2)}AA`;
  expect(openTokens(services, { ...row, accessToken: changed })).toBeUndefined();
  for (const odd of ["", "v1", "v1.....", "v2.a.b.c.d"])
    expect(openTokens(services, { ...row, accessToken: odd })).toBeUndefined();
});

test("no answer, no log and no dump of the database has ever held a token", async () => {
  const dump = JSON.stringify(await dumpDatabase(pool));
  expect(dump).toContain("user_2005");
  expect(dump).not.toContain("very-secret");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.join("")).not.toContain("very-secret");
  const rows = await db.select({ userId: socialAccounts.userId }).from(socialAccounts);
  for (const { userId } of rows) {
    const { text } = await app.as({ id: userId }).call(listSocialAccounts);
    expect(text).not.toMatch(/very-secret|"(accessToken|refreshToken|appScopedId)"|v1\./);
  }
});
