import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

test("what was bought opens from the first screen after paying", async ({ page }) => {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "COURSE" && priceCents > 0);
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("learner"), name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  const skip = page.getByRole("button", { name: "Skip All" });
  const done = page.getByRole("heading", { name: "Order Confirmed!" });
  await expect(skip.or(done)).toBeVisible();
  if (await skip.isVisible()) await skip.click();
  await expect(done).toBeVisible();
  const start = page.getByRole("link", { name: `Start the course: ${product.title}` });
  await expect(start).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await start.click();
  await expect(page).toHaveURL(/\/course\//);
  await expect(page.getByRole("link", { name: "Purchase Course" })).toHaveCount(0);
});

test("a file is named by its kind and size, and comes by one press", async ({ page }) => {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("reader"), name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  const skip = page.getByRole("button", { name: "Skip All" });
  const done = page.getByRole("heading", { name: "Order Confirmed!" });
  await expect(skip.or(done)).toBeVisible();
  if (await skip.isVisible()) await skip.click();
  const way = page.getByRole("button", { name: /^Download/ }).first();
  await expect(way).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^[A-Z]{3,4}, [\d.]+ (Bytes|KB|MB)$/).first()).toBeVisible();
  await expect(page.getByText(/unknown/i)).toHaveCount(0);
  const [download] = await Promise.all([page.waitForEvent("download"), way.click()]);
  expect(await download.failure()).toBeNull();
  const [receipt] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Receipt as PDF" }).click(),
  ]);
  expect(receipt.suggestedFilename()).toMatch(/^receipt-\d{4,}\.pdf$/);
  expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
