import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** Looks at a page in both widths that journeys are made in, in its own one last: what leads there is done once. */
export async function inBothWidths(page: Page, look: () => Promise<void>): Promise<void> {
  const sizes = page.viewportSize()?.width === phone.width ? [desk, phone] : [phone, desk];
  for (const size of sizes) {
    await page.setViewportSize(size);
    // What is drawn for a width by script is, a frame later.
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    await look();
  }
}

/** No violation of WCAG 2.2 AA or of axe's best practices in either width, in light and dark. */
export const expectAccessibleInBothWidths = (page: Page): Promise<void> =>
  inBothWidths(page, () => expectAccessible(page));
