import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout, openSummary } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const row = (page: Page, name: string) =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) });

test("a creator says where they ship to; a buyer sees what their country costs, and pays that @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const { request } = page;
  await page.goto("/admin?tab=settings&view=shipping");
  await expect(page.getByText("You ship nowhere yet")).toBeVisible();
  const book = {
    title: "Field Notes",
    slug: `notes-${crypto.randomUUID().slice(0, 8)}`,
    type: "PHYSICAL",
    priceCents: 2_000,
  };
  expect((await request.post("/api/products", { data: book })).status()).toBe(422);
  for (const [country, first] of [
    ["United Kingdom", "4,00"],
    ["Germany", "9"],
  ] as const) {
    await page.getByRole("button", { name: "Add a country" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a country" });
    await dialog.getByLabel("Country").selectOption({ label: country });
    await dialog.getByLabel("First piece").fill(first);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save rate" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByText("$4.00, each further piece free")).toBeVisible();
  await expect(page.getByText("Nothing is sent to any other country.")).toBeVisible();
  await expectAccessible(page);
  const made = await request.post("/api/products", { data: book });
  const { id: productId } = (await made.json()) as { id: string };
  const coupon = { code: "POSTFREE", discountType: "FREE_SHIPPING", discountValue: 0 };
  expect((await request.post("/api/coupons", { data: coupon })).status()).toBe(201);

  const context = await browser.newContext({
    timezoneId: "Europe/Berlin",
    ...(page.viewportSize() && { viewport: page.viewportSize() }),
  });
  const shop = await context.newPage();
  const email = newAddress("shipping");
  await shop.goto(`/checkout/${productId}`);
  const pay = (total: string) => shop.getByRole("button", { name: `Complete Purchase - ${total}` });
  // Where the browser seems to be, before anybody says who buys.
  await expect(shop.getByRole("combobox", { name: "Country" })).toHaveValue("DE");
  await expect(pay("$29.00")).toBeVisible();
  await expect(shop.getByRole("combobox", { name: "Country" }).locator("option")).toHaveText([
    "Choose a country",
    "Germany",
    "United Kingdom",
  ]);
  await shop.getByRole("combobox", { name: "Country" }).selectOption("GB");
  await expect(pay("$24.00")).toBeVisible();
  await openSummary(shop);
  await expect(row(shop, "Shipping")).toContainText("$4.00");
  await expectAccessible(shop);
  await fillCheckout(shop, { email, name: "Di Reader", card: card.good });
  await shop.getByRole("button", { name: "Have a coupon code?" }).click();
  await shop.getByLabel("Coupon code").fill("postfree");
  await shop.getByRole("button", { name: "Apply" }).click();
  await expect(shop.getByText("is applied: free shipping.")).toBeVisible();
  await expect(row(shop, "Shipping")).toContainText("Free shipping");
  await expect(pay("$20.00")).toBeVisible();
  await shop.getByRole("button", { name: "Remove coupon POSTFREE" }).click();
  await expect(pay("$24.00")).toBeEnabled();
  await shop.getByLabel("Street and number").fill("1 Long Lane");
  await shop.getByLabel("Town or city").fill("Leeds");
  await shop.getByLabel("Postcode").fill("LS1 1AA");
  await completePurchase(shop);
  await expect(shop.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(row(shop, "Shipping")).toContainText("$4.00");
  await expect(row(shop, "Total Paid")).toContainText("$24.00");
  const mail = await mailTo(request, email, /./);
  expect(mail.text).toMatch(/Shipping: \$4\.00[^]*Total paid: \$24\.00/);
  await context.close();

  await page.goto("/admin?tab=customers");
  const waiting = page.getByRole("region", { name: "To ship (1)" });
  await waiting.getByRole("button", { name: /^Order \d+$/ }).click();
  await expect(row(page, "Shipping")).toContainText("$4.00");
  await expect(row(page, "Total")).toContainText("$24.00");
  await expectAccessible(page);
});
