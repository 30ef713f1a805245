import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { inBothWidths } from "./support/both-widths.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

test("what was bought opens from the first screen after paying @phone", async ({ page }) => {
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
  await inBothWidths(page, async () => {
    await expect(start).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
  await start.click();
  await expect(page).toHaveURL(/\/course\//);
  await expect(page.getByRole("link", { name: "Purchase Course" })).toHaveCount(0);
});
