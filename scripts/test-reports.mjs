import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./runtime.mjs";

/** A failed test: the first lines of its reason, and the one command that runs it again. */
/** @typedef {{ name: string, reason: string, again: string }} Failure */
/** How long something took: a test file, or a part of the run. */
/** @typedef {{ name: string, seconds: number }} Timing */
/** What ran. `flaky` names what passed only when it was run again; `files` may name a file more than once. */
/** @typedef {{ passed: number, failed: number, failures?: Failure[], flaky?: Failure[], files?: Timing[] }} Count */

/**
 * What Vitest's JSON report says. `command` runs Vitest as this run did.
 * @param {any} report
 * @returns {Count}
 */
export function readFeatureReport(report, command = "npx vitest run") {
  /** @type {any[]} */
  const results = report.testResults;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: results.flatMap((file) => failuresOfFile(file, command)),
    files: results.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    })),
  };
}

/** @returns {Failure[]} */
function failuresOfFile(/** @type {any} */ { name, status, message, assertionResults }, command = "") {
  const file = relative(root, name);
  const failed = assertionResults.filter((/** @type {any} */ result) => result.status === "failed");
  if (failed.length === 0)
    return status === "failed" ? [{ name: file, reason: message, again: `${command} ${quote(file)}` }] : [];
  return failed.map((/** @type {any} */ { ancestorTitles, title, failureMessages }) => ({
    name: [file, ...ancestorTitles, title].join(" › "),
    reason: failureMessages.join("\n"),
    again: `${command} ${quote(file)} -t ${quote(`^${escapePattern([...ancestorTitles, title].join(" > "))}$`)}`,
  }));
}

/**
 * What Playwright's JSON report says.
 * @param {any} report
 * @returns {Count}
 */
export function readJourneyReport({ config, stats, suites, errors }) {
  const journeys = suites.flatMap(journeysOfSuite);
  const folder = relative(root, config.rootDir);
  const withStatus = (/** @type {string} */ wanted) =>
    journeys.filter((/** @type {any} */ { status }) => status === wanted);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...errors.map(failureToLoad), ...withStatus("unexpected")],
    flaky: withStatus("flaky"),
    files: journeys.map((/** @type {any} */ { file, seconds }) => ({ name: join(folder, file), seconds })),
  };
}

/** A file of journeys that does not load: none is run then. */
const failureToLoad = (/** @type {any} */ { message, location }) => ({
  name: location ? relative(root, location.file) : "journeys",
  reason: message,
  again: "npx playwright test --list",
});

/** Journeys are nested: a suite holds specs and suites, and each spec's tests were tried once or more. */
const journeysOfSuite = (/** @type {any} */ { suites = [], specs = [] }) => [
  ...specs.flatMap((/** @type {any} */ { file, line, title, tests }) =>
    tests.map((/** @type {any} */ { projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      reason: stripVTControlCharacters(
        results.findLast((/** @type {any} */ { error }) => error)?.error.message ?? "",
      ),
      again: `npx playwright test ${quote(`${file}:${line}`)} --project=${projectName}`,
      file,
      status,
      seconds:
        results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) /
        1_000,
    })),
  ),
  ...suites.flatMap(journeysOfSuite),
];

/** For a POSIX shell: plain where it may be. */
const quote = (/** @type {string} */ text) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const escapePattern = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
