/**
 * `npm test`: everything continuous integration checks, on a fresh clone too. A failure does not stop what does not
 * depend on it. What failed is told again at the end; the last line is always "N passed, N failed".
 */
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { dim, red, run, since } from "./progress.mjs";
import {
  budgetsStep,
  featuresStep,
  formatStep,
  installedPostgresSteps,
  journeysStep,
  lintStep,
  runStep,
  skipStep,
  task,
  typeSteps,
  unusedStep,
} from "./steps.mjs";
import { ensureBuilt } from "./web-build.mjs";

await run(async () => {
  const start = performance.now();
  /** @type {import("./steps.mjs").Count} */
  const totals = { passed: 0, failed: 0 };
  if (
    await runStep(
      task("installation", () => ensureInstalled({ development: true })),
      totals,
    )
  )
    await runChecks(totals);
  for (const failure of totals.failures ?? []) console.log(`\n${red("✗")} ${failure}`);
  console.log(`\n${dim(`took ${since(start)}`)}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
});

async function runChecks(/** @type {import("./steps.mjs").Count} */ totals) {
  // First of all, since some feature tests look at pages too.
  const browser = await runStep(task("browser", ensureChromium), totals);
  for (const step of [formatStep, lintStep, ...typeSteps, unusedStep, featuresStep])
    await runStep(step, totals);
  for (const step of installedPostgresSteps()) await runStep(step, totals);
  const built = await runStep(task("web build", ensureBuilt), totals);
  for (const step of [journeysStep, budgetsStep])
    if (built && browser) await runStep(step, totals);
    else skipStep(step, built ? "there is no browser" : "the web app did not build", totals);
}
