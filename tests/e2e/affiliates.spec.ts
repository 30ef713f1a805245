import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAs, signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const newCode = () => `E2E-${crypto.randomUUID().slice(0, 8)}`;

/** The list's row of one link: a table row, or a card on a phone. */
const rowOf = (page: Page, code: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("list", { name: "Affiliate links" }).getByRole("listitem"))
    .filter({ hasText: code });

/** The notification itself, not what a screen reader is told of it. */
const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

async function doToLink(page: Page, code: string, action: string) {
  await page.getByRole("button", { name: `More actions: ${code}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function makeProduct(page: Page, title: string): Promise<string> {
  const slug = `thing-${crypto.randomUUID().slice(0, 8)}`;
  const answer = await page.request.post("/api/products", {
    data: { title, slug, type: "SERVICE", priceCents: 4_000 },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

test("a creator's first affiliate link: created, shared, exported and deleted @phone", async ({ page }) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsNewCreator(page);
  await makeProduct(page, "Brand audit");
  await page.goto("/admin");
  await page.getByRole("tab", { name: "Affiliates" }).click();
  await expect(page.getByRole("heading", { name: "No Affiliate Links Yet" })).toBeVisible();

  const code = newCode();
  await page.getByRole("button", { name: "Create Link" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Affiliate Link" });
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Affiliate's name").fill("June Ray");
  await dialog.getByLabel("Commission").fill("12.5");
  await dialog.getByRole("button", { name: "Create Link" }).click();
  await expectSuccess(page, "Affiliate link created successfully");
  await expect(dialog).toBeHidden();
  const row = rowOf(page, code);
  for (const text of ["June Ray", "All products", "$0.00"]) await expect(row).toContainText(text);
  await expectAccessible(page);

  await page.getByRole("button", { name: `Copy link: ${code}`, exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^http://localhost:\\d+/u/shop_[0-9a-f]{8}\\?aff=${code}$`),
  );

  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).first().click();
  expect((await file).suggestedFilename()).toBe("affiliate-links.csv");

  await doToLink(page, code, "Delete");
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText(`Are you sure you want to delete affiliate link "${code}"?`);
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await expectSuccess(page, "Affiliate link deleted successfully");
  await expect(rowOf(page, code)).toHaveCount(0);
});

test("a sale through a link reaches its affiliate: click, cookie, commission, and a page of their own @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const productId = await makeProduct(page, "Brand audit");
  const [code, email, buyer] = [newCode(), newAddress("june"), newAddress("buyer")];
  const made = await page.request.post("/api/affiliate-links", {
    data: { code, affiliateName: "June Ray", affiliateEmail: email, commissionRate: 0.25 },
  });
  expect(made.status()).toBe(201);
  expect((await mailTo(page.request, email, /affiliate of Ines/)).text).toContain("returnTo=%2Faffiliate");

  const visit = await browser.newContext();
  const shop = await visit.newPage();
  await shop.goto(`/u/${handle}?aff=${code}`);
  // The link's code is nowhere in this address: the cookie brings it.
  await shop.goto(`/checkout/${productId}`);
  await fillCheckout(shop, { email: buyer, name: "Sam Buyer", card: card.good });
  await completePurchase(shop);
  // The address of the page after the purchase comes before the order is written.
  await expect(shop.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await visit.close();

  await page.goto("/admin?tab=affiliates");
  await expect(rowOf(page, code)).toContainText("$10.00");
  const commission = page.getByRole("list", { name: "Commissions" }).getByRole("listitem");
  for (const text of ["Brand audit", `June Ray · ${code}`, "$10.00", "PENDING", "Payable "])
    await expect(commission).toContainText(text);
  await expectAccessible(page);
  await doToLink(page, code, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expectSuccess(page, "Affiliate link deactivated successfully");

  const home = await browser.newContext({ viewport: page.viewportSize() });
  const own = await home.newPage();
  await signInAs(own, email);
  await own.goto("/affiliate");
  const link = own.getByRole("list", { name: "Your links" }).getByRole("listitem");
  for (const text of ["Ines", "25 % of each sale", "1 click · 1 sale", "$10.00", "Switched off"])
    await expect(link).toContainText(text);
  const earned = own.getByRole("list", { name: "Your commissions" }).getByRole("listitem");
  for (const text of ["Brand audit", "$10.00", "PENDING"]) await expect(earned).toContainText(text);
  expect(await own.content()).not.toContain(buyer);
  await expectAccessible(own);
  const menu = own.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
  await expect(own.getByRole("link", { name: "Affiliate", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await home.close();
});

test("an affiliate connects the account that payouts are transferred to @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  const email = newAddress("june");
  const made = await page.request.post("/api/affiliate-links", {
    data: { code: newCode(), affiliateName: "June Ray", affiliateEmail: email },
  });
  expect(made.status()).toBe(201);

  await signInAs(page, email);
  await page.goto("/affiliate");
  await expect(page.getByRole("heading", { name: "Get paid to your account" })).toBeVisible();
  await expect(page.getByText("Not connected", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("button", { name: "Complete onboarding" }).click();
  await page.waitForURL("/affiliate");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open payout dashboard" })).toBeVisible();
  await expectAccessible(page);
});
