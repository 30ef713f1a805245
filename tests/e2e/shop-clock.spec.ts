import { expect, type Page, test } from "@playwright/test";
import { signInAsNewCreator } from "./support/creator.ts";
import { openOwnShop, passMinutes } from "./support/own-shop.ts";

openOwnShop(26);

const dayMinutes = 1_440;

/** The day that the shop's clock shows, in the zone of a creator who has chosen none. */
async function shopDay(page: Page, daysOn = 0): Promise<string> {
  const { now } = (await (await page.request.get("/api/dev/clock")).json()) as { now: string };
  return new Date(Date.parse(now) + daysOn * 86_400_000).toISOString().slice(0, 10);
}

/** Opens the form of a new coupon without loading the page anew, and returns the day it suggests. */
async function suggestedDay(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add Coupon" }).first().click();
  const from = await page.getByLabel(/^Valid from/).inputValue();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  return from.slice(0, 10);
}

test("fields and statuses go by the shop's clock after it was moved, also in a page that was open @any-width", async ({
  page,
}) => {
  await passMinutes(page, 40 * dayMinutes);
  await signInAsNewCreator(page, { firstName: "Noor" });
  await page.goto("/admin?tab=coupons");
  await expect(page.locator("html")).toHaveAttribute("data-ahead-minutes", String(40 * dayMinutes));
  expect(await suggestedDay(page)).toBe(await shopDay(page));

  // It is moved on elsewhere: the next answer tells this page.
  await passMinutes(page, 3 * dayMinutes);
  await page.getByRole("link", { name: "Analytics" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-ahead-minutes", String(43 * dayMinutes));
  await page.goBack();
  expect(await suggestedDay(page)).toBe(await shopDay(page));

  await page.goto("/admin?tab=products");
  await expect(page.getByText("Trial: 11 days left").first()).toBeAttached();
  await page.getByRole("button", { name: "Add Product" }).first().click();
  await page.getByRole("radio", { name: /Download/ }).check({ force: true });
  await page.getByRole("switch", { name: "Coming soon" }).check();
  const passed = page.getByText("That moment has passed");
  await page.getByLabel(/^Opens/).fill(`${await shopDay(page, -2)}T12:00`);
  await expect(passed).toBeVisible();
  await page.getByLabel(/^Opens/).fill(`${await shopDay(page, 2)}T12:00`);
  await expect(passed).toBeHidden();
});
