import { chromium } from "@playwright/test";
import { throttling } from "lighthouse/core/config/constants.js";
import { chromiumSwitches } from "./chromium.mjs";

/** What `work` takes, in milliseconds, on a machine on which Lighthouse's slower processor is a phone's. */
const expectedMs = 75;
const runs = 3;

/**
 * How fast this machine does what a browser does to show a page, as a share of what Lighthouse expects: at most 1. Its own
 * `benchmarkIndex` times a loop that is compiled once; a machine may be quick at that, and slow at starting programs and
 * at giving memory, which is most of a page's first second.
 */
export async function measureMachineSpeed(chromePath: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: chromePath, args: chromiumSwitches });
  try {
    let best = Infinity;
    for (let run = 0; run < runs; run++) {
      const page = await browser.newPage();
      best = Math.min(best, await page.evaluate<number>(work));
      await page.close();
    }
    return Math.min(1, expectedMs / best);
  } finally {
    await browser.close();
  }
}

/**
 * How many times slower this machine is made to be as slow as a phone. A phone is as slow whatever measures it, so a slower
 * machine is slowed down less, as Lighthouse's docs/throttling.md says to ("Calibrating multipliers").
 */
export const slowdownOf = (speed: number) =>
  Math.max(1, throttling.mobileSlow4G.cpuSlowdownMultiplier * speed);

/** Run in a page: compiles 2,000 functions, calls each once, and lays out 2,000 elements. */
const work = `(() => {
  const names = Array.from({ length: 2000 }, (_, place) => "part" + place);
  const source = names
    .map((name, place) => "function " + name + "(props) { const item = { place: " + place + ", text: props.text + '" + name
      + "', list: [1, 2, 3].map((one) => one + " + place + ") }; const node = document.createElement('p');"
      + " node.textContent = item.text; node.className = 'c' + (item.list[0] % 7); return node; }")
    .join("\\n") + "\\nreturn [" + names.join(",") + "];";
  const begun = performance.now();
  const parts = new Function(source)();
  const list = document.createElement("main");
  for (const part of parts) list.append(part({ text: "words of " }));
  document.body.append(list);
  list.getBoundingClientRect();
  return performance.now() - begun;
})()`;
