import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsDemo } from "./support/creator.ts";

/** Each day of a table is made like the one before: axe looks at nine of ninety. */
const hideLaterRows = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync("tbody tr:nth-child(n + 10) { display: none }");
    document.adoptedStyleSheets.push(style);
  });

test("analytics: a period and a product in the address, rows behind a figure, charts as tables @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsDemo(page);
  await page.goto("/admin?tab=analytics");
  const figures = page.getByRole("list", { name: "Figures" });
  await expect(figures.getByRole("listitem").first()).toContainText(/\$[1-9]/);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Period").selectOption("Last 90 days");
  await expect(page).toHaveURL(/period=90d/);
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(page).toHaveURL(/as=table/);
  await expect(page.getByRole("region", { name: "Revenue", exact: true }).getByRole("row")).toHaveCount(91);
  await page.reload();
  await expect(page.getByLabel("Period")).toHaveValue("90d");
  await expect(figures.getByRole("listitem").first()).toContainText(/\$[1-9]/);
  await hideLaterRows(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: /what revenue is made of/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Sales and refunds" }).getByRole("row").nth(1)).toContainText(
    "$",
  );
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The other views keep period, product and tables; each opens its rows and comes as a file.
  const views = page.getByRole("tablist", { name: "What to look at" });
  for (const { view, figure, rows } of [
    { view: "Memberships", figure: "mrr", rows: "Members at the end of the period" },
    { view: "Customers", figure: "new customers", rows: "New customers" },
    { view: "Courses", figure: "learners", rows: "Learners" },
    { view: "Refunds", figure: "refunds", rows: "Refunds" },
  ]) {
    await views.getByRole("tab", { name: view }).click();
    await expect(page).toHaveURL(new RegExp(`period=90d.*view=${view.toLowerCase()}`));
    await expect(page.getByText("compared with")).toBeVisible();
    const card = page.getByRole("button", { name: `Rows: what ${figure} is made of`, exact: true });
    await card.press("Enter");
    await expect(page.getByRole("dialog", { name: rows, exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
  }
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV: Reasons" }).click();
  expect((await saved).suggestedFilename()).toBe("refund-reasons.csv");
});
