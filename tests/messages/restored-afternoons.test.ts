import { expect, test } from "vitest";
import { afterRestore } from "#server/after-restore/after-restore.ts";
import { lanes } from "#server/after-restore/lanes.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { processRound } from "#server/features/social/engine/inbox/creator-turns.ts";
import { reconcileSends } from "#server/features/social/engine/send/reconcile-sends.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import { seededRandom } from "#tests/money/random.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { runJobsThatSendNothing } from "#tests/support/run-due.ts";
import { keepMoment } from "#tests/support/set-back.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type Inbox, openInbox } from "./inbox-shop.ts";

// As in random-afternoons.test.ts: SCHEDULE_SEED=17 npx vitest run tests/messages/restored
const only = process.env["SCHEDULE_SEED"];
const count = Number(process.env["SCHEDULES"] ?? (isLongRun ? 150 : 3));
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

const app = await testApp();
const { services, clock } = app;
const { pool } = services;
const { messages } = lanes;

/** Over all afternoons: answers that waited for a person, and what was found out about those that had been given. */
const seen = { held: 0, found: 0, released: 0 };

test(
  `${seeds.length} random afternoons that are set back to ten minutes before: nobody is answered twice, and whoever was not is answered when a person says so`,
  { timeout: 120_000 + seeds.length * 30_000 },
  async () => {
    for (const seed of seeds) expect(await setBackAfternoon(seed), `seed ${seed}`).toEqual([]);
    if (seeds.length > 1)
      for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
  },
);

async function setBackAfternoon(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const inboxes = [await openInbox(app, random), await openInbox(app, random)];
  const events = inboxes.flatMap((inbox) => inbox.events);
  const [before, during, lost] = [events.splice(0, 8), events.splice(0, 8), events];
  await acceptEvents(services, before);
  await processNow(services);
  // Has come in, and is not decided on when the backup is made; or is decided on, and not sent.
  await acceptEvents(services, during);
  if (random.chance(0.5)) while ((await processRound(services, () => {})) > 0);
  const to = clock.now();
  const back = await keepMoment(pool);

  clock.advance({ minutes: 4 });
  // Half of the afternoons the shop was down from then on: nobody has been answered.
  const wentOn = random.chance(0.6);
  if (wentOn) await processNow(services);
  clock.advance({ minutes: 3 });
  if (wentOn) {
    await acceptEvents(services, lost);
    await processNow(services);
  }
  clock.advance({ minutes: 3 });
  const given = await answers(inboxes);
  await back();

  await afterRestore(services, { to, runDueJobs: () => runJobsThatSendNothing(services) });
  await processNow(services);
  // Platforms may tell of anything again.
  await acceptEvents(services, [...lost, ...during, ...before]);
  await processNow(services);
  const problems = compare(given, await answers(inboxes), "after the restore");
  seen.held += await messages.count(pool);

  if (wentOn) {
    // A person drops them: the platform is asked, and knows which had arrived.
    const dropped = await messages.drop(pool, clock.now(), null);
    await reconcileSends(services);
    clock.advance({ seconds: 61 });
    await processNow(services);
    problems.push(...compare(given, await answers(inboxes), "after they were dropped"));
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from social_sends where state = 'SENT' and failure is null and created_at > $1",
      [to],
    );
    if (dropped > 0) seen.found += rows[0]?.n ?? 0;
  } else {
    seen.released += await messages.release(pool, clock.now(), null);
    await processNow(services);
    const twice = [...(await answers(inboxes))].filter(([, times]) => times > 1);
    problems.push(...twice.map(([text, times]) => `${text} was sent ${times} times`));
  }
  if ((await messages.count(pool)) > 0) problems.push("something is still held");
  await pool.query("delete from social_accounts where id = any($1)", [
    inboxes.map(({ account }) => account.id),
  ]);
  return problems;
}

type Answers = ReadonlyMap<string, number>;

/** What the platform's own books have, by account and text: each keyword has an answer of its own. */
async function answers(inboxes: readonly Inbox[]): Promise<Answers> {
  const { rows } = await pool.query<{ text: string; times: number }>(
    `select m.account_id || ': ' || m.person_id || ' ' || m.text as text, count(*)::int as times
       from sandbox.demo_messages m join social_accounts a on a.platform_user_id = m.account_id
      where a.id = any ($1) and m.text like 'answer k%' and m.visibility = 'PRIVATE' group by 1`,
    [inboxes.map(({ account }) => account.id)],
  );
  return new Map(rows.map(({ text, times }) => [text, times]));
}

const compare = (given: Answers, now: Answers, when: string): string[] =>
  [...now].flatMap(([text, times]) =>
    times === given.get(text)
      ? []
      : [`${text} was sent ${given.get(text) ?? 0} times, and ${times} times ${when}`],
  );
