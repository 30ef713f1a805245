import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import type { Platforms, SendResult } from "#server/platforms/social-platform.ts";
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
