import { expect, test } from "vitest";
import { serveReplyLinks } from "#tests/support/reply-link.ts";
import { testApp } from "#tests/support/test-app.ts";
import { faultyWorld } from "./faults.ts";
import { runSchedule } from "./schedule.ts";

// SCHEDULES says how many seeds to run, SCHEDULE_SEED which one alone: SCHEDULE_SEED=17 npx vitest run tests/money
const count = Number(process.env["SCHEDULES"] ?? 200);
const only = process.env["SCHEDULE_SEED"];
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

const world = faultyWorld();
const app = await testApp({}, { between: world.between, prepare: serveReplyLinks });

test(
  `${seeds.length} random afternoons with kills, lost events, silent providers and broken commits end with right books`,
  { timeout: 30_000 + seeds.length * 5_000 },
  async () => {
    for (const seed of seeds) {
      const { problems, steps } = await runSchedule(app, world, seed);
      expect(problems, `seed ${seed}: ${steps.join(" | ")}`).toEqual([]);
    }
  },
);
