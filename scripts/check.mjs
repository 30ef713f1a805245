/** `npm run check`: the fast half of `npm test`, for use while working. */
import { ensureInstalled } from "./install.mjs";
import { run } from "./progress.mjs";
import { featuresStep, formatStep, lintStep, runStep, typeSteps } from "./steps.mjs";

await run(async () => {
  await ensureInstalled({ development: true });
  const totals = { passed: 0, failed: 0 };
  for (const step of [formatStep, lintStep, ...typeSteps, featuresStep]) await runStep(step, totals);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
});
