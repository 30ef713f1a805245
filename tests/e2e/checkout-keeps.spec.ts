import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const bump = (page: Page) => page.getByRole("checkbox", { name: /Pricing Playbook/ });

/** A cart with an offer and a coupon, on its way to the bank. */
async function goToBank(page: Page) {
  const course = await demoProductNamed(page, "brand-design-course");
  const email = newAddress("keeps");
  await page.goto(`/checkout/${course.id}`);
  await bump(page).check();
  await page.getByRole("button", { name: "Have a coupon code?" }).click();
  await page.getByLabel("Coupon code").fill("welcome10");
  await page.getByRole("button", { name: "Apply" }).click();
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.asksForAuthentication });
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  const button = page.getByRole("button", { name: /^Complete Purchase - \$/ });
  await expect(button).toBeEnabled();
  const total = (await button.textContent()) ?? "";
  await button.click();
  await expect(page.getByRole("button", { name: /^Fail/ })).toBeVisible();
  return { email, total };
}

async function expectKept(page: Page, { email, total }: { email: string; total: string }) {
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(bump(page)).toBeChecked();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  await expect(page.getByRole("button", { name: total })).toBeEnabled();
}

test("back from the bank and after a reload the cart is the same, and is paid as it was seen @any-width", async ({
  page,
}) => {
  const seen = await goToBank(page);
  await page.goBack();
  await expectKept(page, seen);
  await page.reload();
  await expectKept(page, seen);
  await fillCheckout(page, { email: seen.email, name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Bumps Added (1)" })).toBeVisible();
  await expect(page.getByText(seen.total.split(" - ")[1] ?? "").first()).toBeVisible();
});

test("a failed authentication leads back to the same cart, and says there what to do @any-width", async ({
  page,
}) => {
  const seen = await goToBank(page);
  await page.getByRole("button", { name: /^Fail/ }).click();
  await expectKept(page, seen);
  const problem = page.getByRole("alert").filter({ hasText: "We are unable to authenticate" });
  await expect(problem).toBeFocused();
  await expect(problem).toContainText("confirm with your bank, or use another card");
  await expectAccessible(page);
  await fillCheckout(page, { email: seen.email, name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});

test("what was bought is not in the form of the next checkout @any-width", async ({ page }) => {
  const product = await demoProductNamed(page, "portfolio-review");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("once"), name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await page.goto(`/checkout/${product.id}`);
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Ada Buyer");
});

test("nothing of a card is kept in the browser @any-width", async ({ page }) => {
  await goToBank(page);
  await page.goBack();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(kept).toContain("Ada Buyer");
  expect(kept.replaceAll(/\D/g, " ")).not.toMatch(/4000|0031 ?84|12 ?40|\b123\b/);
});
