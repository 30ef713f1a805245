/** `npm run check`: the fast half of `npm test`, for use while working. */
import { ensureInstalled } from "./install.mjs";
import { run } from "./progress.mjs";
import { ensureChromium } from "./chromium.mjs";
import { featuresStep, formatStep, lintStep, runBeside, runStep, screensStep, typeSteps } from "./steps.mjs";
import { noTests, summaryLines } from "./test-summary.mjs";

await run(async () => {
  const start = performance.now();
  await ensureInstalled({ development: true });
  await ensureChromium();
  const totals = noTests();
  await Promise.all([runStep(screensStep, totals), runBeside([formatStep, lintStep, ...typeSteps], totals)]);
  await runStep(featuresStep(), totals);
  for (const line of summaryLines(totals, (performance.now() - start) / 1_000)) console.log(line);
  return totals.failed === 0 ? 0 : 1;
});
