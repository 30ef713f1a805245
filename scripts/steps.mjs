import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findInstalledPostgres, withInstalledPostgres } from "./installed-postgres.mjs";
import { bold, dim, Explained, green, red, since } from "./progress.mjs";
import { findRuntime, projectEnvironment, root, runProgram } from "./runtime.mjs";

/** What ran: `failures` names each failed test with the first lines of its reason. */
/** @typedef {{ passed: number, failed: number, failures?: string[] }} Count */
/** @typedef {{ name: string, run: () => Promise<Count> }} Step */

const tool = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
const vitest = tool("vitest", "vitest.mjs");
const playwright = tool("@playwright", "test", "cli.js");

export const formatStep = check("format", [tool("oxfmt", "bin", "oxfmt"), "--check"]);
export const lintStep = check("lint", [tool("oxlint", "bin", "oxlint"), "--type-aware", "--deny-warnings"]);
export const typeSteps = [".", "web", "tests/e2e"].map((project) =>
  check(`types (${project})`, [tool("typescript", "bin", "tsc"), "--noEmit", "-p", project]),
);
export const unusedStep = check("unused code", [tool("knip", "bin", "knip.js")]);
export const budgetsStep = check("budgets", [join("scripts", "budgets.ts")], 600);

/** @type {Step} */
export const featuresStep = {
  name: "feature tests on the embedded PostgreSQL",
  run: () => countFeatureTests([], { TEST_DATABASE_URL: "" }),
};

/**
 * What touches the database, once more on a PostgreSQL from elsewhere: the one that TEST_DATABASE_URL names, else one that
 * this machine has. Where there is neither there is no such step.
 * @returns {Step[]}
 */
export function installedPostgresSteps() {
  const given = process.env["TEST_DATABASE_URL"];
  const installed = given ? undefined : findInstalledPostgres();
  const folders = [
    "server/features",
    "server/jobs",
    "server/database/migrate.test.ts",
    "server/database/lost-connection.test.ts",
    "server/payments",
    "server/mail",
    "server/pages",
    "server/pages/storefront-cache.test.ts",
    "tests/house/tenancy.test.ts",
  ];
  // Of files, pictures and a browser, whatever the database.
  const withoutDatabase = ["one-gibibyte", "long-video", "hostile-uploads", "openid"];
  const exclusions = withoutDatabase.map((name) => `--exclude=**/${name}.test.ts`);
  const onServer = (/** @type {string} */ url) =>
    countFeatureTests([...folders, ...exclusions], { TEST_DATABASE_URL: url });
  if (given) return [{ name: "feature tests on TEST_DATABASE_URL", run: () => onServer(given) }];
  if (!installed) {
    console.log(dim("\nNo PostgreSQL is installed here: the feature tests ran on the embedded one alone."));
    return [];
  }
  const { programs, version } = installed;
  const run = () => withInstalledPostgres(programs, onServer);
  return [{ name: `feature tests on the installed PostgreSQL ${version}`, run }];
}

/**
 * @param {string[]} filters
 * @param {Record<string, string>} [environment]
 */
const countFeatureTests = (filters, environment) =>
  countTests(
    (report) => [
      vitest,
      "run",
      ...filters,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(failuresOfFile),
    }),
    environment,
  );

const failuresOfFile = (/** @type {any} */ { name, status, message, assertionResults }) => {
  const failed = assertionResults.filter((/** @type {any} */ { status }) => status === "failed");
  const file = relative(root, name);
  if (failed.length === 0 && status === "failed") return [failure(file, message)];
  return failed.map((/** @type {any} */ { fullName, failureMessages }) =>
    failure(`${file} › ${fullName}`, failureMessages.join("\n")),
  );
};

/** Journeys are nested: a suite holds specs and suites, and each spec's tests were tried once or more. */
const failuresOfSuite = (/** @type {any} */ { suites = [], specs = [] }) => [
  ...specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === "unexpected")
      .map((/** @type {any} */ { projectName, results }) =>
        failure(`[${projectName}] ${file} › ${title}`, results.at(-1)?.error?.message ?? ""),
      ),
  ),
  ...suites.flatMap(failuresOfSuite),
];

const failure = (/** @type {string} */ name, /** @type {string} */ reason) =>
  [name, ...reason.split("\n").slice(0, 12)].join("\n    ");

/** @type {Step} */
export const journeysStep = {
  name: "journeys",
  run: () =>
    countTests(
      () => [playwright, "test", "--reporter=list,json"],
      ({ stats, suites }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failures: suites.flatMap(failuresOfSuite),
      }),
    ),
};

/**
 * A step that cannot be counted in tests: it passes or it explains itself.
 * @param {string} name
 * @param {() => Promise<void>} work
 * @returns {Step}
 */
export function task(name, work) {
  return { name, run: () => work().then(() => ({ passed: 1, failed: 0 })) };
}

/**
 * Runs a step, says how it went, and adds it to the totals. A step that throws counts as one failure.
 * @param {Step} step
 * @param {Count} totals
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStep({ name, run }, totals) {
  const start = performance.now();
  console.log(`\n${bold(`▶ ${name}`)}`);
  /** @type {Count} */
  let count = { passed: 0, failed: 1 };
  try {
    count = await run();
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error);
  }
  totals.passed += count.passed;
  totals.failed += count.failed;
  if (count.failed > 0)
    (totals.failures ??= []).push(...(count.failures?.length ? count.failures : [`${name} (see above)`]));
  const tests = count.passed + count.failed > 1 ? `, ${count.passed} passed, ${count.failed} failed` : "";
  console.log(`${count.failed ? red("✗") : green("✓")} ${name} ${dim(since(start) + tests)}`);
  return count.failed === 0;
}

/** Counts a step that could not be run because what it needs has failed. */
export function skipStep(
  /** @type {Step} */ { name },
  /** @type {string} */ reason,
  /** @type {Count} */ totals,
) {
  totals.failed += 1;
  (totals.failures ??= []).push(`${name}: not run, ${reason}`);
  console.log(`\n${red("✗")} ${bold(name)} ${dim(`not run: ${reason}`)}`);
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
function check(name, args, timeoutSeconds = 300) {
  const run = async () => {
    const { status, timedOut } = await runTool(args, timeoutSeconds);
    if (timedOut) console.log(`stopped after ${timeoutSeconds} s`);
    return status === 0 && !timedOut ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
  return { name, run };
}

/** A run of tests that takes longer hangs. */
const mostSeconds = 25 * 60;

/**
 * Runs a test runner that also writes a JSON report, and counts what the report says. A runner that fails without a
 * failed test (a file that does not load, a crash, a time-out) and one that ran nothing count as one failure.
 * @param {(report: string) => string[]} args
 * @param {(report: any) => Count} count
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Count>}
 */
async function countTests(args, count, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), "openstall-report-"));
  const report = join(folder, "report.json");
  try {
    const { status, timedOut } = await runTool(args(report), mostSeconds, {
      ...environment,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    if (timedOut) console.log(`stopped: the tests took longer than ${mostSeconds / 60} minutes`);
    const tests = readCount(report, count);
    if (tests.passed + tests.failed === 0) console.log("no test was run");
    else if (status === 0 || tests.failed > 0) return tests;
    return { ...tests, failed: tests.failed + 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} report
 * @param {(report: any) => Count} count
 */
function readCount(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * @param {string[]} args
 * @param {number} timeoutSeconds
 * @param {Record<string, string>} [environment]
 */
function runTool(args, timeoutSeconds, environment = {}) {
  const env = { ...projectEnvironment(), ...environment };
  return runProgram(findRuntime() ?? process.execPath, args, { env, timeoutSeconds });
}
