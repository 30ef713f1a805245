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
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `${n}.test.ts`, seconds: n }));
  addStep(totals, step, { passed: 4, failed: 1, failures: [failure], flaky: [failure], files });
  addStep(totals, { name: "lint", again: "npm run lint", seconds: 16 }, { passed: 0, failed: 1 });
  const lines = summaryLines(totals, 473.24);
  expect(lines.filter((line) => line.endsWith(".test.ts"))).toEqual(
    files
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

test("the ten slowest files are those of all steps together, each with all that it took, above the count", () => {
  const totals = noTests();
  const steps = [
    [
      "tests of screens",
      [
        ["dialog.test.tsx", 46],
        ["small.test.tsx", 0.2],
      ],
    ],
    ["features", Array.from({ length: 9 }, (_, n) => [`${n}.test.ts`, 10 + n])],
    ["features through PgBouncer", [["0.test.ts", 60]]],
    // At two widths.
    [
      "journeys",
      [
        ["tests/e2e/buy.spec.ts", 12],
        ["tests/e2e/buy.spec.ts", 20],
        ["tests/e2e/short.spec.ts", 1],
      ],
    ],
  ] as [string, [string, number][]][];
  for (const [name, files] of steps)
    addStep(
      totals,
      { name, again: "", seconds: 100 },
      {
        passed: 1,
        failed: 0,
        files: files.map(([name, seconds]) => ({ name, seconds })),
      },
    );
  const lines = summaryLines(totals, 400);
  const first = lines.indexOf("Slowest test files, in seconds") + 1;
  expect(lines.slice(first, first + 11)).toEqual([
    "    70.0  0.test.ts",
    "    46.0  dialog.test.tsx",
    "    32.0  tests/e2e/buy.spec.ts",
    ...[18, 17, 16, 15, 14, 13, 12].map((seconds) => `    ${seconds}.0  ${seconds - 10}.test.ts`),
    "",
  ]);
  expect(lines.at(-1)).toBe("4 passed, 0 failed");
});
