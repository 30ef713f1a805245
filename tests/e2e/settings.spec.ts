import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

test("the settings are pages with addresses, and whatever is looked for under another name is found @any-width", async ({
  page,
}, { project }) => {
  await signInAsNewCreator(page, { firstName: "Robin" });
  await page.goto("/admin?tab=settings");
  const pages = page.getByRole("tablist", { name: "Settings" });
  await expect(pages.getByRole("tab", { name: "Store" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Refund policy")).toBeVisible();
  await expectAccessible(page);
  for (const [name, shown] of [
    ["Payouts", "Payment Settings"],
    ["Shipping", "Shipping"],
    ["Notifications", "Notifications"],
    ["Security", "Signed-in browsers"],
    ["Data", "Export everything"],
  ] as const) {
    await pages.getByRole("tab", { name }).click();
    await expect(page).toHaveURL(`/admin?tab=settings&view=${name.toLowerCase()}`);
    await expect(page.getByRole("heading", { level: 2, name: shown })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 2, name: shown })).toBeVisible();
  }
  await expectAccessible(page);

  await pages.getByRole("tab", { name: "Security" }).click();
  const log = page.getByRole("list", { name: "What happened in your account" });
  await expect(log.getByText(/^Signed in on Chrome/)).toBeVisible();
  await expect(log.getByText(/became @shop_/)).toBeVisible();

  // A press that asks for the payments leads there, and reading goes on there.
  await pages.getByRole("tab", { name: "Store" }).click();
  await page.getByRole("button", { name: "Payment Settings" }).click();
  await expect(page.getByRole("heading", { name: "Payment Settings" })).toBeFocused();

  for (const [asked, found] of [
    ["orders", "tab=customers&view=orders"],
    ["payouts", "tab=settings&view=payouts"],
    ["carts", "tab=abandoned-carts"],
  ] as const) {
    await page.goto(`/admin?tab=${asked}`);
    await expect(page).toHaveURL(`/admin?${found}`);
  }
  await page.goto("/admin?tab=nothing");
  await expect(page.getByText("This version has no page for “nothing”.", { exact: false })).toBeVisible();

  // Beside a wide page the sidebar says where somebody is.
  const main = page.getByRole("navigation", { name: "Main" });
  if (project.name === "desktop") {
    await main.getByRole("link", { name: "Payouts" }).click();
    await expect(main.getByRole("link", { name: "Payouts" })).toHaveAttribute("aria-current", "page");
    await expect(main.getByRole("link", { name: "Settings" })).not.toHaveAttribute("aria-current", "page");
  }

  // The provider's page leads back to what it was about.
  await page.goto("/admin?tab=settings&account=returned");
  await expect(page.getByRole("heading", { name: "Payment Settings" })).toBeVisible();
});
