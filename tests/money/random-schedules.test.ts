import { expect, test } from "vitest";
import { isLongRun } from "#tests/support/long-run.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createFaults } from "./faults.ts";
import { runSchedule } from "./schedule.ts";

// SCHEDULES says how many seeds to run, SCHEDULE_SEED the first, and the only one where no number is given:
// SCHEDULE_SEED=17 npx vitest run tests/money
const first = process.env["SCHEDULE_SEED"];
const count = Number(process.env["SCHEDULES"] ?? (first ? 1 : isLongRun ? 500 : 50));
const seeds = Array.from({ length: count }, (_, n) => Number(first ?? 1) + n);

const faults = createFaults();
const app = await testApp({}, { between: faults.between });

test(
  `${seeds.length} random afternoons with kills, lost events, silent providers and broken commits end with right books`,
  { timeout: 30_000 + seeds.length * 5_000 },
  async () => {
    for (const seed of seeds) {
      const { problems, steps } = await runSchedule(app, faults, seed);
      expect(problems, `seed ${seed}: ${problems.join("; ")}, after ${steps.join(" | ")}`).toEqual([]);
    }
  },
);
