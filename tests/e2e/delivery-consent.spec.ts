import { expect, type Page, test } from "@playwright/test";
import { currentConsent } from "#contract/checkout/delivery-consent.ts";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const startsNow = (page: Page) => page.getByRole("checkbox", { name: currentConsent.startsNow });
const rightEnds = (page: Page) => page.getByRole("checkbox", { name: currentConsent.rightEnds });

async function openDownload(page: Page, email: string) {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
}

async function finish(page: Page) {
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
}

test.describe("in Berlin", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("a buyer asks for a download at once, and the receipt confirms that the right to withdraw ends @phone", async ({
    page,
    request,
  }) => {
    const email = newAddress("at-once");
    await openDownload(page, email);
    await expect(startsNow(page)).not.toBeChecked();
    await expect(rightEnds(page)).not.toBeChecked();
    await expectAccessible(page);
    await startsNow(page).check();
    await rightEnds(page).check();
    await expectAccessible(page);
    await finish(page);
    await expect(page.getByRole("link", { name: "Withdraw from contract here" })).toBeHidden();
    const { text } = await mailTo(request, email, /order/i);
    expect(text).toContain(currentConsent.confirmation);
  });

  test("a buyer who ticks one of the two buys it just the same, and keeps the right to withdraw @any-width", async ({
    page,
  }) => {
    await openDownload(page, newAddress("keeps-right"));
    await startsNow(page).check();
    await finish(page);
    await expect(page.getByRole("link", { name: "Withdraw from contract here" })).toBeVisible();
  });
});

test.describe("in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a buyer is not asked about a right of other countries @any-width", async ({ page }) => {
    const asked = page.waitForResponse((response) => response.url().includes("delivery-consent"));
    await openDownload(page, newAddress("new-york"));
    await asked;
    await expect(page.getByRole("button", { name: /^Complete Purchase - \$/ })).toBeEnabled();
    await expect(page.getByRole("checkbox", { name: currentConsent.startsNow })).toHaveCount(0);
    await finish(page);
  });
});
