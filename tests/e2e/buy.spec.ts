import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expectAccessibleInBothWidths, inBothWidths } from "./support/both-widths.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { mailsTo, mailTo, newAddress } from "./support/mailbox.ts";

test("a buyer pays with a card, downloads the file, and opens the order elsewhere through the receipt alone @phone", async ({
  page,
  browser,
  request,
}) => {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);
  const email = newAddress("buyer");
  await page.goto("/u/demo");
  await expectAccessibleInBothWidths(page);
  await page.getByRole("link", { name: `Buy: ${product.title}` }).click();
  await expect(page.getByText("Please enter your email address to continue")).toBeVisible();
  await expectAccessibleInBothWidths(page);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  await expectAccessibleInBothWidths(page);
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();

  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(page).toHaveURL(/\/success\?payment_intent=pi_/);
  expect(page.url()).not.toContain("secret");
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your Downloads" })).toBeVisible();
  // A file is named by its kind and size, and comes by one press on the first screen.
  const way = page.getByRole("button", { name: /^Download/ }).first();
  await inBothWidths(page, async () => {
    await expect(way).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
  await expect(page.getByText(/^[A-Z]{3,4}, [\d.]+ (Bytes|KB|MB)$/).first()).toBeVisible();
  await expect(page.getByText(/unknown/i)).toHaveCount(0);
  await savePdf(page, () => way.click());
  await expect(page.getByText(/1 of \d downloads used/)).toBeVisible();
  const file = page.getByRole("main").getByRole("listitem").filter({ hasText: ".pdf" });
  await savePdf(page, () => file.getByRole("button").click());
  const button = page.getByRole("button", { name: "Receipt as PDF" });
  expect(await savePdf(page, () => button.click())).toMatch(/^receipt-\d{4,}\.pdf$/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  const orderPage = page.url();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(orderPage);
  await expect(stranger.getByRole("heading", { name: "Order Confirmation Error" })).toBeVisible();
  await expectAccessibleInBothWidths(stranger);

  const receipt = await mailTo(request, email, /order/i);
  const link = /https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(receipt.text)?.[0] ?? "";
  await stranger.goto("about:blank");
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect(stranger.url()).not.toContain("#rt");

  // The mail's other link saves the receipt at once.
  const pdfLink = /https?:\/\/\S+&receipt=pdf/.exec(receipt.text)?.[0] ?? "";
  await stranger.goto("about:blank");
  await savePdf(stranger, () => stranger.goto(pdfLink));
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect((await mailsTo(request, email)).length).toBe(1);
});

test("a declined card says so, charges nothing, and another card goes through @any-width", async ({
  page,
}) => {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "SERVICE" && priceCents > 0);
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("declined"), name: "Ada Buyer", card: card.declined });
  await completePurchase(page);
  await expect(page.getByText("Payment Failed", { exact: true })).toBeVisible();
  const problem = page.getByRole("alert").filter({ hasText: "Please use another card, or ask your bank." });
  await expect(problem).toContainText("Your card was declined.");
  await expect(problem).toBeFocused();
  await expectAccessibleInBothWidths(page);
  await expect(page.getByText("Payment Failed", { exact: true })).toBeHidden();
  await expect(problem).toBeVisible();
  await page.getByLabel("Card number").fill(card.good);
  await completePurchase(page);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});

test("a card that asks for authentication leads to the bank and back @phone", async ({ page }) => {
  const product = await demoProduct(page, ({ type }) => type === "EVENT");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, {
    email: newAddress("bank"),
    name: "Ada Buyer",
    card: card.asksForAuthentication,
  });
  await completePurchase(page);
  await expect(page.getByRole("button", { name: /^Fail/ })).toBeVisible();
  await expectAccessibleInBothWidths(page);
  await page.getByRole("button", { name: /^Complete/ }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect(page.url()).not.toContain("secret");
});

test("a buyer who closes the tab before the return page still gets the receipt, and its link opens the order @any-width", async ({
  page,
  browser,
  request,
}) => {
  const product = await demoProduct(page, ({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);
  const email = newAddress("closed");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  const paid = page.waitForResponse((response) => response.url().endsWith("/confirm") && response.ok());
  await page.route("**/api/checkout/finish-payment", (route) => route.abort());
  await completePurchase(page);
  await paid;
  await page.close();
  const receipt = await mailTo(request, email, /order/i);
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(/https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(receipt.text)?.[0] ?? "");
  await expect(phone.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(phone.getByRole("heading", { name: "Your Downloads" })).toBeVisible();
});

test("a free product is got with a name and an address, and no word is of payment @any-width", async ({
  page,
  request,
}) => {
  const product = await demoProduct(page, ({ priceCents }) => priceCents === 0);
  const email = newAddress("free");
  await page.goto(`/checkout/${product.id}`);
  const button = page.getByRole("button", { name: "Get it free", exact: true });
  const expectNoPayment = async () => {
    await expect(page.getByText(/payment|purchase|\bcard\b|\bpay/i).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByLabel("Card number")).toHaveCount(0);
  };
  await expect(button).toBeEnabled();
  await inBothWidths(page, expectNoPayment);
  await page.route("**/api/create-payment-intent", (route) => route.abort());
  await fillCheckout(page, { email, name: "Ada Buyer" });
  await expect(page.getByText("The order could not be set up.")).toBeVisible();
  await expectNoPayment();
  await page.unroute("**/api/create-payment-intent");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(button).toBeEnabled();
  await inBothWidths(page, async () => {
    await expectNoPayment();
    await expectAccessible(page);
  });
  await button.click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await mailTo(request, email, /order/i);
});

test("a double click on the button buys once, and nothing of it is in the form of the next checkout @any-width", async ({
  page,
  request,
}) => {
  const product = await demoProduct(page, ({ type }) => type === "BOOKING_LINK");
  const email = newAddress("double");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  await page.getByRole("button", { name: /^Complete Purchase/ }).dblclick();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await mailTo(request, email, /order/i);
  expect((await mailsTo(request, email)).length).toBe(1);

  await page.goto(`/checkout/${product.id}`);
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Ada Buyer");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await expect(page.getByText("You bought this a moment ago.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "View your order" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
});

test("unknown stores, products, payments and pages say so @any-width", async ({ page }) => {
  for (const [path, heading] of [
    ["/u/nobody_here", "Creator Not Found"],
    ["/checkout/nonsense", "Product Not Found"],
    ["/success", "Order Confirmation Error"],
    ["/no/such/page", "Page Not Found"],
  ] as const) {
    const response = await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    if (path !== "/success") expect(response?.status(), path).toBe(404);
    await expectAccessible(page);
  }
});

test("an affiliate's code goes from the store's link to the checkout @any-width", async ({ page }) => {
  await page.goto("/u/demo?aff=FRIEND20");
  await page
    .getByRole("link", { name: /^Buy: / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]+\?aff=FRIEND20$/);
  const asked = page.waitForRequest("**/api/create-payment-intent");
  await fillCheckout(page, { email: newAddress("affiliate"), name: "Ada Buyer" });
  expect((await asked).postDataJSON()).toMatchObject({ affiliateCode: "FRIEND20" });
});

/** What a page saves by this is a PDF, of the name that this answers. */
async function savePdf(page: Page, act: () => Promise<unknown>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  return download.suggestedFilename();
}
