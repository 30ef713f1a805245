import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

/** A new creator's zine at what buyers want to pay, made in the form. */
async function offerZine(page: Page, least: string) {
  const { handle } = await signInAsNewCreator(page);
  await page.goto("/admin?tab=products&product=new");
  const form = page.getByRole("dialog", { name: "Add Product" });
  await form
    .getByRole("group", { name: /Product type/ })
    .getByText("Service", { exact: true })
    .click();
  await form.getByLabel("Title").fill("The Night Zine");
  await form.getByLabel("Slug").fill(`zine-${handle.replaceAll("_", "-")}`);
  await form.getByRole("switch", { name: "Pay what you want" }).click();
  if (least) await form.getByLabel("Minimum").fill(least);
  await form.getByLabel("Suggested amount").fill("3,00");
  await expect(form.getByText(least ? `From $${least}` : "Pay what you want").first()).toBeAttached();
  return { form, handle };
}

async function publishZine(page: Page, least: string) {
  const { form, handle } = await offerZine(page, least);
  await form.getByLabel("Suggested amount").fill("12,00");
  await form.getByRole("button", { name: "Create Product" }).click();
  await expect(form).toHaveCount(0);
  return handle;
}

test("a buyer types what they want to pay as people type it, finds it after a reload, and pays just that @phone", async ({
  page,
  browser,
}) => {
  const handle = await publishZine(page, "5.00");
  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/u/${handle}`);
  await expect(buyer.getByText("From $5.00")).toBeVisible();
  await buyer.getByRole("link", { name: "The Night Zine", exact: true }).click();
  await expect(buyer.getByText("Pay what you want").filter({ visible: true }).first()).toBeVisible();
  expect(await buyer.locator('script[type="application/ld+json"]').textContent()).toContain('"price":"5.00"');
  await buyer
    .getByRole("link", { name: /^(Book|Order|Buy|Get)/ })
    .filter({ visible: true })
    .first()
    .click();

  await expect(buyer.getByRole("radio", { name: /\$12\.00/ })).toBeChecked();
  await expectAccessible(buyer);
  await buyer.getByRole("radio", { name: "Another amount" }).check();
  const amount = buyer.getByLabel("Your amount");
  await buyer.keyboard.press("Tab");
  await expect(amount).toBeFocused();
  const email = newAddress("chooser");
  // Too little is said where it stands, and nothing else can be paid meanwhile.
  await amount.fill("3");
  await fillCheckout(buyer, { email, name: "Cho Ser", card: card.good });
  await expect(buyer.getByText("The least for this is $5.00")).toBeVisible();
  await expectAccessible(buyer);
  const kept = buyer.waitForResponse(
    async (answer) => answer.url().endsWith("/draft") && (await answer.text()).includes('"amountCents":3200'),
  );
  await amount.fill("32,00");
  await expect(buyer.getByText("= $32.00")).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Complete Purchase - $32.00" })).toBeVisible();
  await kept;
  await buyer.reload();
  await expect(buyer.getByLabel("Your amount")).toHaveValue("32.00");
  await fillCheckout(buyer, { email, name: "Cho Ser", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect((await mailTo(page.request, email, /The Night Zine/)).text).toContain("$32.00");
});

test("where the least is nothing it is had for nothing, by keys and after all @any-width", async ({
  page,
  browser,
}) => {
  const handle = await publishZine(page, "");
  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/u/${handle}`);
  await expect(buyer.getByText("Pay what you want").first()).toBeVisible();
  await buyer.getByRole("link", { name: /: The Night Zine$/ }).click();
  const email = newAddress("gratis");
  await buyer.getByRole("radio", { name: /\$12\.00/ }).focus();
  await buyer.keyboard.press("ArrowUp");
  await expect(buyer.getByRole("radio", { name: "Nothing" })).toBeChecked();
  await expect(buyer.getByRole("heading", { name: "Your Details" })).toBeVisible();
  await fillCheckout(buyer, { email, name: "Gra Tis" });
  await expect(buyer.getByText("Payment Details")).toHaveCount(0);
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});
