import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import { chromiumSwitches } from "./chromium.mjs";
import { measureMachineSpeed, slowdownOf } from "./machine-speed.ts";

/** Lighthouse's mobile scores, 0 to 100. */
export type Scores = { performance: number; accessibility: number };

/** The browser to measure with, and the machine's speed when it was last measured. */
export type Machine = { chromePath: string; speed: number };

/** How often a page that falls below its floors is measured before that stands. */
const mostRuns = 7;

/**
 * The best of a page's runs, of which there are more only while it is below its floors. The best and not the median, since
 * what shares the machine only ever makes a page slower: one page scored 98, 82 and 71 in three runs after each other.
 * The machine's speed after one run is its speed before the next, on this page or another.
 */
export async function measureScores(
  machine: Machine,
  url: string,
  floors: Scores,
  mode: "light" | "dark" = "light",
): Promise<Scores> {
  const best: Scores = { performance: 0, accessibility: 0 };
  for (let run = 0; run < mostRuns && isBelow(best, floors); run += 1) {
    const scores = await measureOnce(machine, url, mode);
    const speedNow = await measureMachineSpeed(machine.chromePath);
    // A machine that has become much faster since was slowed down too little: its score would flatter the page.
    if (speedNow < machine.speed * likeness) {
      best.performance = Math.max(best.performance, scores.performance);
      best.accessibility = Math.max(best.accessibility, scores.accessibility);
    }
    machine.speed = speedNow;
  }
  return best;
}

/** As Chromium numbers what visitors prefer. */
const schemes = { dark: 0, light: 1 };

/** Two measurements of one machine at one speed differ by less. */
const likeness = 1.25;

export const isBelow = (scores: Scores, floors: Scores) =>
  scores.performance < floors.performance || scores.accessibility < floors.accessibility;

async function measureOnce(
  { chromePath, speed }: Machine,
  url: string,
  mode: "light" | "dark",
): Promise<Scores> {
  const chrome = await launch({
    chromePath,
    chromeFlags: [
      "--headless=new",
      `--blink-settings=preferredColorScheme=${schemes[mode]}`,
      ...chromiumSwitches,
    ],
    logLevel: "silent",
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: "silent",
      onlyCategories: ["performance", "accessibility"],
      // What neither score counts. Chromium often takes five seconds to forget a page, and this one has seen no other.
      skipAudits: ["bf-cache"],
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdownOf(speed) },
    });
    const score = (category: string) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100);
    return { performance: score("performance"), accessibility: score("accessibility") };
  } finally {
    chrome.kill();
  }
}
