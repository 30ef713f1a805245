import { expect, test } from "vitest";
import type { PlantedBug } from "#tests/money/faults.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { runAfternoon } from "./schedule.ts";
import { twoProcesses } from "./two-processes.ts";

// What `npm test` runs of them is enough to notice each of these.
const mostSeeds = isLongRun ? 60 : 25;

/**
 * Each is a mistake that somebody could make; the random afternoons must notice every one of them. `firstSeed` is one that has
 * noticed it; the next ones follow, since parallel work takes another order in each run.
 */
const bugs: Record<string, NonNullable<PlantedBug["statement"]> & { firstSeed?: number }> = {
  "what is not known is sent again": {
    firstSeed: 8,
    find: "set state = r.state,",
    replace: "set state = case r.state when 'UNKNOWN' then 'QUEUED' else r.state end,",
  },
  "the inbox keeps an event as often as it comes": {
    find: "event.kind, event.id, event.person",
    replace: "event.kind, event.id || random()::text, event.person",
  },
  "two processes decide for one creator at once": {
    firstSeed: 5,
    find: "pg_try_advisory_xact_lock(hashtextextended('social creator ' || $1::text, 0))",
    replace: "$1::text is not null",
  },
  "a reply that failed keeps its place in the plan": {
    find: "set replies = u.replies - s.times",
    replace: "set replies = u.replies - 0 * s.times",
  },
  "our own messages are not known again": {
    find: "where s.claimed_at > $2::timestamptz - interval '10 days'",
    replace: "where s.claimed_at is null",
  },
  "nobody writes down which lists an event led to": {
    find: 'listed_in = row."listedIn"',
    replace: "listed_in = null",
  },
  "a rule for one post is forgotten": {
    find: "conditions, response_template as text",
    replace: "conditions - 'postId' as conditions, response_template as text",
  },
  "nobody knows any more that another app controls a conversation": {
    find: "text, detail, occurred_at as",
    replace: "text, detail - 'standby' as detail, occurred_at as",
  },
  "another app's message is taken for the creator's": {
    find: "text, detail, occurred_at as",
    replace: "text, detail - 'sentBy' as detail, occurred_at as",
  },
  "nothing says at the account that another app answers": {
    find: "set other_app_at = greatest(a.other_app_at, seen.at)",
    replace: "set other_app_at = a.other_app_at",
  },
  "a message that was taken back is answered": {
    firstSeed: 5,
    find: "taken_back.deletion",
    replace: "taken_back.deletion || 'x'",
  },
};

for (const [name, { firstSeed = 1, ...statement }] of Object.entries(bugs)) {
  test(`the afternoons notice it when ${name}`, async () => {
    const afternoon = await twoProcesses();
    for (const { faults } of afternoon.processes) faults.plant({ statement });
    let problems: string[] = [];
    for (let seed = firstSeed; problems.length === 0 && seed < firstSeed + mostSeeds; seed++)
      problems = await runAfternoon(afternoon, seed).catch((error: unknown) => [String(error)]);
    expect(problems, `not noticed by ${mostSeeds} afternoons`).not.toEqual([]);
  });
}
