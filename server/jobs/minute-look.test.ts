import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished, expect, test, vi } from "vitest";
import { z } from "zod";
import { testApp } from "#tests/support/test-app.ts";
import { defineJob, safetyNet } from "./job.ts";
import { startQueue } from "./queue.ts";

const { services } = await testApp();

/** A job that has something to do or not, and notes its runs. */
function lookedFor(due: string) {
  const runs: number[] = [];
  const job = defineJob({
    name: `looked-for-${randomUUID()}`,
    schedule: safetyNet,
    due,
    data: z.object({}),
    handle: async () => void runs.push(performance.now()),
  });
  return { job, runs };
}

test("of two workers that look, one job runs for what is due, and none for what is not", async () => {
  const [busy, idle] = [lookedFor("$1::timestamptz is not null"), lookedFor("false")];
  for (const queue of [
    await startQueue(services, [busy.job, idle.job]),
    await startQueue(services, [busy.job, idle.job]),
  ])
    onTestFinished(() => queue.stop());
  await vi.waitFor(() => expect(busy.runs).not.toEqual([]), 5_000);
  await sleep(1_500);
  // Two where their looks fall on two sides of half a minute: then the second finds what the first left.
  expect(busy.runs.length).toBeLessThanOrEqual(2);
  expect(idle.runs).toEqual([]);
});
