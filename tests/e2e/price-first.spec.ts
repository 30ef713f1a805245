import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { demoProductNamed, openSummary } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const total = (page: Page) => page.getByText("Total", { exact: true }).locator("..");

test("a link with a code shows its price in the page's first answer, before any email and any script @any-width", async ({
  browser,
  page,
}) => {
  const course = await demoProductNamed(page, "brand-design-course");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  await still.goto(`/checkout/${course.id}?code=welcome10`);
  const price = dollars(course.priceCents - Math.floor(course.priceCents / 10));
  // On a phone in the one line, which says the code, too.
  await expect(still.getByText(/WELCOME10 (is )?applied/).filter({ visible: true })).toBeVisible();
  await expect(still.getByText(price, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(total(still)).toContainText(price);
  await context.close();
});

test("a code and an offer are priced as they are chosen, an unknown code is refused at once, and paying goes on", async ({
  page,
}) => {
  const course = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${course.id}?code=NOSUCHCODE`);
  await expect(page.getByText("This coupon code does not exist.")).toBeVisible();
  await expect(page.getByLabel("Coupon code")).toHaveValue("NOSUCHCODE");
  const before = (await total(page).textContent()) ?? "";
  await expectAccessible(page);
  await page.getByLabel("Coupon code").fill("welcome10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(page.getByText(/^Discount \(WELCOME10\)/)).toBeVisible();
  await expect(total(page)).not.toContainText(before);
  await page.getByRole("button", { name: "Remove coupon WELCOME10" }).click();
  await expect(total(page)).toContainText(before);
  await expect(page.getByText("Please enter your email address to continue")).toBeVisible();

  // A code that is refused never stands in the way of paying without it.
  await page.getByRole("button", { name: "Have a coupon code?" }).click();
  await page.getByLabel("Coupon code").fill("alsowrong");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("This coupon code does not exist.")).toBeVisible();
  await page.getByLabel("Email Address").fill("price-first@example.com");
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await expect(page.getByRole("button", { name: /^Complete Purchase - \$/ })).toBeEnabled();
});

test("the card's fields stand ready before the email, and keep their digits while offers, coupon and email change @phone", async ({
  page,
}) => {
  const course = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${course.id}`);
  const number = page.getByLabel("Card number");
  await number.fill("4242424242424242");
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  // The same field throughout, not another one with the same digits.
  await number.evaluate((field) => field.setAttribute("data-first", ""));
  const expectSame = async () => {
    await expect(number).toHaveAttribute("data-first", "");
    await expect(number).toHaveValue("4242 4242 4242 4242");
  };
  const button = page.getByRole("button", { name: /^Complete Purchase - \$/ });
  await expect(button).toBeEnabled();
  await expect(page.getByText("Please enter your email address to continue")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: /Pricing Playbook/ }).check();
  await expectSame();
  await openSummary(page);
  await page.getByRole("button", { name: "Have a coupon code?" }).click();
  await page.getByLabel("Coupon code").fill("welcome10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expectSame();
  await page.getByLabel("Email Address").fill(newAddress("card-first"));
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await expect(button).toBeEnabled();
  await expectSame();
  await page.getByRole("checkbox", { name: /Pricing Playbook/ }).uncheck();
  await expect(button).toBeEnabled();
  await expectSame();
  await button.click();
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});
