import { expect, onTestFinished, test } from "vitest";
import { withoutIntervals } from "#tests/support/without-intervals.ts";
import { eventually } from "#tests/support/eventually.ts";
import { hookPlatform, signedHook } from "#tests/support/hook-platform.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";

/** Whom the platform was called for, in order. */
const sent: string[] = [];

const app = await testApp(
  {},
  {
    between: (services) => {
      const demo = services.platforms.demo("INSTAGRAM");
      const platform = hookPlatform("INSTAGRAM", {
        ...demo,
        send: async (account, message) => {
          if (message.to.kind === "PERSON") sent.push(message.to.personId);
          return { status: "sent", messageId: `m_${message.sendId}` };
        },
        findProfile: async (_account, personId) => ({ username: `name_of_${personId}`, displayName: null }),
      });
      const platforms = {
        demo: () => platform,
        real: (name: string) => (name === "INSTAGRAM" ? platform : undefined),
      };
      return Object.assign(services, { platforms });
    },
  },
);
const { services } = app;

const message = (accountId: string, id: string, personId = `fan_${id}`, text = "guide please 🙏") => ({
  platform: "INSTAGRAM" as const,
  accountId,
  id: `MESSAGE:${id}`,
  kind: "MESSAGE" as const,
  personId,
  personUsername: null,
  text,
  detail: { messageId: id },
});

const post = (hook: { body: string; headers: Record<string, string> }, path = "/webhook/instagram") =>
  app.app.inject({ method: "POST", url: path, payload: hook.body, headers: hook.headers });

const count = async (accountId: string) =>
  (await services.pool.query("select from social_events where social_account_id = $1", [accountId])).rowCount;

test("a challenge is answered to whoever knows the token", async () => {
  const url = "/webhook/instagram?challenge=123&token=";
  expect((await app.app.inject(`${url}hook-secret`)).body).toBe("123");
  expect((await app.app.inject(`${url}wrong`)).statusCode).toBe(403);
  expect((await app.app.inject("/webhook/facebook?challenge=1&token=hook-secret")).statusCode).toBe(404);
});

test("a signed webhook is kept before it is answered; one that is not signed, or cannot be read, keeps nothing", async () => {
  const account = await makeSocialAccount(app);
  const hook = signedHook([message(account.platformUserId, "a"), message(account.platformUserId, "b")]);
  expect((await post(hook)).statusCode).toBe(200);
  expect(await count(account.id)).toBe(2);

  const other = signedHook([message(account.platformUserId, "c")]);
  for (const headers of [
    {},
    { "x-hook-signature": "" },
    { "x-hook-signature": hook.headers["x-hook-signature"] ?? "" },
  ]) {
    const answer = await post({
      body: other.body,
      headers: { "content-type": "application/json", ...headers },
    });
    expect(answer.statusCode).toBe(401);
  }
  const { headers } = signedHook([]);
  expect((await post({ body: "", headers })).statusCode).toBe(401);
  expect((await post(other, "/webhook/twitter")).statusCode).toBe(404);
  const huge = signedHook([message(account.platformUserId, "d", "x", "y".repeat(1_100_000))]);
  expect((await post(huge)).statusCode).toBe(413);
  expect(await count(account.id)).toBe(2);
});

test.runIf(process.env["TEST_LISTEN"] !== "off")(
  "the worker wakes by each webhook and answers its message, without looking for what is due",
  async () => {
    const account = await makeSocialAccount(app);
    await makeKeywordResponse(app, account);
    const worker = withoutIntervals(() => startSocialWorker(services));
    onTestFinished(() => worker.stop());
    for (let n = 0; n < 15; n++) {
      await post(signedHook([message(account.platformUserId, `t${n}`)]));
      await eventually(() => expect(sent).toContain(`fan_t${n}`));
    }
  },
);

test("while thousands wait for one creator, another creator's message is answered after a few of them", async () => {
  const viral = await makeSocialAccount(app);
  const quiet = await makeSocialAccount(app);
  await makeKeywordResponse(app, viral);
  await makeKeywordResponse(app, quiet);
  const flood = 2_000;
  await services.pool.query(
    `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, text, occurred_at, received_at)
     select $1, $2, 'MESSAGE', 'MESSAGE:v' || n, 'viral_' || n, 'guide', now(), now() from generate_series(1, $3) n`,
    [viral.userId, viral.id, flood],
  );
  await post(signedHook([message(quiet.platformUserId, "q", "quiet_fan")]));
  const worker = startSocialWorker(services);
  onTestFinished(() => worker.stop());
  const answeredOfFlood = () => sent.filter((person) => person.startsWith("viral_")).length;
  await eventually(() => expect(sent).toContain("quiet_fan"));
  const before = sent.slice(0, sent.indexOf("quiet_fan")).filter((person) => person.startsWith("viral_"));
  expect(before.length).toBeLessThan(flood / 4);
  await expect.poll(answeredOfFlood).toBe(flood);
});

test("who writes for the first time is asked after by name, where the event does not tell it", async () => {
  const account = await makeSocialAccount(app);
  await post(signedHook([message(account.platformUserId, "n", "nameless")]));
  await app.answerMessages();
  await eventually(async () => {
    const { rows } = await services.pool.query(
      "select participant_username as name from dm_conversations where social_account_id = $1",
      [account.id],
    );
    expect(rows).toEqual([{ name: "name_of_nameless" }]);
  });
});
