import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectEnvironment, root } from "./runtime.mjs";
import { readFeatureReport, readJourneyReport } from "./test-reports.mjs";

// Inside of the repository, where the runners find their packages, in a folder that git does not keep.
mkdirSync(join(root, ".vite"), { recursive: true });
const folder = relative(root, mkdtempSync(join(root, ".vite", "reports-")));
const report = join(folder, "report.json");
afterAll(() => rmSync(join(root, folder), { recursive: true, force: true }));

const files: Record<string, string> = {
  "vitest.config.js": `export default { test: { include: ["${folder}/*.test.js"] } };`,
  "prices.test.js": `
    import { describe, expect, test } from "vitest";
    describe("a price (in $)", () => {
      for (const price of ["5", "50"])
        test(\`isn't "\${price}" [cents] or $(\${price})\`, () => expect(price).toBe("none"));
      test("stands", () => {});
    });`,
  "broken.test.js": `throw new Error("does not load");`,
  "playwright.config.js": `export default { testMatch: "*.spec.js", testDir: ".", outputDir: "output", retries: 1, projects: [{ name: "phone" }, { name: "desktop" }] };`,
  "rooms.spec.js": `
    import { expect, test } from "@playwright/test";
    test.describe("a room", () => {
      test("has a door", async ({}, { project }) => expect(project.name).toBe("desktop"));
      test("has a window", async ({}, { project, retry }) =>
        expect(project.name === "phone" && retry === 0).toBe(false));
    });`,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);

test("what fails in Vitest is named with the command that runs it alone", () => {
  const options = `--config=${folder}/vitest.config.js --reporter=json --outputFile=${report}`;
  const {
    passed,
    failed,
    failures = [],
    files: timed,
  } = readFeatureReport(reportOf(`npx vitest run ${options}`));
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 });
  expect(timed?.map(({ name }) => name).toSorted()).toEqual([
    `${folder}/broken.test.js`,
    `${folder}/prices.test.js`,
  ]);
  expect(failures.map(({ name, reason }) => `${name}: ${reason.split("\n")[0]}`).toSorted()).toEqual([
    `${folder}/broken.test.js: does not load`,
    `${folder}/prices.test.js › a price (in $) › isn't "5" [cents] or $(5): AssertionError: expected '5' to be 'none' // Object.is equality`,
    `${folder}/prices.test.js › a price (in $) › isn't "50" [cents] or $(50): AssertionError: expected '50' to be 'none' // Object.is equality`,
  ]);
  for (const failure of failures) {
    const again = readFeatureReport(reportOf(`${failure.again} ${options}`));
    expect(again, failure.again).toMatchObject({ passed: 0, failures: [{ name: failure.name }] });
  }
});

test("a journey that fails, or passes only the second time, is named with the command that runs it alone", () => {
  const options = `--config=${folder}/playwright.config.js --reporter=json`;
  const first = readJourneyReport(reportOf(`npx playwright test ${options}`));
  expect(first).toMatchObject({
    passed: 3,
    failed: 1,
    failures: [{ name: "[phone] rooms.spec.js › has a door" }],
    flaky: [{ name: "[phone] rooms.spec.js › has a window" }],
  });
  expect(first.files?.map(({ name }) => name)).toEqual(Array(4).fill(`${folder}/rooms.spec.js`));
  const [again] = first.failures ?? [];
  expect(again?.reason).toContain('Expected: "desktop"');
  expect(readJourneyReport(reportOf(`${again?.again} ${options}`))).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [{ name: again?.name }],
  });
});

/** Runs a command line as somebody types it, and answers the JSON report that it leaves. */
function reportOf(command: string): unknown {
  rmSync(join(root, report), { force: true });
  const env: NodeJS.ProcessEnv = { ...projectEnvironment(), VITEST: undefined };
  const { stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    encoding: "utf8",
  });
  try {
    return JSON.parse(readFileSync(join(root, report), "utf8"));
  } catch {
    throw new Error(`${command} left no report:\n${stdout}${stderr}`);
  }
}
