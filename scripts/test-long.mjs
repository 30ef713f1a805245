/**
 * `npm run test:long`: what takes long and is rarely found. Many more random schedules and hostile requests than `npm test`
 * runs, all planted bugs, a server that is killed thirty times, a store in all its themes, and every feature test on a second PostgreSQL,
 * through PgBouncer, and without notifications. Ends as `npm test` does.
 */
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { run } from "./progress.mjs";
import {
  deafStep,
  installedPostgresSteps,
  longKillsStep,
  longSchedulesStep,
  pooledSteps,
  runStep,
  themesStep,
} from "./steps.mjs";
import { noTests, summaryLines } from "./test-summary.mjs";
import { ensureBuilt } from "./web-build.mjs";

await run(async () => {
  const start = performance.now();
  await ensureInstalled({ development: true });
  await ensureChromium();
  await ensureBuilt();
  const totals = noTests();
  const pooled = await pooledSteps([]);
  for (const step of [
    longSchedulesStep,
    longKillsStep,
    themesStep,
    ...installedPostgresSteps([]),
    ...pooled,
    deafStep([]),
  ])
    await runStep(step, totals);
  for (const line of summaryLines(totals, (performance.now() - start) / 1_000)) console.log(line);
  return totals.failed === 0 ? 0 : 1;
});
