import { expect, test } from "@playwright/test";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

test("a checkout whose reviews cannot be loaded keeps what was typed, and is paid @any-width", async ({
  page,
}) => {
  const product = await demoProduct(page, ({ type }) => type === "COURSE");
  const failed = page.waitForEvent("console", (message) => message.text().includes("/product-reviews-"));
  await page.route("**/product-reviews-*.js", (route) => route.abort());
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("late"), name: "Ada Buyer", card: card.good });
  await page.mouse.wheel(0, 5_000);
  await failed;
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});
