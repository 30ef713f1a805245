import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { csvLines } from "#tests/support/csv-lines.ts";
import { expectAccessible } from "./support/axe.ts";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";

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

test("a creator's first coupon: added, changed, switched off, shared and deleted @phone", async ({
  page,
}) => {
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
  await expect(dialog.getByLabel("Discount value")).toHaveValue("5.00");
  await expect(dialog.getByLabel("Minimum order")).toHaveValue("0.00");
  await expect(dialog.getByLabel("Valid from")).not.toHaveValue("");
  await expect(dialog.getByLabel("Active", { exact: true })).toBeChecked();
  await dialog.getByLabel("Discount value").fill("0");
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await expect(dialog.getByText("Coupon code must be at least 3 characters long")).toBeVisible();
  await expect(dialog.getByText("Discount value must be greater than 0")).toBeVisible();
  await expect(codeOf(dialog)).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "Generate code" }).click();
  await expect(codeOf(dialog)).toHaveValue(/^[A-Z0-9]{8}$/);
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

  await page.getByRole("switch", { name: "Active: READERS20" }).click();
  await expectSuccess(page, "Coupon status updated successfully");
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  await expect(row.getByText("Expiring soon")).toBeHidden();

  await doToCoupon(page, "READERS20", "Copy checkout link");
  await expect(page.getByRole("dialog", { name: "Checkout link" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectSuccess(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(page.url()).origin}/checkout/${productId}?code=READERS20`,
  );
  await page.getByRole("button", { name: "Close" }).last().click();

  await doToCoupon(page, "READERS20", "Delete");
  await expect(page.getByRole("alertdialog")).toContainText(
    'Are you sure you want to delete coupon "READERS20"? This action cannot be undone.',
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectSuccess(page, "Coupon deleted successfully");
  await expect(page.getByRole("heading", { name: "No Coupons Yet" })).toBeVisible();
});

test("coupons are filtered by status, product and text in the address, and exported @any-width", async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto("/admin?tab=coupons");
  const shown = page.getByRole("switch", { name: /^Active: / });
  await expect(shown).toHaveCount(5);
  await page.getByLabel("Status", { exact: true }).selectOption("Expired");
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAccessibleName("Active: SPRING25");
  await expect(page).toHaveURL(/status=Expired/);
  await page.reload();
  await expect(shown).toHaveCount(1);
  await expectAccessible(page);

  await page.getByLabel("Status", { exact: true }).selectOption("All statuses");
  await page.getByLabel("Product", { exact: true }).selectOption("Grid Notebook, A5");
  await expect(rowOf(page, "FREESHIP")).toBeVisible();
  await expect(rowOf(page, "STUDIO20")).toBeHidden();
  await page.getByLabel("Filter coupons").fill("welcome");
  await expect(shown).toHaveCount(1);
  await expect(page).toHaveURL(/filter=welcome/);
  await page.getByLabel("Status", { exact: true }).selectOption("Exhausted");
  await expect(page.getByText("Nothing matches “welcome”.")).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("coupons.csv");
  const lines = csvLines(await readFile(await file.path(), "utf8"));
  expect(lines[0]).toMatch(/^Code,Name,Description,Status,/);
  expect(lines).toHaveLength(6);
});

test("what the server refuses stands under its field or in a notification, and nothing typed is lost @any-width", async ({
  page,
}) => {
  await signInAsNewCreator(page);
  await page.request.post("/api/coupons", { data: { code: "Save5" } });
  await page.goto("/admin?tab=coupons&coupon=new");
  const dialog = page.getByRole("dialog", { name: "Add Coupon" });
  await codeOf(dialog).fill("save5");
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await expect(dialog.getByText("You already have a coupon with this code")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await codeOf(dialog).fill("save6");
  await page.route("**/api/coupons", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { message: "Something went wrong on our side." } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await expectSuccess(page, "Failed to create coupon");
  await page.unroute("**/api/coupons");
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await expectSuccess(page, "Coupon created successfully");

  await page.route("**/api/coupons/*", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500, json: {} }),
  );
  await page.getByRole("switch", { name: "Active: SAVE6" }).click();
  await expectSuccess(page, "Failed to update coupon status");
  await expect(page.getByRole("switch", { name: "Active: SAVE6" })).toBeChecked();
  await doToCoupon(page, "SAVE6", "Delete");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectSuccess(page, "Failed to delete coupon");
});
