import { expect, test } from "vitest";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { claimSends } from "./claim-sends.ts";
import { processRound } from "#server/features/social/engine/inbox/creator-turns.ts";
import { recordResults, sendResult } from "./record-results.ts";

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
