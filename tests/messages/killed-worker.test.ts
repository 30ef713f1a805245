import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { markUnanswered, reconcileSends } from "#server/features/social/engine/send/reconcile-sends.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { databaseVariables } from "#tests/support/database-variables.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services } = app;
const fans = 300;

async function startWorker() {
  const child = fork(new URL("./worker-main.ts", import.meta.url), [], {
    env: {
      PATH: process.env["PATH"],
      ...databaseVariables(services.access),
      DATA_DIR: services.config.dataDir,
    },
  });
  await once(child, "message");
  return async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
}

test("two workers killed with -9 again and again answer every message once, or say that they cannot know", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const events = [];
  for (let n = 0; n < fans; n++)
    events.push(
      await simulateFanAct(services, account, {
        kind: "DM",
        username: `fan${n}`,
        text: "guide",
        postId: "",
      }),
    );
  for (let round = 0; round < 3; round++) {
    const kills = await Promise.all([startWorker(), startWorker()]);
    await acceptEvents(services, events.slice(round * 100, round * 100 + 110));
    for (const kill of kills) {
      await sleep(60 + round * 40);
      await kill();
    }
  }
  await markUnanswered(services, app.clock.now());
  await eventually(async () => {
    await app.answerMessages();
    const { rowCount } = await services.pool.query(
      "select from social_events where outcome is null or outcome = 'QUEUED'",
    );
    expect(rowCount).toBe(0);
  });
  await reconcileSends(services);

  const { rows } = await services.pool.query<{ outcome: string; delivered: number; events: number }>(
    `select outcome, delivered, count(*)::int as events
       from (select e.outcome, (select count(*)::int from sandbox.demo_messages m
                                 where m.account_id = $2 and m.person_id = e.person_id) as delivered
               from social_events e where e.social_account_id = $1) one
      group by 1, 2`,
    [account.id, account.platformUserId],
  );
  expect(rows.reduce((sum, row) => sum + row.events, 0)).toBe(fans);
  for (const row of rows) expect(["SENT 1", "SEND_UNKNOWN 0"]).toContain(`${row.outcome} ${row.delivered}`);
});
