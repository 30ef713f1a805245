/**
 * `npm test`: everything continuous integration checks, on a fresh clone too. A failure does not stop what does not
 * depend on it. The end says what failed and how to repeat it, and where the time went; the last line is always
 * "N passed, N failed".
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fastFolder } from "#tests/support/fast-folder.mjs";
import { ensureChromium, wantedForChromium } from "./chromium.mjs";
import { installDebianPackages } from "./debian.mjs";
import { ensureInstalled } from "./install.mjs";
import { run } from "./progress.mjs";
import {
  budgetsStep,
  featuresStep,
  formatStep,
  installedPostgresSteps,
  journeysStep,
  lintStep,
  pooledSteps,
  runBeside,
  runStep,
  screensStep,
  skipStep,
  task,
  typeSteps,
  unusedStep,
} from "./steps.mjs";
import { wantedForPgBouncer } from "./pgbouncer.mjs";
import { throughPooler } from "./pooled-tests.mjs";
import { onSecondPostgres, onSecondPostgresOnly } from "./second-postgres.mjs";
import { noTests, summaryLines } from "./test-summary.mjs";
import { ensureBuilt } from "./web-build.mjs";

await run(async () => {
  const start = performance.now();
  const totals = noTests();
  const install = task("installation", "npm ci", async () => {
    await Promise.all([ensureInstalled({ development: true }), installPrograms()]);
  });
  if (await runStep(install, totals)) await runChecks(totals);
  for (const line of summaryLines(totals, (performance.now() - start) / 1_000)) console.log(line);
  return totals.failed === 0 ? 0 : 1;
});

/** Installs Debian's packages while npm installs its own. Whether they are there then is for the steps that need them to see. */
async function installPrograms() {
  const wanted = [...wantedForChromium(), ...wantedForPgBouncer()];
  if (wanted.length > 0) await installDebianPackages(...wanted);
}

async function runChecks(/** @type {import("./test-summary.mjs").Totals} */ totals) {
  // First of all, since tests of screens and some feature tests look at pages too.
  const browser = await runStep(task("browser", "npm test", ensureChromium), totals);
  // One page at a time leaves more than half of two cores, and much of its time it waits.
  await Promise.all([
    browser ? runStep(screensStep, totals) : skipStep(screensStep, "there is no browser", totals),
    runBeside([formatStep, lintStep, ...typeSteps, unusedStep], totals),
  ]);
  const onSecond = installedPostgresSteps(onSecondPostgres);
  await runStep(featuresStep(onSecond.length > 0 ? onSecondPostgresOnly : []), totals);
  for (const step of onSecond) await runStep(step, totals);
  for (const step of await pooledSteps(throughPooler)) await runStep(step, totals);
  const built = await runStep(task("web build", "npm run build", ensureBuilt), totals);
  await withSharedStore(async () => {
    for (const step of [journeysStep, budgetsStep])
      if (built && browser) await runStep(step, totals);
      else skipStep(step, built ? "there is no browser" : "the web app did not build", totals);
  });
}

/** Names a folder for the seeded store of `work`: its first step makes the store, the others copy it. */
async function withSharedStore(/** @type {() => Promise<void>} */ work) {
  const folder = mkdtempSync(join(fastFolder(), "openstall-seeded-"));
  process.env["E2E_SEEDED_STORE"] = join(folder, "store");
  try {
    await work();
  } finally {
    delete process.env["E2E_SEEDED_STORE"];
    rmSync(folder, { recursive: true, force: true });
  }
}
