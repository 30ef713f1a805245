import { Writable } from "node:stream";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { disconnectSocialAccount, listSocialAccounts } from "#contract/social/social-accounts.ts";
import { automationRules, socialAccounts } from "#server/database/schema/social.ts";
import { dumpDatabase } from "#tests/house/database-dump.ts";
import { xJobs } from "#server/platforms/x/jobs.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { freePort } from "#tests/support/free-port.ts";
import { newPhone } from "#tests/support/reply-link.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { makeKeywordResponse } from "#tests/support/social-factory.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { answerConsent } from "#tests/support/x-server/consent.ts";
import { startXServer } from "#tests/support/x-server/start-x-server.ts";
import { refreshTokens } from "./accounts/refresh-tokens.ts";
import { reconcileSends } from "./engine/send/reconcile-sends.ts";

// The whole way: a creator agrees at X, a fan writes there, and what X's own books show was really delivered.

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const time: { app?: TestApp } = {};
const x = await startXServer({
  now: () => time.app?.clock.now() ?? new Date(),
  redirectUris: [`${origin}/oauth/twitter/callback`],
});
afterAll(() => x.close());
let logged = "";
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const app = await testApp(
  { PUBLIC_URL: origin, PORT: `${port}`, ...x.environment },
  { log: pino({ level: "trace" }, stream) },
);
time.app = app;
await app.app.listen({ port, host: "127.0.0.1" });
const { services } = app;
const { db, pool } = services;

let name = 0;
/** A creator whose account at X is connected, through their browser. */
async function connected(
  message = "Social account connected successfully",
  { owner, person }: { owner?: { id: string }; person?: { id: string; username: string } } = {},
) {
  owner ??= await makeCreator(app);
  person ??= x.addPerson(`maker${++name}`);
  const cookie = await sessionCookieOf(app, owner);
  const away = await fetch(`${origin}/oauth/twitter`, { redirect: "manual", headers: { cookie } });
  const kept = away.headers.getSetCookie().map((one) => one.split(";")[0]);
  const back = await answerConsent(new URL(away.headers.get("location") ?? ""), person.id, "allow");
  const done = await fetch(back, { headers: { cookie: [cookie, ...kept].join("; ") } });
  expect(await done.text()).toContain(message);
  const [account] = await db.select().from(socialAccounts).where(eq(socialAccounts.userId, owner.id));
  if (!account) throw new Error("no account is connected");
  return { owner, person, account };
}
type Connected = Awaited<ReturnType<typeof connected>>;

const answerAll = async () => {
  await x.events.settled();
  await app.answerMessages();
  // The echoes of what was sent.
  await x.events.settled();
  await app.answerMessages();
};
async function fanWrites({ person }: Connected, text: string, fan = x.addPerson(`fan${++name}`)) {
  x.personWrites(fan.id, person.id, text);
  await answerAll();
  return fan;
}
const deliveredTo = (fan: { id: string }) => x.ledger().filter(({ toId }) => toId === fan.id);
const outcomesOf = async ({ account }: Connected) =>
  (
    await pool.query<{ kind: string; outcome: string }>(
      "select kind, outcome from social_events where social_account_id = $1 order by id",
      [account.id],
    )
  ).rows.map(({ kind, outcome }) => `${kind} ${outcome}`);
const problemOf = async ({ owner }: Connected) =>
  (await app.as(owner).call(listSocialAccounts)).body.map(({ problem }) => problem);

beforeEach(() => {
  // Every test has a day of its own: the limits of the whole app begin anew.
  app.clock.advance({ hours: 25 });
  x.faults.heal();
});

test("a fan's message on X is answered with a link that leads to the product", async () => {
  const mine = await connected();
  const product = await makeProduct(app, { ownerId: mine.owner.id });
  await makeKeywordResponse(app, mine.account, { productId: product.id });
  expect(mine.account).toMatchObject({ platform: "TWITTER", verified: true, username: mine.person.username });
  expect(mine.account.webhookUrl).toBe(`${origin}/webhook/twitter`);

  const fan = await fanWrites(mine, "guide please 🙏");
  const [message, ...more] = deliveredTo(fan);
  expect(more).toEqual([]);
  const link = /http\S+\/l\/\w+/.exec(message?.text ?? "")?.[0] ?? "";
  expect(message?.text).toBe(`Here you go\n\n${link}\n\nAutomated reply. Write STOP to end.`);
  const click = await fetch(link, { redirect: "manual", headers: { "user-agent": newPhone() } });
  expect(click.headers.get("location")).toMatch(/^\/u\/[^/?]+\/[^/?]+\?via=\w{10}$/);
  // X tells of our own message too: it is known as ours, and pauses nothing.
  expect(await outcomesOf(mine)).toEqual(["MESSAGE SENT", "ECHO OWN_MESSAGE"]);
  app.clock.advance({ hours: 1, minutes: 1 });
  await fanWrites(mine, "guide again", fan);
  expect(deliveredTo(fan)).toHaveLength(2);
});

test("events that come twice, in another order, or again days later, answer nobody twice", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  const fans = Array.from({ length: 8 }, () => x.addPerson(`fan${++name}`));
  x.events.times = 3;
  x.events.hold();
  for (const fan of fans) x.personWrites(fan.id, mine.person.id, "GUIDE");
  x.events.release((events) => events.reverse());
  await answerAll();
  x.events.times = 1;
  x.events.replay();
  await answerAll();
  expect(fans.map((fan) => deliveredTo(fan).length)).toEqual(fans.map(() => 1));
  expect(new Set(await outcomesOf(mine))).toEqual(new Set(["MESSAGE SENT", "ECHO OWN_MESSAGE"]));
});

test("what the creator writes on X themselves stops the program there", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  const fan = await fanWrites(mine, "hello");
  x.personWrites(mine.person.id, fan.id, "Hi, what can I do for you?");
  await fanWrites(mine, "guide", fan);
  expect(deliveredTo(fan)).toEqual([]);
  expect(await outcomesOf(mine)).toEqual(["MESSAGE NO_MATCH", "ECHO OWN_MESSAGE", "MESSAGE CREATOR_ANSWERS"]);
});

test.each([
  ["the connection broke", "answer_lost", 1, "SENT"],
  ["X said 503 after all", "unavailable_after", 1, "SENT"],
  ["X said 503 and did nothing", "unavailable", 0, "SEND_UNKNOWN"],
] as const)(
  "when %s the message is asked about, and not sent again",
  async (_what, fault, times, outcome) => {
    const mine = await connected();
    await makeKeywordResponse(app, mine.account);
    x.faults.next(fault, /messages$/);
    const fan = x.addPerson(`fan${++name}`);
    x.personWrites(fan.id, mine.person.id, "GUIDE");
    await x.events.settled();
    // X's word of it does not come: only the conversation itself can tell.
    x.events.hold();
    await app.answerMessages();
    expect(await outcomesOf(mine)).toEqual(["MESSAGE SEND_UNKNOWN"]);
    app.clock.advance({ minutes: 5 });
    await reconcileSends(services);
    await app.answerMessages();
    expect(await outcomesOf(mine)).toEqual([`MESSAGE ${outcome}`]);
    x.events.release();
    await answerAll();
    expect(deliveredTo(fan)).toHaveLength(times);
    expect((await outcomesOf(mine))[0]).toBe(`MESSAGE ${outcome}`);
  },
);

test("a viral post: no more than X allows, the rest a quarter of an hour later", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  const fans = Array.from({ length: 20 }, () => x.addPerson(`fan${++name}`));
  for (const fan of fans) x.personWrites(fan.id, mine.person.id, "GUIDE");
  await answerAll();
  const counts = () => fans.filter((fan) => deliveredTo(fan).length === 1).length;
  expect(counts()).toBe(15);
  app.clock.advance({ minutes: 16 });
  await answerAll();
  expect(counts()).toBe(20);
  // X itself had nothing to refuse.
  expect((await outcomesOf(mine)).filter((outcome) => outcome.startsWith("MESSAGE"))).toEqual(
    fans.map(() => "MESSAGE SENT"),
  );
});

test("without credits the account says so, and the message was not delivered", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  x.state.credits.left = 10;
  const fan = await fanWrites(mine, "GUIDE");
  expect(deliveredTo(fan)).toEqual([]);
  expect(await outcomesOf(mine)).toEqual(["MESSAGE SEND_FAILED"]);
  expect(await problemOf(mine)).toEqual(["NO_CREDITS"]);
  x.state.credits.left = 1_000_000;
  app.clock.advance({ minutes: 11 });
  await fanWrites(mine, "GUIDE", x.addPerson(`fan${++name}`));
  expect(await problemOf(mine)).toEqual([null]);
});

test("after two hours the token is renewed, and answers go on", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  for (let hours = 0; hours < 6; hours += 1.75) {
    app.clock.advance({ minutes: 105 });
    await refreshTokens(services, "TWITTER");
    expect(deliveredTo(await fanWrites(mine, "GUIDE"))).toHaveLength(1);
  }
  expect(await problemOf(mine)).toEqual([null]);
});

test("who takes the app's access away at X is asked to connect again, and comes back to everything", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  x.revoke(mine.person.id);
  await answerAll();
  expect(await problemOf(mine)).toEqual(["RECONNECT"]);
  const [row] = await db.select().from(socialAccounts).where(eq(socialAccounts.id, mine.account.id));
  expect(row).toMatchObject({ verified: false, accessToken: null, refreshToken: null });

  const again = await connected(undefined, mine);
  expect(again.account).toMatchObject({ id: mine.account.id, verified: true, problem: null });
  expect(deliveredTo(await fanWrites(again, "GUIDE"))).toHaveLength(1);
});

test("encrypted messages, mentions and followers end in an outcome and are never written to", async () => {
  const mine = await connected();
  const rule = { userId: mine.owner.id, socialAccountId: mine.account.id };
  await db.insert(automationRules).values([
    {
      ...rule,
      ruleName: "m",
      triggerType: "MENTION",
      actionType: "SEND_MESSAGE",
      responseTemplate: "Thanks",
    },
    {
      ...rule,
      ruleName: "f",
      triggerType: "FOLLOW",
      actionType: "ADD_TO_LIST",
      conditions: { listName: "X" },
    },
  ]);
  const fan = x.addPerson(`fan${++name}`);
  x.personWritesEncrypted(fan.id, mine.person.id);
  await answerAll();
  x.personMentions(fan.id, mine.person.id, `love it @${mine.person.username}`);
  await answerAll();
  x.personFollows(fan.id, mine.person.id);
  await answerAll();
  expect(await outcomesOf(mine)).toEqual(["OTHER ENCRYPTED", "MENTION NOT_ALLOWED", "FOLLOW LISTED"]);
  expect(deliveredTo(fan)).toEqual([]);
});

test("one creator's events are not another's, and a disconnected account hears nothing", async () => {
  const [mine, theirs] = [await connected(), await connected()];
  await makeKeywordResponse(app, mine.account);
  await makeKeywordResponse(app, theirs.account, { responseText: "From the other one" });
  const fan = await fanWrites(theirs, "GUIDE");
  expect(deliveredTo(fan)).toMatchObject([{ fromId: theirs.person.id }]);
  expect(await outcomesOf(mine)).toEqual([]);

  await app.as(theirs.owner).call(disconnectSocialAccount, { params: { id: theirs.account.id } });
  const before = x.events.log.length;
  await fanWrites(theirs, "GUIDE");
  expect(x.events.log).toHaveLength(before);
  const tokens = [...x.state.accessTokens.values()].filter(({ personId }) => personId === theirs.person.id);
  expect(tokens).toEqual([]);
});

test("a store that X stopped believing in hears of messages again within ten minutes", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  const [job] = xJobs;
  const [webhook] = x.state.webhooks.values();
  if (!job || !webhook) throw new Error("there is no webhook to revive");
  webhook.valid = false;
  expect(deliveredTo(await fanWrites(mine, "GUIDE"))).toEqual([]);
  await job.handle(services, {});
  expect(deliveredTo(await fanWrites(mine, "GUIDE"))).toHaveLength(1);
  // X out of reach is no reason to stop trying.
  x.faults.next("unavailable", /webhooks/);
  await job.handle(services, {});
});

test("no token of X stands in the log, in an answer or in the database", async () => {
  const mine = await connected();
  await makeKeywordResponse(app, mine.account);
  x.faults.next("unauthorized", /messages$/);
  await fanWrites(mine, "GUIDE");
  x.state.notOffered.add("dm.received");
  await connected("X does not deliver its messages yet");
  x.state.notOffered.clear();
  const answers = JSON.stringify(await app.as(mine.owner).call(listSocialAccounts));
  const dump = JSON.stringify(await dumpDatabase(pool));
  expect(dump).toContain(mine.person.id);
  expect(logged).toContain("an account's events are not delivered");
  const secrets = [
    x.app.clientSecret,
    x.app.consumerSecret,
    x.app.bearerToken,
    ...x.state.accessTokens.keys(),
    ...x.state.refreshTokens.keys(),
  ];
  for (const secret of [...secrets, "xat_", "xrt_", "xcode_"])
    for (const place of [logged, answers, dump]) expect(place.includes(secret)).toBe(false);
});
