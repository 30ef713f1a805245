import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { csvLines } from "#tests/support/csv-lines.ts";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** The list's row of one coupon: a table row, or a card on a phone. */
const rowOf = (page: Page, code: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("list", { name: "Coupons" }).getByRole("listitem"))
    .filter({ hasText: code });

const codeOf = (dialog: Locator) => dialog.getByRole("textbox", { name: "Code", exact: true });

/** The notification itself, not what a screen reader is told of it. */
const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

async function doToCoupon(page: Page, code: string, action: string) {
  await page.getByRole("button", { name: `More actions: ${code}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function makeProduct(page: Page, title: string): Promise<string> {
  const slug = `thing-${crypto.randomUUID().slice(0, 8)}`;
  const data = { title, slug, type: "SERVICE", priceCents: 4_000 };
  const answer = await page.request.post("/api/products", { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const couponsOf = async (page: Page) =>
  (await (await page.request.get("/api/coupons")).json()) as Record<string, unknown>[];

test("a creator's first coupon: added, changed, shared, exported and deleted @phone", async ({ page }) => {
  test.slow();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsNewCreator(page);
  const productId = await makeProduct(page, "Brand audit");
  await makeProduct(page, "Portfolio talk");
  await page.goto("/admin");
  await page.getByRole("tab", { name: "Coupons" }).click();
  await expect(page.getByRole("heading", { name: "No Coupons Yet" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add Coupon" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Coupon" });
  await codeOf(dialog).fill("readers20");
  await dialog.getByLabel("Name").fill("Newsletter readers");
  await dialog.getByLabel("Discount type").selectOption("Percentage");
  await dialog.getByLabel("Discount value").fill("20");
  await dialog.getByLabel("Minimum order").fill("30");
  await dialog.getByLabel("Usage limit").fill("2");
  await dialog.getByLabel("Brand audit").check();
  await dialog.getByLabel("First-time customers only").check();
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await expectSuccess(page, "Coupon created successfully");
  await expect(dialog).toBeHidden();
  const row = rowOf(page, "READERS20");
  for (const text of ["20% off", "Min. order $30.00", "First purchase only", "Brand audit", "0 / 2"])
    await expect(row).toContainText(text);
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText("Total Coupons").locator("..")).toContainText("1");
  expect((await couponsOf(page))[0]).toMatchObject({
    code: "READERS20",
    discountType: "PERCENTAGE",
    discountValue: 2_000,
    minimumOrderCents: 3_000,
    usageLimit: 2,
    applicableProducts: [productId],
    validUntil: null,
  });
  await expectAccessible(page);

  await page.getByRole("button", { name: "READERS20", exact: true }).click();
  const editing = page.getByRole("dialog", { name: "Edit Coupon" });
  await expect(editing.getByLabel("Discount value")).toHaveValue("20");
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
  await editing.getByLabel("Valid until").fill(soon);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectSuccess(page, "Coupon updated successfully");
  await expect(row.getByText("Expiring soon")).toBeVisible();
  await expectAccessible(page);

  await doToCoupon(page, "READERS20", "Copy checkout link");
  await expect(page.getByRole("dialog", { name: "Checkout link" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectSuccess(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(page.url()).origin}/checkout/${productId}?code=READERS20`,
  );
  await page.getByRole("button", { name: "Close" }).last().click();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("coupons.csv");
  const lines = csvLines(await readFile(await file.path(), "utf8"));
  expect(lines[0]).toMatch(/^Code,Name,Description,Status,/);
  expect(lines).toHaveLength(2);

  await doToCoupon(page, "READERS20", "Delete");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectSuccess(page, "Coupon deleted successfully");
  await expect(page.getByRole("heading", { name: "No Coupons Yet" })).toBeVisible();
});
