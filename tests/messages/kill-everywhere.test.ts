import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { markUnanswered, reconcileSends } from "#server/features/social/engine/send/reconcile-sends.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { seededRandom } from "#tests/money/random.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import type { SendFault } from "./unreliable-platform.ts";
import { twoProcesses } from "./two-processes.ts";

const { app, processes, platform } = await twoProcesses();
const [first, second] = processes;
if (!first || !second) throw new Error("there are no processes");

/** A fan asks for the guide; the process that answers is killed as told; another one goes on. */
async function killed(killAtCall: number | undefined, fault?: SendFault) {
  if (!first || !second) throw new Error("there are no processes");
  platform.calls.length = 0;
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const act = { kind: "DM", username: "sam", text: "guide", postId: "" } as const;
  const event = await simulateFanAct(app.services, account, act);
  first.faults.plan({ random: seededRandom(1), provider: 0, commit: 0, statement: 0, killAtCall });
  platform.plan(() => fault);
  // Its webhook is brought again until somebody takes it.
  const accepted = await acceptEvents(first.services, [event]).then(
    () => true,
    () => false,
  );
  await processNow(first.services).catch(() => {});
  const died = first.faults.isDead();
  first.faults.heal();
  platform.plan(undefined);
  if (!accepted) await acceptEvents(second.services, [event]);
  await markUnanswered(second.services, app.clock.now());
  // The database takes a moment to notice that a connection is gone, and with it its locks.
  await eventually(async () => {
    await processNow(second.services);
    expect(await stateOf(account.id)).not.toContain("QUEUED");
  });
  await reconcileSends(second.services);
  const { rows } = await app.services.pool.query<{ outcome: string; delivered: number }>(
    `select e.outcome, (select count(*)::int from sandbox.demo_messages where account_id = $2) as delivered
       from social_events e where e.social_account_id = $1`,
    [account.id, account.platformUserId],
  );
  return { died, rows, calls: platform.calls.length };
}

test("a process that is killed at any of its statements loses nothing and repeats nothing", async () => {
  let step = 1;
  for (; step < 200; step++) {
    const { died, rows, calls } = await killed(step);
    if (!died) break;
    expect(rows, `killed at call ${step}`).toHaveLength(1);
    expect(calls, `killed at call ${step}`).toBeLessThanOrEqual(1);
    // Killed between the note that it sends and the call, it has not sent, and nobody can know.
    const [row] = rows;
    expect([`SENT 1`, `SEND_UNKNOWN 0`], `killed at call ${step}`).toContain(
      `${row?.outcome} ${row?.delivered}`,
    );
  }
  expect(step).toBeGreaterThan(20);
  expect(step).toBeLessThan(200);
});

test("a message whose process was killed before the call is shown as not known, and after it as sent", async () => {
  expect((await killed(undefined, "killed before")).rows).toEqual([
    { outcome: "SEND_UNKNOWN", delivered: 0 },
  ]);
  expect((await killed(undefined, "killed after")).rows).toEqual([{ outcome: "SENT", delivered: 1 }]);
  expect((await killed(undefined, "answer lost")).rows).toEqual([{ outcome: "SENT", delivered: 1 }]);
  expect((await killed(undefined, "server error")).rows).toEqual([{ outcome: "SEND_UNKNOWN", delivered: 0 }]);
});

async function stateOf(accountId: string): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ outcome: string | null }>(
    "select outcome from social_events where social_account_id = $1",
    [accountId],
  );
  return rows.map(({ outcome }) => outcome ?? "QUEUED");
}
