import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsDemo } from "./support/creator.ts";

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
  await expectAccessible(page);

  await page.getByRole("button", { name: /what revenue is made of/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Sales and refunds" }).getByRole("row").nth(1)).toContainText(
    "$",
  );
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
