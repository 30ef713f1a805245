import { bold, dim, red } from "./progress.mjs";

/** @typedef {import("./test-reports.mjs").Count} Count */
/** @typedef {import("./test-reports.mjs").Failure} Failure */
/** @typedef {import("./test-reports.mjs").Timing} Timing */
/** What all steps came to; `parts` and `files` say how long each step and each test file took, in seconds. */
/** @typedef {{ passed: number, failed: number, failures: Failure[], flaky: Failure[], parts: Timing[], files: Map<string, number> }} Totals */

/** @returns {Totals} */
export const noTests = () => ({
  passed: 0,
  failed: 0,
  failures: [],
  flaky: [],
  parts: [],
  files: new Map(),
});

const mostSlowest = 10;

/**
 * Adds what a step came to. One that failed without naming a test counts as its own failure, and `again` runs it.
 * @param {Totals} totals
 * @param {{ name: string, again: string, seconds: number }} step
 * @param {Count} count
 */
export function addStep(totals, { name, again, seconds }, count) {
  totals.passed += count.passed;
  totals.failed += count.failed;
  const { failures = [], flaky = [], files = [] } = count;
  if (count.failed > 0)
    totals.failures.push(...(failures.length > 0 ? failures : [{ name, reason: "see above", again }]));
  totals.flaky.push(...flaky);
  totals.parts.push({ name, seconds });
  // A file of journeys is run at two widths, and some feature tests on a second database.
  for (const file of files) totals.files.set(file.name, (totals.files.get(file.name) ?? 0) + file.seconds);
}

/**
 * The lines at the end of a run: what failed and the command that repeats it, where the time went, and the count.
 * @param {Totals} totals
 * @param {number} seconds
 * @returns {string[]}
 */
export function summaryLines({ passed, failed, failures, flaky, parts, files }, seconds) {
  const slowest = [...files]
    .map(([name, seconds]) => ({ name, seconds }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, mostSlowest);
  return [
    ...(slowest.length > 0 ? ["", bold("Slowest test files, in seconds"), ...slowest.map(timeLine)] : []),
    "",
    bold("Seconds by part"),
    ...parts.map(timeLine),
    ...flaky.flatMap((each) => ["", `${bold("Passed only when run again:")} ${each.name}`, ...how(each)]),
    ...failures.flatMap((each) => ["", `${red("✗")} ${each.name}`, ...how(each)]),
    "",
    dim(`took ${seconds.toFixed(1)} s`),
    `${passed} passed, ${failed} failed`,
  ];
}

const timeLine = (/** @type {Timing} */ { name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${name}`;

const mostLines = 12;

const how = (/** @type {Failure} */ { reason, again }) => [
  ...reason
    .split("\n")
    .slice(0, mostLines)
    .map((line) => `    ${line}`),
  `  again: ${again}`,
];
