import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const everything = {
  type: "tag" as const,
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What can differ between light and dark: the markup is the same. */
const colours = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

/** No violation of WCAG 2.2 AA or of axe's best practices, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ["light", everything],
    ["dark", colours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // In the page itself: the newer mode finishes in a second page, which takes twice the time and helps with frames of
    // other sites only.
    const { violations } = await new AxeBuilder({ page }).options({ runOnly }).setLegacyMode(true).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary ?? ""})`).join(" | ")}`,
    );
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
