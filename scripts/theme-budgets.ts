import type { Browser } from "@playwright/test";
import { storeThemes } from "#contract/design/looks.ts";
import { isBelow, type Machine, measureScores, type Scores } from "./lighthouse-scores.ts";
import { weighPage } from "./page-weight.ts";
import { Explained } from "./progress.mjs";

/** Kilobytes as they travel, and the lowest Lighthouse scores; in every theme the same. */
const mostFontKb = 40;
const pages = [
  { name: "Storefront", htmlKb: 20 },
  { name: "Product page", htmlKb: 25 },
] as const;

type Site = { url: string; browser: Browser; machine: Machine; floors: Scores; productPath: string };

/**
 * The demo store and one of its product pages in each of the eight themes, light and dark: 32 pages, about ten minutes.
 * Prints a line for each, and answers the number of breaches.
 */
export async function measureThemes({ url, browser, machine, floors, productPath }: Site): Promise<number> {
  console.log(columns("theme and page", "mode", "html kB", "font kB", "perf", "a11y"));
  let breaches = 0;
  for (const theme of storeThemes) {
    await publishTheme(browser, url, theme);
    for (const { name, htmlKb } of pages) {
      const address = url + (name === "Storefront" ? "/u/demo" : productPath);
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const { htmlBytes, fontBytes } = await weighPage(context, address);
      await context.close();
      for (const mode of ["light", "dark"] as const) {
        const scores = await measureScores(machine, address, floors, mode);
        const isBreach =
          isBelow(scores, floors) || htmlBytes > htmlKb * 1_000 || fontBytes > mostFontKb * 1_000;
        if (isBreach) breaches += 1;
        const sizes = [htmlBytes, fontBytes].map((bytes) => (bytes / 1_000).toFixed(1));
        console.log(
          columns(
            `${isBreach ? "✗ " : ""}${theme}: ${name}`,
            mode,
            ...sizes,
            `${scores.performance}`,
            `${scores.accessibility}`,
          ),
        );
      }
    }
  }
  return breaches;
}

async function publishTheme(browser: Browser, url: string, theme: string): Promise<void> {
  const { request, close } = await signedIn(browser, url);
  try {
    const changed = await request.patch(`${url}/api/my-design`, { data: { theme } });
    const published = await request.post(`${url}/api/my-design/publish`, { data: {} });
    if (!changed.ok() || !published.ok())
      throw new Explained(`The theme ${theme} could not be published: ${published.status()}`);
  } finally {
    await close();
  }
}

async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext();
  await context.request.post(`${url}/api/dev/sign-in-as-demo`);
  return { request: context.request, close: () => context.close() };
}

const columns = (name: string, ...cells: string[]) =>
  name.padEnd(28) + cells.map((cell) => cell.padStart(9)).join("");
