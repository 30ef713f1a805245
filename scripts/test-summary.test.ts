import { expect, test } from "vitest";
import { addStep, noTests, summaryLines } from "./test-summary.mjs";

const step = { name: "features", again: "npx vitest run", seconds: 457.2 };
const failure = {
  name: "a.test.ts › fails",
  reason: "first\nsecond",
  again: "npx vitest run a.test.ts -t fails",
};

test("the end of a run names what failed with its command, and where the time went, slowest first", () => {
  const totals = noTests();
  const timings = Array.from({ length: 12 }, (_, n) => ({ name: `${n}.test.ts`, seconds: n }));
  addStep(totals, step, { passed: 4, failed: 1, failures: [failure], flaky: [failure], timings });
  addStep(totals, { name: "lint", again: "npm run lint", seconds: 16 }, { passed: 0, failed: 1 });
  const lines = summaryLines(totals, 473.24);
  expect(lines.filter((line) => line.endsWith(".test.ts"))).toEqual(
    timings
      .toReversed()
      .slice(0, 10)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${name}`),
  );
  expect(lines.slice(lines.indexOf("Seconds by part"))).toEqual([
    "Seconds by part",
    "   457.2  features",
    "    16.0  lint",
    "",
    "Passed only when run again: a.test.ts › fails",
    "    first",
    "    second",
    "  again: npx vitest run a.test.ts -t fails",
    "",
    "✗ a.test.ts › fails",
    "    first",
    "    second",
    "  again: npx vitest run a.test.ts -t fails",
    "",
    "✗ lint",
    "    see above",
    "  again: npm run lint",
    "",
    "took 473.2 s",
    "4 passed, 2 failed",
  ]);
});
