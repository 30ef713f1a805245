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

test("a course goes on where its player cannot be loaded, and says what to do @any-width", async ({
  page,
}) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  await page.route("**/lesson-player-*.js", (route) => route.abort());
  await page.goto(`/course/${course.slug}`);
  await page.getByRole("button", { name: /^Play / }).click();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload the page" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
