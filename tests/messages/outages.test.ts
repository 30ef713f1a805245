import { expect, test } from "vitest";
import { listDmConversations } from "#contract/social/conversations.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { reconcileSends } from "#server/features/social/engine/send/reconcile-sends.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import { seededRandom } from "#tests/money/random.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { openInbox } from "./inbox-shop.ts";
import { wrongsOf } from "./ledger.ts";
import type { Afternoon } from "./schedule.ts";
import { twoProcesses } from "./two-processes.ts";

// SCHEDULE_SEED=17 npx vitest run tests/messages/outages
const only = process.env["SCHEDULE_SEED"];
const count = Number(process.env["SCHEDULES"] ?? (isLongRun ? 60 : 2));
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

const afternoon = await twoProcesses();

test(
  `Meta is away for an hour, ${seeds.length} times: whoever writes meanwhile is answered afterwards, once, and the desk is as ever`,
  { timeout: 60_000 + seeds.length * 5_000 },
  async () => {
    for (const seed of seeds)
      expect((await hourWithoutMeta(afternoon, seed)).join("\n"), `seed ${seed}`).toBe("");
  },
);

/** Each is a mistake that somebody could make, and that these hours are to notice. */
const bugs = [
  [
    "a message is given up that could not be handed over",
    {
      find: "set state = r.state,",
      replace: "set state = case r.state when 'QUEUED' then 'FAILED' else r.state end,",
    },
  ],
  [
    "what is not known is sent again",
    {
      find: "set state = r.state,",
      replace: "set state = case r.state when 'UNKNOWN' then 'QUEUED' else r.state end,",
    },
  ],
] as const;

test.each(isLongRun ? bugs : [])("such an hour notices it when %s", async (_name, statement) => {
  const bent = await twoProcesses();
  for (const { faults } of bent.processes) faults.plant({ statement });
  const problems = await hourWithoutMeta(bent, 1).catch((error: unknown) => [String(error)]);
  expect(problems).not.toEqual([]);
});

const firstKeyword = 15;
const fans = 14;

/** Fans write before, during and after; nobody can be written to for an hour. What is wrong afterwards. */
async function hourWithoutMeta({ app, processes, platform }: Afternoon, seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const { account } = await openInbox(app, random, ["INSTAGRAM", "FACEBOOK"]);
  await app.services.pool.query("delete from reply_usage where user_id = $1", [account.userId]);
  const problems: string[] = [];
  platform.calls.length = 0;
  let told = 0;
  const writes = async (people: number) => {
    for (let n = 0; n < people && told < fans; n++) {
      const text = `k${firstKeyword + told++} please`;
      const kind = random.pick(["DM", "COMMENT"] as const);
      const event = await simulateFanAct(app.services, account, {
        kind,
        username: `fan${told}`,
        text,
        postId: "",
      });
      await acceptEvents(random.pick(processes).services, [event, event]);
    }
  };
  const work = () =>
    Promise.all(
      processes.map(async ({ services }) => {
        await processNow(services);
        await reconcileSends(services);
      }),
    );
  await writes(3);
  await work();
  // It goes away in the middle of an answer.
  let calls = 0;
  platform.plan(() => (calls++ === 0 ? "answer lost" : "NOT_REACHED"));
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await writes(random.integer(0, 2));
    await work();
    app.clock.advance({ minutes: 5 });
    const desk = await app
      .as({ id: account.userId })
      .call(listDmConversations, { querystring: { accountId: account.id } });
    if (desk.status !== 200) problems.push(`the desk answered ${desk.status} ${desk.text}`);
  }
  const waiting = platform.calls.filter(({ delivered }) => !delivered).length;
  if (waiting === 0) problems.push("nothing was to be sent in this hour");
  platform.plan(undefined);
  await writes(fans);
  for (let round = 0; round < 3; round++) {
    await work();
    app.clock.advance({ minutes: 11 });
  }
  const { rows } = await app.services.pool.query<{ text: string }>(
    "select text from sandbox.demo_messages where account_id = $1 and visibility = 'PRIVATE' and text like 'answer k%'",
    [account.platformUserId],
  );
  const { rows: outcomes } = await app.services.pool.query<{ text: string; outcome: string }>(
    `select e.text, concat_ws(' ', e.outcome, s.state, s.failure) as outcome
       from social_events e left join social_sends s on s.event_id = e.id and s.purpose = 'REPLY' where e.social_account_id = $1`,
    [account.id],
  );
  for (let n = firstKeyword; n < firstKeyword + fans; n++) {
    const times = rows.filter(({ text }) => text.startsWith(`answer k${n}.`)).length;
    const { outcome = "not kept" } = outcomes.find(({ text }) => text.startsWith(`k${n} `)) ?? {};
    if (times !== 1) problems.push(`k${n} was answered ${times} times, and is ${outcome}`);
  }
  problems.push(...(await wrongsOf(app, platform, [])));
  await app.services.pool.query("delete from social_accounts where id = $1", [account.id]);
  return problems;
}
