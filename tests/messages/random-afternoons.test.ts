import { expect, test } from "vitest";
import { isLongRun } from "#tests/support/long-run.ts";
import { runAfternoon } from "./schedule.ts";
import { twoProcesses } from "./two-processes.ts";

// SCHEDULES says how many seeds to run, SCHEDULE_SEED which one alone: SCHEDULE_SEED=17 npx vitest run tests/messages
const count = Number(process.env["SCHEDULES"] ?? (isLongRun ? 400 : 25));
const only = process.env["SCHEDULE_SEED"];
const seeds = only ? [Number(only)] : Array.from({ length: count }, (_, n) => n + 1);

const afternoon = await twoProcesses();

test(
  `${seeds.length} random afternoons with kills, lost answers, duplicates and reordered events: nothing is answered twice, and everything ends`,
  { timeout: 60_000 + seeds.length * 5_000 },
  async () => {
    for (const seed of seeds)
      expect((await runAfternoon(afternoon, seed)).join("\n"), `seed ${seed}`).toBe("");
  },
);
