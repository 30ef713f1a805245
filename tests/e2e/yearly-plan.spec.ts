import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** A new creator's membership at $15 a month or $150 a year, and their handle. */
async function openClub(page: Page) {
  const { handle } = await signInAsNewCreator(page);
  const made = await page.request.post("/api/products", {
    data: {
      title: "The Night Club",
      slug: `night-${handle.replaceAll("_", "-")}`,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
      priceCents: 1_500,
      yearlyPriceCents: 15_000,
      benefits: ["A new mix every week", "Live questions each month"],
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  return { id, handle };
}

test("a member chooses the year, which is priced at once, outlives a reload, and is what is charged and named", async ({
  page,
  browser,
}) => {
  const { id, handle } = await openClub(page);
  await page.goto(`/u/${handle}`);
  await expect(page.getByText("or $150.00/year")).toBeVisible();

  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/checkout/${id}`);
  const yearly = buyer.getByRole("radio", { name: /Yearly/ });
  await expect(buyer.getByRole("radio", { name: /Monthly/ })).toBeChecked();
  await expect(buyer.getByText("Save 16 %")).toBeVisible();
  await expect(buyer.locator("form").getByText(/renews at \$15\.00 every month/)).toBeVisible();
  await expectAccessible(buyer);
  // Before any email, and by keys.
  await buyer.getByRole("radio", { name: /Monthly/ }).focus();
  const kept = buyer.waitForResponse((answer) => answer.url().endsWith("/draft") && answer.ok());
  await buyer.keyboard.press("ArrowRight");
  await expect(yearly).toBeChecked();
  await expect(buyer.locator("form").getByText(/renews at \$150\.00 every year/)).toBeVisible();
  await expect(buyer.getByText("$150.00", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await kept;
  await buyer.reload();
  await expect(yearly).toBeChecked();

  const email = newAddress("yearly");
  await fillCheckout(buyer, { email, name: "Yara Yearly", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Your membership" })).toBeVisible({ timeout: 30_000 });
  await expect(buyer.getByText("$150.00 / year")).toBeVisible();
  await expect(buyer.getByText("A new mix every week")).toBeVisible();
  const receipt = await mailTo(page.request, email, /The Night Club/);
  expect(receipt.text).toContain("$150.00");
});
