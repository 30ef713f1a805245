import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { fillShopAtRest } from "#tests/support/shop-at-rest.ts";
import { statementsOf } from "#tests/support/statements-of.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startWholeWorker } from "#tests/support/whole-worker.ts";
import { allJobs } from "./all-jobs.ts";

const app = await testApp();

beforeAll(() => fillShopAtRest(app.services));

test("an installation with nothing to do asks its database nine times in four seconds at most, however much there is", async () => {
  for (const { handle } of allJobs.filter(({ due }) => due)) await handle(app.services, {});
  const running = await startWholeWorker(app.services);
  // What a start finds to do is done.
  await sleep(3_000);
  // All that the queue's library does by itself comes within a minute.
  const seconds = 61;
  const statements = await statementsOf(() => sleep(seconds * 1_000));
  await running.stop();
  const asked = statements.map(({ text }) => text.trim().slice(0, 80));
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual((9 / 4) * seconds);
  expect(asked.length).toBeGreaterThanOrEqual(seconds - 1);
});
