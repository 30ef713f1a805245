import { expect, test } from "vitest";
import type { PlantedBug } from "#tests/money/faults.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openLane, sendThroughFaults } from "./mailing-lane.ts";

/** Each is a mistake that somebody could make; the random schedules must notice every one of them. */
const bugs: Record<string, NonNullable<PlantedBug["statement"]>> = {
  "what a killed process had in its hands is sent again": {
    find: "update promotions set state = 'UNKNOWN', reason = 'The mail server gave no answer', settled_at = $1",
    replace: "update promotions set state = 'QUEUED', claimed_at = null, due_at = $1::timestamptz",
  },
  "a mail whose answer was lost is sent again": {
    find: `state = case when $2::text = 'QUEUED' and attempts > cardinality($5::int[]) then 'FAILED' else $2 end,
          settled_at = case when $2 = 'QUEUED' and attempts <= cardinality($5::int[]) then null else $4::timestamptz end,
          claimed_at = case when $2 = 'QUEUED' then null else claimed_at end,`,
    replace: `state = case when $2::text = 'UNKNOWN' then 'QUEUED' else $2 end,
          settled_at = case when $2 in ('QUEUED', 'UNKNOWN') then null else $4::timestamptz end,
          claimed_at = case when $2 in ('QUEUED', 'UNKNOWN') then null else claimed_at end,`,
  },
  "a mailing ends while somebody waits": {
    find: "p.mailing_id = m.id and p.state = 'QUEUED'",
    replace: "p.mailing_id = m.id and p.state = 'NONE'",
  },
  "a mailing begins without its people": {
    find: "from judged j",
    replace: "from judged j where j.mailbox > 'reader-2'",
  },
};

const lane = openLane(await testApp());

for (const [name, statement] of Object.entries(bugs)) {
  test(`the schedules notice it when ${name}`, async () => {
    for (const { faults } of lane.processes) faults.plant({ statement });
    let problems: string[] = [];
    for (let seed = 1; problems.length === 0 && seed <= 8; seed++)
      problems = await sendThroughFaults(lane, seed, 40);
    for (const { faults } of lane.processes) faults.plant(undefined);
    expect(problems, "not noticed by 8 schedules").not.toEqual([]);
  });
}
