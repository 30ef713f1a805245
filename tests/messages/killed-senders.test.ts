import { expect, test } from "vitest";
import { isLongRun } from "#tests/support/long-run.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openLane, sendThroughFaults } from "./mailing-lane.ts";

const lane = openLane(await testApp());

test("1,000 people get a mailing once or are accounted for, whatever statement two senders are killed at", async () => {
  const seeds = isLongRun ? 10 : 1;
  for (let seed = 1; seed <= seeds; seed++)
    expect(await sendThroughFaults(lane, seed, 1_000), `seed ${seed}`).toEqual([]);
});

test("a small mailing likewise, in many random schedules", async () => {
  const seeds = isLongRun ? 60 : 6;
  for (let seed = 100; seed < 100 + seeds; seed++)
    expect(await sendThroughFaults(lane, seed, 40), `seed ${seed}`).toEqual([]);
});
