import { expect, test } from "vitest";
import type { PlantedBug } from "#tests/money/faults.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openLane, sendThroughFaults } from "./mailing-lane.ts";

/** Each is a mistake that somebody could make; the random schedules must notice every one of them. */
const bugs: Record<string, NonNullable<PlantedBug["statement"]>> = {
  "a mailing begins without its people": {
    find: "from judged j",
    replace: "from judged j where j.mailbox > 'reader-2'",
  },
};

const lane = openLane(await testApp());

for (const [name, statement] of Object.entries(bugs)) {
  test(`the schedules notice it when ${name}`, { timeout: 120_000 }, async () => {
    for (const { faults } of lane.processes) faults.plant({ statement });
    let problems: string[] = [];
    for (let seed = 1; problems.length === 0 && seed <= 8; seed++)
      problems = await sendThroughFaults(lane, seed, 40);
    for (const { faults } of lane.processes) faults.plant(undefined);
    expect(problems, "not noticed by 8 schedules").not.toEqual([]);
  });
}
