import { expect, onTestFinished, test, vi } from "vitest";
import { hookPlatform, signedHook } from "#tests/support/hook-platform.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";

/** When the platform was called, and for whom. */
const sent: { person: string; at: number }[] = [];

const app = await testApp(
  {},
  {
    between: (services) => {
      const demo = services.platforms.demo("INSTAGRAM");
      const platform = hookPlatform("INSTAGRAM", {
        ...demo,
        send: async (account, message) => {
          if (message.to.kind === "PERSON") sent.push({ person: message.to.personId, at: performance.now() });
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

test("idle, half of all messages are answered within 50 ms of their webhook, and the worker wakes by itself", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const worker = startSocialWorker(services);
  onTestFinished(() => worker.stop());
  const took: number[] = [];
  for (let n = 0; n < 15; n++) {
    const begun = performance.now();
    await post(signedHook([message(account.platformUserId, `t${n}`)]));
    await vi.waitFor(() => expect(sent.some(({ person }) => person === `fan_t${n}`)).toBe(true), {
      timeout: 5_000,
      interval: 1,
    });
    took.push((sent.find(({ person }) => person === `fan_t${n}`)?.at ?? 0) - begun);
  }
  const median = took.sort((a, b) => a - b)[7] ?? 0;
  // The target is 50 ms on a machine that does nothing else (npm run bench measures it); here others run beside it.
  expect(median).toBeLessThan(250);
});

test("while thousands wait for one creator, another creator's message is answered within two seconds", async () => {
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
  const worker = startSocialWorker(services);
  onTestFinished(() => worker.stop());
  const begun = performance.now();
  await post(signedHook([message(quiet.platformUserId, "q", "quiet_fan")]));
  await vi.waitFor(() => expect(sent.some(({ person }) => person === "quiet_fan")).toBe(true), {
    timeout: 10_000,
    interval: 5,
  });
  const answered = performance.now() - begun;
  const before = sent.filter(({ person }) => person.startsWith("viral_")).length;
  expect(answered).toBeLessThan(2_000);
  expect(before, "the flood was over before").toBeLessThan(flood);
  await vi.waitFor(
    () => expect(sent.filter(({ person }) => person.startsWith("viral_")).length).toBe(flood),
    60_000,
  );
}, 90_000);

test("who writes for the first time is asked after by name, where the event does not tell it", async () => {
  const account = await makeSocialAccount(app);
  await post(signedHook([message(account.platformUserId, "n", "nameless")]));
  await app.answerMessages();
  await vi.waitFor(async () => {
    const { rows } = await services.pool.query(
      "select participant_username as name from dm_conversations where social_account_id = $1",
      [account.id],
    );
    expect(rows).toEqual([{ name: "name_of_nameless" }]);
  }, 5_000);
});
