import { expect, test } from "vitest";
import { listDmConversations, listDmMessages } from "#contract/social/conversations.ts";
import { listSocialAccounts } from "#contract/social/social-accounts.ts";
import { eventually } from "#tests/support/eventually.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import type { Platforms, SendResult } from "#server/platforms/social-platform.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { openCutOffWorker } from "#tests/support/cut-off-worker.ts";
import { testApp } from "#tests/support/test-app.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { claimSends } from "./claim-sends.ts";
import { processRound } from "#server/features/social/engine/inbox/creator-turns.ts";
import { reconcileSends } from "./reconcile-sends.ts";
import { recordResults, sendResult } from "./record-results.ts";
import { sendMessages } from "./send-messages.ts";

const app = await testApp();
const { services } = app;

test("a refusal that is written once more does not put a message back that is being sent again", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
  await acceptEvents(services, [await simulateFanAct(services, account, act)]);
  await processRound(services, () => {});
  const [first] = (await claimSends(services, account.id)).claim?.sends ?? [];
  const refusal = sendResult(first?.id ?? "", "QUEUED", {
    attempt: first?.attempts ?? 0,
    dueAt: services.clock.now(),
    failure: "too many messages",
  });
  await recordResults(services.pool, [refusal], services.clock.now());
  const [second] = (await claimSends(services, account.id)).claim?.sends ?? [];
  expect(second).toMatchObject({ id: first?.id, attempts: 2 });

  // The process that was refused did not hear that its result was written.
  await recordResults(services.pool, [refusal], services.clock.now());
  expect((await claimSends(services, account.id)).claim).toBeUndefined();
  const sent = sendResult(first?.id ?? "", "SENT", { attempt: 2, providerMessageId: "m_1" });
  await recordResults(services.pool, [sent], services.clock.now());
  const { rows } = await services.pool.query("select state, attempts from social_sends where id = $1", [
    first?.id,
  ]);
  expect(rows).toEqual([{ state: "SENT", attempts: 2 }]);
});

test("keeps what the platform said, and raises a missing permission at the account until a message goes through", async () => {
  const creator = await makeCreator(app);
  const account = await makeSocialAccount(app, { userId: creator.id });
  const owner = app.as(creator);
  await makeKeywordResponse(app, account);
  const refusal: SendResult = {
    status: "refused",
    refusal: "PERMISSION_MISSING",
    message: "Meta refused it with error 10",
    error: { code: "10", message: `(#10) To use the app, apply for access. ${"x".repeat(1_000)}` },
  };
  const answers: SendResult[] = [refusal, { status: "sent", messageId: "m_after" }];
  const platforms: Platforms = {
    ...services.platforms,
    demo: (name) => ({
      ...services.platforms.demo(name),
      send: async () => answers.shift() ?? { status: "unknown", message: "asked once too often" },
    }),
  };
  const said = { code: "10", message: expect.stringMatching(/^\(#10\) To use the app, apply.{0,280}$/) };
  const write = async (username: string) => {
    const act = { kind: "DM", username, text: "guide", postId: "" } as const;
    await acceptEvents(services, [await simulateFanAct(services, account, act)]);
    await processRound(services, () => {});
    await sendMessages({ ...services, platforms }, account.id);
  };
  await write("sam");
  const [conversation] = (await owner.call(listDmConversations, { querystring: {} })).body.conversations;
  const thread = await owner.call(listDmMessages, {
    querystring: { conversationId: conversation?.id ?? "" },
  });
  expect(thread.body.at(-1)).toMatchObject({
    delivery: "FAILED",
    failure: expect.stringContaining("Reconnect the account"),
    providerError: said,
  });
  expect((await owner.call(listSocialAccounts)).body).toMatchObject([
    { problem: "PERMISSION_MISSING", problemError: said },
  ]);

  app.clock.advance({ minutes: 11 });
  await write("ann");
  expect((await owner.call(listSocialAccounts)).body).toMatchObject([{ problem: null, problemError: null }]);
});

test("settles a doubtful message as not sent once its platform says no an hour later", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
  await acceptEvents(services, [await simulateFanAct(services, account, act)]);
  await processRound(services, () => {});
  const platforms: Platforms = {
    ...services.platforms,
    demo: (name) => ({
      ...services.platforms.demo(name),
      send: async () => ({ status: "unknown", message: "no answer in time" }),
      findSent: async () => ({ found: "no" }),
    }),
  };
  const states = async () =>
    (
      await services.pool.query(
        "select state, failure, provider_error->>'message' as said from social_sends where social_account_id = $1",
        [account.id],
      )
    ).rows;
  await sendMessages({ ...services, platforms }, account.id);
  app.clock.advance({ minutes: 50 });
  await reconcileSends({ ...services, platforms });
  expect(await states()).toEqual([{ state: "UNKNOWN", failure: null, said: "no answer in time" }]);
  app.clock.advance({ minutes: 50 });
  await reconcileSends({ ...services, platforms });
  expect(await states()).toMatchObject([
    { state: "FAILED", failure: "the platform says that it did not arrive" },
  ]);
});

test("a platform's answer is written after an outage, and a definite refusal is tried again", async () => {
  for (const [status, state] of [
    ["sent", "SENT"],
    ["refused", "QUEUED"],
  ] as const) {
    const account = await makeSocialAccount(app);
    await makeKeywordResponse(app, account);
    const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
    await acceptEvents(services, [await simulateFanAct(services, account, act)]);
    await processRound(services, () => {});
    const { line, services: cutOff } = await openCutOffWorker(app);
    const send = async (): Promise<SendResult> => {
      await line.cut();
      return status === "sent"
        ? { status, messageId: "m_2" }
        : { status, refusal: "RATE_LIMITED", message: "slow down" };
    };
    const { platforms } = services;
    const demo: Platforms["demo"] = (name) => ({ ...platforms.demo(name), send });
    const sending = sendMessages({ ...cutOff, platforms: { ...platforms, demo } }, account.id);
    const stateOf = async () =>
      (
        await services.pool.query<{ state: string }>(
          "select state from social_sends where social_account_id = $1",
          [account.id],
        )
      ).rows.map((row) => row.state);
    await eventually(async () => expect(await stateOf()).toEqual(["SENDING"]));
    app.clock.advance({ seconds: 61 });
    await reconcileSends(services);
    expect(await stateOf()).toEqual(["UNKNOWN"]);
    await line.mend();
    await sending;
    expect(await stateOf()).toEqual([state]);
  }
});
