import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findInstalledPostgres, withInstalledPostgres } from "./installed-postgres.mjs";
import { ensurePgBouncer } from "./pgbouncer.mjs";
import { bold, dim, Explained, green, red, since } from "./progress.mjs";
import { findRuntime, projectEnvironment, root, runProgram } from "./runtime.mjs";
import { readFeatureReport, readJourneyReport } from "./test-reports.mjs";
import { addStep } from "./test-summary.mjs";

/** @typedef {import("./test-reports.mjs").Count} Count */
/** @typedef {import("./test-summary.mjs").Totals} Totals */
/** `again` is the command that repeats it; `quietly` runs it without its output, unless it fails, and gives others precedence. */
/** @typedef {{ name: string, again: string, run: () => Promise<Count>, quietly?: () => Promise<Count> }} Step */

const tool = (/** @type {string[]} */ ...path) => join(root, "node_modules", ...path);
const vitest = tool("vitest", "vitest.mjs");
const features = "--project=features";
const playwright = tool("@playwright", "test", "cli.js");

export const formatStep = check("format", "npx oxfmt --check", [tool("oxfmt", "bin", "oxfmt"), "--check"]);
export const lintStep = check("lint", "npm run lint", [
  tool("oxlint", "bin", "oxlint"),
  "--type-aware",
  "--deny-warnings",
]);
export const typeSteps = [".", "web", "tests/e2e"].map((project) =>
  check(`types (${project})`, `npx tsc --noEmit -p ${project}`, [
    tool("typescript", "bin", "tsc"),
    "--noEmit",
    "-p",
    project,
  ]),
);
export const unusedStep = check("unused code", "npx knip", [tool("knip", "bin", "knip.js")]);
export const budgetsStep = check("budgets", "npm run budgets", [join("scripts", "budgets.ts")]);
export const themesStep = check(
  "a store in all its themes",
  "npm run budgets -- --themes",
  [join("scripts", "budgets.ts"), "--themes"],
  2 * 3_600,
);

/**
 * @param {string[]} except files, and folders with a slash at their end
 * @returns {Step}
 */
export const featuresStep = (except = []) => ({
  name: "feature tests on the embedded PostgreSQL",
  again: "npx vitest run",
  run: () =>
    countFeatureTests(
      except.map((path) => `--exclude=${path.replace(/\/$/, "/**")}`),
      { TEST_DATABASE_URL: "" },
    ),
});

/** The tests of which `npm test` runs a share. */
const longFilters = ["tests/money", "tests/messages", "tests/house/hostile-input.test.ts"];

/** @type {Step} */
export const longSchedulesStep = {
  name: "long schedules and all planted bugs",
  again: `TEST_LONG=1 npx vitest run ${longFilters.join(" ")}`,
  run: () =>
    countFeatureTests(longFilters, { TEST_DATABASE_URL: "", TEST_LONG: "1" }, "TEST_LONG=1 npx vitest run"),
};

/**
 * Feature tests once more on a PostgreSQL from elsewhere: the one that TEST_DATABASE_URL names, else one that
 * this machine has. Where there is neither there is no such step.
 * @param {string[]} filters files and folders; all of them where there is none
 * @returns {Step[]}
 */
export function installedPostgresSteps(filters) {
  const given = process.env["TEST_DATABASE_URL"];
  if (given)
    return [
      {
        name: "feature tests on TEST_DATABASE_URL",
        again: "npx vitest run",
        run: () => countFeatureTests(filters, { TEST_DATABASE_URL: given }),
      },
    ];
  const installed = findInstalledPostgres();
  if (!installed) {
    console.log(dim("\nNo PostgreSQL is installed here: the feature tests ran on the embedded one alone."));
    return [];
  }
  const { programs, version } = installed;
  const again = "npm run test:installed --";
  const onServer = (/** @type {string} */ url) =>
    countFeatureTests(filters, { TEST_DATABASE_URL: url }, again);
  return [
    {
      name: `feature tests on the installed PostgreSQL ${version}`,
      again,
      run: () => withInstalledPostgres(programs, onServer),
    },
  ];
}

/**
 * Feature tests with the database behind PgBouncer, which gives each transaction another connection. Where none is to be had
 * there is no such step.
 * @param {string[]} filters files and folders; all of them where there is none
 * @returns {Promise<Step[]>}
 */
export async function pooledSteps(filters) {
  const program = await ensurePgBouncer();
  if (!program) {
    console.log(dim("\nThere is no PgBouncer here: nothing ran through a pooler."));
    return [];
  }
  const environment = { TEST_DATABASE_URL: "", TEST_PGBOUNCER: program };
  return [environmentStep("feature tests through PgBouncer", filters, environment)];
}

/** Feature tests without notifications: all is found by looking. */
export const deafStep = (/** @type {string[]} */ filters) =>
  environmentStep("feature tests without notifications", filters, {
    TEST_DATABASE_URL: "",
    TEST_LISTEN: "off",
  });

/**
 * @param {string} name
 * @param {string[]} filters
 * @param {Record<string, string>} environment
 * @returns {Step}
 */
function environmentStep(name, filters, environment) {
  const set = Object.entries(environment).filter(([, value]) => value !== "");
  const again = `${set.map((pair) => pair.join("=")).join(" ")} npx vitest run`;
  return { name, again, run: () => countFeatureTests(filters, environment, again) };
}

/** Runs Vitest with these arguments on the PostgreSQL of this address; answers its exit status. */
export async function runVitest(/** @type {string[]} */ args, /** @type {string} */ databaseUrl) {
  const { status } = await runTool([vitest, "run", features, ...args], mostSeconds, {
    TEST_DATABASE_URL: databaseUrl,
  });
  return status;
}

/**
 * @param {string[]} filters and other arguments of Vitest
 * @param {Record<string, string>} environment
 * @param {string} [command] what runs these tests
 */
const countFeatureTests = (filters, environment, command) =>
  countTests(
    (report) => vitestArgs(report, features, ...filters),
    (report) => readFeatureReport(report, command),
    environment,
  );

const vitestArgs = (/** @type {string} */ report, /** @type {string[]} */ ...args) => [
  vitest,
  "run",
  ...args,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];

/** @type {Step} */
export const screensStep = {
  name: "tests of screens",
  again: "npx vitest run --project=screens",
  run: () => countTests((report) => vitestArgs(report, "--project=screens"), readFeatureReport),
};

/** @type {Step} */
export const journeysStep = journeys("journeys", []);

/** @type {Step} */
export const longKillsStep = journeys("thirty killed servers", ["killed-server"], { TEST_LONG: "1" });

/**
 * @param {string} name
 * @param {string[]} filters files; all of them where there is none
 * @param {Record<string, string>} [environment]
 * @returns {Step}
 */
function journeys(name, filters, environment = {}) {
  return {
    name,
    again: [
      ...Object.entries(environment).map((pair) => pair.join("=")),
      "npx playwright test",
      ...filters,
    ].join(" "),
    run: () =>
      countTests(
        () => [playwright, "test", ...filters, "--reporter=list,json"],
        readJourneyReport,
        environment,
      ),
  };
}

/**
 * A step that cannot be counted in tests: it passes or it explains itself.
 * @param {string} name
 * @param {string} again
 * @param {() => Promise<void>} work
 * @returns {Step}
 */
export function task(name, again, work) {
  return { name, again, run: () => work().then(() => ({ passed: 1, failed: 0 })) };
}

/**
 * Runs a step, says how it went, and adds it to the totals. A step that throws counts as one failure.
 * @param {Step} step
 * @param {Totals} totals
 * @returns {Promise<boolean>} whether it passed
 */
export async function runStep({ name, again, run }, totals) {
  const start = performance.now();
  console.log(`\n${bold(`▶ ${name}`)}`);
  /** @type {Count} */
  let count = { passed: 0, failed: 1 };
  try {
    count = await run();
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error);
  }
  addStep(totals, { name, again, seconds: (performance.now() - start) / 1_000 }, count);
  const tests = count.passed + count.failed > 1 ? `, ${count.passed} passed, ${count.failed} failed` : "";
  console.log(`${count.failed ? red("✗") : green("✓")} ${name} ${dim(since(start) + tests)}`);
  return count.failed === 0;
}

/**
 * Runs steps one after the other beside another one, whose output is not broken up by theirs: a line says that one has
 * passed, and what it said is shown where it has not.
 * @param {Step[]} steps
 * @param {Totals} totals
 */
export async function runBeside(steps, totals) {
  for (const { name, again, run, quietly = run } of steps)
    await runStep({ name, again, run: quietly }, totals);
}

/** Counts a step that could not be run because what it needs has failed. */
export function skipStep(
  /** @type {Step} */ { name, again },
  /** @type {string} */ reason,
  /** @type {Totals} */ totals,
) {
  addStep(
    totals,
    { name, again, seconds: 0 },
    { passed: 0, failed: 1, failures: [{ name, reason: `not run: ${reason}`, again }] },
  );
  console.log(`\n${red("✗")} ${bold(name)} ${dim(`not run: ${reason}`)}`);
}

/**
 * @param {string} name
 * @param {string} again
 * @param {string[]} args
 * @returns {Step}
 */
function check(name, again, args, timeoutSeconds = 3_600) {
  const run = async (aside = false) => {
    const { status, timedOut } = await runTool(args, timeoutSeconds, {}, aside);
    if (timedOut) console.log(`stopped after ${timeoutSeconds} s`);
    return status === 0 && !timedOut ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  };
  return { name, again, run: () => run(), quietly: () => run(true) };
}

/** A run of tests that takes longer hangs: the journeys take 20 minutes, and ten times that on a slow machine that is busy. */
const mostSeconds = 4 * 3_600;

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
 * @param {boolean} [aside] keeps its output unless it fails, and takes only the time that others leave
 */
function runTool(args, timeoutSeconds, environment = {}, aside = false) {
  const env = { ...projectEnvironment(), ...environment };
  return runProgram(findRuntime() ?? process.execPath, args, { env, timeoutSeconds, quiet: aside, aside });
}
