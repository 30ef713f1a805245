import { expect, type Frame, type Page } from "@playwright/test";
import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const everything: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What can differ between light and dark: the markup is the same. */
const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** No violation of WCAG 2.2 AA or of axe's best practices, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ["light", everything],
    ["dark", colours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await bringAxe(page.frames());
    const found = await runAxe(page, [], { runOnly });
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Every fault that axe knows, outside of frames: what stands in them is somebody else's, and may run no script. */
export async function faultsAroundFrames(page: Page): Promise<string[]> {
  await bringAxe([page.mainFrame()]);
  return runAxe(page, ["iframe"], {});
}

/** Once for each document: half a megabyte of script takes as long to read as a small page to look at. */
async function bringAxe(frames: Frame[]): Promise<void> {
  for (const frame of frames)
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(await axeSource);
}

/**
 * axe itself, asked for faults alone: Playwright's wrapper collects what passes too, in three times the time. Of what axe
 * may load again only media matter to its rules; style sheets are for one that is still an experiment, and not asked for.
 */
async function runAxe(page: Page, exclude: string[], options: RunOptions): Promise<string[]> {
  const violations = await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults> };
      };
      const found = await axe.run(
        { exclude },
        { ...options, resultTypes: ["violations"], preload: { assets: ["media"] } },
      );
      return found.violations;
    },
    [exclude, options] as const,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary ?? ""})`).join(" | ")}`,
  );
}
