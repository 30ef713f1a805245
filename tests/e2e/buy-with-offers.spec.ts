import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expectAccessibleInBothWidths } from "./support/both-widths.ts";
import { card, completePurchase, demoProductNamed, fillCheckout, openSummary } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const accept = (page: Page) => page.getByRole("button", { name: /^Yes, Add This - \$/ });
const decline = (page: Page) => page.getByRole("button", { name: "No Thanks", exact: true });
const row = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });

test("a buyer takes two offers and a coupon, declines one add-on, accepts one, and every figure agrees @phone", async ({
  page,
  request,
}) => {
  test.slow();
  const product = await demoProductNamed(page, "brand-design-course");
  const email = newAddress("offers");
  await page.goto(`/checkout/${product.id}`);
  await openSummary(page);
  const offers = page.getByRole("group", { name: "Add These Special Offers" });
  await expect(offers.getByRole("checkbox")).toHaveCount(2);
  await expect(row(page, "Order Bumps")).toHaveCount(0);
  await offers.getByRole("checkbox", { name: /client templates/ }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(offers.getByRole("checkbox", { name: /Pricing Playbook/ })).toBeFocused();
  await offers.getByText("Know what to charge before the last module asks you.").click();
  await expect(row(page, "Order Bumps")).toContainText("$42.40");
  await expect(page.getByText("You're saving with 2 special offers!")).toBeVisible();
  await expect(offers.getByText("Save $15.60")).toBeVisible();

  await page.getByRole("button", { name: "Have a coupon code?" }).click();
  await expect(page.getByLabel("Coupon code")).toBeFocused();
  await page.keyboard.type("no such code");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This coupon code does not exist.")).toBeVisible();
  await expectAccessibleInBothWidths(page);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  await expect(page.getByRole("button", { name: "Complete Purchase - $191.40" })).toBeEnabled();
  await expectAccessibleInBothWidths(page);
  await page.getByLabel("Coupon code").fill("welcome10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(row(page, "Discount (WELCOME10)")).toContainText("-$14.90");
  await expect(row(page, "Total")).toContainText("$176.50");
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await expectAccessibleInBothWidths(page);
  await page.getByRole("button", { name: "Complete Purchase - $176.50" }).click();

  await expect(page.getByRole("heading", { name: "Let me look at your portfolio" })).toBeFocused();
  await expect(page.getByText("Only on this page")).toBeVisible();
  await expect(page.getByText("Save $20.00")).toBeVisible();
  await expectAccessibleInBothWidths(page);
  const total = Number(/of (\d)/.exec((await page.getByText(/^(Offer )?1 of \d$/).textContent()) ?? "")?.[1]);
  expect(total).toBeGreaterThan(1);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await accept(page).dblclick();
  await expect(page.getByText(`2 of ${total}`)).toBeVisible();
  await expect(
    page.getByText("60-Minute Portfolio Review has been added to your order.", { exact: true }),
  ).toBeVisible();
  await expectAccessibleInBothWidths(page);

  await page.reload();
  await expect(page.getByText(`1 of ${total - 1}`)).toBeVisible();
  await expect(page.getByText("Let me look at your portfolio")).toHaveCount(0);
  await decline(page).click();
  for (let left = total - 2; left > 0; left--) await decline(page).click();

  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Bumps Added (2)" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Post-Purchase Add-ons (1)" })).toBeVisible();
  await expect(row(page, "Total Savings")).toContainText("$60.50");
  await expect(row(page, "Total Paid")).toContainText("$251.50");
  await expect(page.getByText("4 items: 1 main product, 2 order bumps, 1 add-on")).toBeVisible();
  await expect(page.getByRole("link", { name: "Start Course" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /\.(zip|pdf)/ })).toHaveCount(2);
  await expectAccessibleInBothWidths(page);

  const receipt = await mailTo(request, email, /^Added to your order/);
  expect(receipt.subject).toContain("60-Minute Portfolio Review");
  for (const words of ["60-Minute Portfolio Review: $", "Total paid for the whole order: $251.50"])
    expect(receipt.text).toContain(words);

  await page.goBack();
  await page.goForward();
  await expect(row(page, "Total Paid")).toContainText("$251.50");
});

test("offers that are ticked and unticked in haste end as they were left, on the same payment form @any-width", async ({
  page,
}) => {
  const product = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${product.id}?code=welcome10`);
  await fillCheckout(page, { email: newAddress("haste"), name: "Ada Buyer", card: card.good });
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith("/api/create-payment-intent"))
      answers.push(((await response.json()) as { clientSecret: string }).clientSecret);
  });
  const boxes = page.getByRole("checkbox");
  for (let click = 0; click < 9; click++) await boxes.nth(click % 2).click();
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(1)).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Complete Purchase - $157.50" })).toBeEnabled();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  expect(new Set(answers).size).toBe(1);
  await page.getByRole("button", { name: "Remove coupon WELCOME10" }).click();
  await expect(page.getByRole("button", { name: "Complete Purchase - $172.40" })).toBeEnabled();
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(row(page, "Total Paid")).toContainText("$172.40");
});

test("a total that cannot be updated is not charged: it is asked for again @any-width", async ({ page }) => {
  const product = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("lost"), name: "Ada Buyer", card: card.good });
  // Once there is a payment whose total can be updated.
  await expect(page.getByRole("button", { name: /^Complete Purchase/ })).toBeEnabled();
  for (const call of ["create-payment-intent", "health"])
    await page.route(`**/api/${call}`, (route) => route.abort());
  await page.getByRole("checkbox").first().check();
  await expect(page.getByText("The total could not be updated.")).toBeVisible();
  await expect(page.getByText("Setup Error", { exact: true })).toBeVisible();
  await expectAccessible(page);
  // The page asks again by itself once the server is heard: here only the press does.
  await page.unroute("**/api/create-payment-intent");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Complete Purchase - $172.40" })).toBeEnabled();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
});

test("an add-on whose bank wants to see the buyer opens the bank's page, and asks for a card only after that @any-width", async ({
  page,
}) => {
  const product = await demoProductNamed(page, "pricing-playbook");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, {
    email: newAddress("add-on"),
    name: "Ada Buyer",
    card: card.asksForAuthentication,
  });
  await completePurchase(page);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByRole("heading", { name: "Price your next quote with me" })).toBeVisible();
  expect(page.url()).not.toContain("secret");
  await accept(page).click();
  // The saved card's own bank: nothing is typed again.
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByText("Payment Failed", { exact: true })).toBeVisible();
  await accept(page).click();
  await expect(page.getByRole("button", { name: "Confirm Add-on" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await accept(page).click();

  await payAddOn(page, card.declined);
  await expect(page.getByText("Payment Failed", { exact: true })).toBeVisible();
  await page.getByLabel("Card number").fill(card.asksForAuthentication);
  await page.getByRole("button", { name: "Confirm Add-on" }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByText("Payment Failed", { exact: true })).toBeVisible();
  await accept(page).click();
  await payAddOn(page, card.asksForAuthentication);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Upsell Added!", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The whole way, not only the price" })).toBeVisible();
  await expect(page.getByText("Limited Time Offer")).toBeVisible();
  await expect(page.getByText(/^Ends [A-Z][a-z]{2} \d+, \d{4}, .* UTC$/)).toBeVisible();
  await expect(page.getByText("Only on this page", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  expect(page.url()).not.toContain("secret");
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Post-Purchase Add-ons (1)" })).toBeVisible();
  await expect(row(page, "Total Paid")).toContainText("$64.00");
});

test("a physical product asks where to send it, and says which line is wrong @phone", async ({ page }) => {
  const product = await demoProductNamed(page, "grid-notebook");
  await page.goto(`/checkout/${product.id}?code=freeship`);
  await fillCheckout(page, { email: newAddress("parcel"), name: "Ada Buyer", card: card.good });
  await openSummary(page);
  await expect(page.getByText("is applied: free shipping.")).toBeVisible();
  await expect(page.getByText(/^Discount/)).toHaveCount(0);
  await page.getByLabel("Street and number").fill("1 Paper Street");
  await page.getByLabel("Country").selectOption({ label: "Portugal" });
  await expect(page.getByLabel("State")).toHaveCount(0);
  await expect(page.getByLabel("City")).toHaveAttribute("autocomplete", "shipping address-level2");
  await expect(page.getByLabel("Postal code")).toHaveAttribute("inputmode", "numeric");
  await page.getByLabel("Postal code").fill("1100");
  await page.getByLabel("City").fill("   ");
  await expect(page.getByText("Please enter a postal code like 2725-079")).toBeVisible();
  await completePurchase(page);
  await expect(page.getByText("Please enter the city")).toBeVisible();
  await expect(page.getByText("Please enter a postal code like 2725-079")).toBeVisible();
  await expect(page.getByLabel("Postal code")).toBeFocused();
  await expectAccessibleInBothWidths(page);
  // Another country's post asks for other things.
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("Country").selectOption("HK");
  await expect(page.getByLabel("Area")).toHaveAttribute("required");
  await expect(page.getByLabel("Postal code")).toHaveCount(0);
  // An odd code where parcels do without is asked about, and blocks nothing.
  await page.getByLabel("Country").selectOption({ label: "Ireland" });
  await page.getByLabel("Eircode").fill("nowhere at all");
  await page.getByLabel("City").focus();
  await expect(page.getByText("Is this right? Eircodes here look like A65 F4E2.")).toBeVisible();
  await page.getByLabel("Country").selectOption({ label: "United States" });
  await expect(page.getByLabel("State")).toHaveValue("");
  await page.getByLabel("State").selectOption({ label: "Oregon" });
  await page.getByLabel("ZIP code").fill("97477-1234");
  await expectAccessibleInBothWidths(page);
  await completePurchase(page);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(row(page, "Coupon")).toContainText("FREESHIP");
  await expect(row(page, "Shipping")).toContainText("Free shipping");
  await expect(page.getByText("Springfield, OR 97477-1234")).toBeVisible();
  await expect(page.getByText("United States")).toBeVisible();
});

async function payAddOn(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Confirm Add-on" }).click();
}
