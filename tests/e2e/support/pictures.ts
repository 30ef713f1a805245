import { type Page, test } from "@playwright/test";

/** With E2E_PICTURES=1, keeps how the whole page looks among the journey's results: nothing is compared, and each takes long to draw. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["E2E_PICTURES"])
    await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
}
