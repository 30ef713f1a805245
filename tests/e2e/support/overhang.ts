import type { Page } from "@playwright/test";

/**
 * By how many pixels a page is wider than its window. Not by `innerWidth`: a phone makes the window of a page that is too wide as
 * wide as the page, and shows it smaller.
 */
export const overhangOf = (page: Page): Promise<number> =>
  page.evaluate((width) => document.documentElement.scrollWidth - width, page.viewportSize()?.width ?? 0);
