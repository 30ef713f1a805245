import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";
import { wallClockUses } from "./wall-clock-uses.ts";

/** They read a clock, and assert no seconds. */
const allowed = [
  // Hands the code under test a clock.
  "server/database/replica.test.ts",
  // The one place that waits.
  "tests/support/eventually.ts",
  // Compares two runs of the same work.
  "tests/support/times-longer.ts",
  // As at X, a webhook that was not validated for a day is off, by the clock that tests move.
  "tests/support/x-server/webhooks.ts",
];

test("no test goes by the seconds that something takes: it counts, measures the processor's time, or compares two runs", () => {
  const files = listFiles().filter((path) => /\.(test|spec)\.tsx?$|^tests\/.*\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((path) =>
    wallClockUses(path, readFileSync(join(root, path), "utf8")).map((use) => `${path}:${use}`),
  );
  const elsewhere = found.filter((use) => !allowed.some((path) => use.startsWith(`${path}:`)));
  expect(elsewhere).toEqual([]);
});

test.each([
  "const begun = performance.now(); await work(); expect(performance.now() - begun).toBeLessThan(500);",
  "const took: number[] = []; const start = performance.now(); took.push(performance.now() - start);",
  "const begun = process.hrtime.bigint();",
  "performance.measure('work');",
  "const started = Date.now(); await work(); expect(Date.now() - started).toBeLessThan(10_000);",
  "const started = new Date(); await work(); const ms = new Date().getTime() - started.getTime();",
  "expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);",
  "expect(app.clock.now().getTime() - Date.parse(sentAt)).toBeLessThan(60_000);",
  "await vi.waitFor(() => expect(seen).toEqual(['kept']), 5_000);",
  "await expect.poll(answer, { timeout: 1_000, intervals: [20] }).toContain(title);",
  "await expect(page.getByText('Paid')).toBeVisible({ timeout: 3_000 });",
  "test('works', { timeout: 60_000 }, async () => {});",
  "test.each([1])('works %i', async () => {}, 40_000);",
  "beforeAll(async () => {}, 180_000);",
])("finds %s", (code) => {
  expect(wallClockUses("planted.test.ts", code)).not.toEqual([]);
});

test.each([
  "const longAgo = new Date(Date.now() - 31_000);",
  "const createdAt = new Date(Date.now() - ago).toISOString();",
  "const id = `kit-${Date.now()}`;",
  "await expect.poll(answer).toContain(title);",
  "expect(await processorMs(() => parse(text))).toBeLessThan(500);",
  "const stripe = stripeClient(server, { timeout: 2_000 });",
])("lets %s pass", (code) => {
  expect(wallClockUses("planted.test.ts", code)).toEqual([]);
});
