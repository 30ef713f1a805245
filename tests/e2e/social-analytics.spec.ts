import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";

const figure = (page: Page, name: string) =>
  page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");

test("a new creator sees what to set up, and no invented figures @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  await page.goto("/social?tab=analytics");
  await expect(figure(page, "Connected Accounts")).toHaveText("0");
  await expect(figure(page, "Automation Rate")).toContainText("--");
  const steps = page.getByRole("listitem");
  await expect(steps.filter({ hasText: "Connect accounts" })).toContainText("Pending");
  await expect(steps.filter({ hasText: "Set up keyword responses" })).toContainText("Pending");
  await expect(steps.filter({ hasText: "Configure webhooks" })).toContainText("Setup Required");
  for (const path of ["/webhook/instagram", "/webhook/twitter", "/webhook/facebook"])
    await expect(page.getByText(new URL(path, page.url()).href, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing came in during the last 30 days" })).toBeVisible();
  await expectAccessible(page);

  await page.request.post("/api/social-accounts", { data: { platform: "INSTAGRAM", demo: true } });
  await page.reload();
  await expect(steps.filter({ hasText: "Connect accounts" })).toContainText("Done");
  await expect(steps.filter({ hasText: "Configure webhooks" })).toContainText(
    "Your demo accounts work without webhooks",
  );
});

test("messages and what they earned: by day, keyword, rule and outcome, and as a file @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsDemo(page);
  await page.goto("/social?tab=analytics");
  await expect(figure(page, "Automation Rate")).toHaveText(/^[1-9]\d?%/);
  await expect(figure(page, "Net revenue")).toHaveText(/^\$[1-9]/);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "How messages ended" })).toBeVisible();
  await expect(page.getByText("Answered automatically", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByText("Show as a table").first().click();
  await expect(page.getByRole("region", { name: "Net revenue by day" }).getByRole("row")).toHaveCount(31);
  await page.getByLabel("Period").selectOption("Last 7 days");
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole("region", { name: "Net revenue by day" }).getByRole("row")).toHaveCount(8);
  await page.getByRole("tab", { name: "Rules" }).click();
  await expect(page).toHaveURL(/by=rules/);
  await page.reload();
  await expect(page.getByLabel("Period")).toHaveValue("7");
  await expect(page.getByRole("tab", { name: "Rules" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("social-analytics.csv");
});
