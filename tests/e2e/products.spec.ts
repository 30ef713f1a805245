import { expect, type Page, test } from "@playwright/test";
import { goodFiles } from "#tests/support/file-samples.ts";
import { expectAccessible } from "./support/axe.ts";
import { recordNotification } from "./support/notification.ts";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";

const newProduct = "/admin?tab=products&product=new";

async function openNewProduct(page: Page) {
  await page.goto(newProduct);
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const chooseType = (page: Page, name: string) =>
  page
    .getByRole("group", { name: /Product type/ })
    .getByText(name, { exact: true })
    .click();

/** The list's row of one product: a table row, or a card on a phone. */
const rowOf = (page: Page, title: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("list", { name: "Products" }).getByRole("listitem"))
    .filter({ hasText: title });

async function doToProduct(page: Page, title: string, action: string) {
  await page.getByRole("button", { name: `More actions: ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** The notification itself, not what a screen reader is told of it. */
const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

async function fileNamed(name: string) {
  const file = (await goodFiles()).find((sample) => sample.name === name);
  if (!file) throw new Error(`no sample is named ${name}`);
  return { name, mimeType: file.type, buffer: file.data };
}

test("a creator's first product: a download is added, changed, copied, archived and deleted @phone", async ({
  page,
}) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  await page.goto("/admin");
  await expect(page.getByText("Manage your products, orders, affiliates, and analytics")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Products Yet" })).toBeVisible();
  await expect(page.getByText("Avg Rating").locator("..")).toContainText("—");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add Product" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await chooseType(page, "Download");
  await page.getByLabel("Title").fill("Café Guide");
  await expect(page.getByLabel("Slug")).toHaveValue(/^cafe-guide/);
  await expect(dialog.getByText(/cafe-guide\S* is free$/)).toBeVisible();
  await page.getByLabel("Price", { exact: true }).fill("19.5");
  await dialog
    .getByRole("group", { name: "File" })
    .locator("input[type=file]")
    .setInputFiles(await fileNamed("guide.pdf"));
  await expect(dialog.getByText("guide.pdf", { exact: true })).toBeVisible();
  await dialog
    .getByRole("group", { name: "Cover image" })
    .locator("input[type=file]")
    .setInputFiles(await fileNamed("photo.jpg"));
  await expect(dialog.getByRole("img", { name: "The cover as the store shows it" })).toBeVisible();
  await expect(page.getByLabel("Download button text")).toHaveValue("Download Here");
  await page.getByLabel("Expiration days").fill("90");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Product" }).click();
  await expectSuccess(page, "Product created successfully");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);
  const row = rowOf(page, "Café Guide");
  for (const text of ["/cafe-guide", "Download", "$19.50", "Active"]) await expect(row).toContainText(text);
  await expectAccessible(page);

  await doToProduct(page, "Café Guide", "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Product" });
  await expect(edit.getByText("guide.pdf", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Expiration days")).toHaveValue("90");
  await expect(page.getByLabel("Price", { exact: true })).toHaveValue("19.50");
  await page.getByLabel("Original price").fill("29");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectSuccess(page, "Product updated successfully");
  await expect(row).toContainText("$29.00");

  await doToProduct(page, "Café Guide", "Duplicate");
  await expectSuccess(page, "Product duplicated successfully: “Café Guide (copy)”, inactive");
  await expect(rowOf(page, "Inactive")).toHaveCount(1);
  await expect(row.first().getByRole("link", { name: /^View: / })).toHaveAttribute(
    "href",
    /^\/checkout\/[0-9a-f-]{36}$/,
  );

  // Both at once, and taken back: each is what it was, at the server too.
  await page.getByRole("checkbox", { name: /^Choose: Café Guide$/ }).check();
  await page.getByRole("checkbox", { name: "Choose: Café Guide (copy)" }).check();
  const bar = page.getByRole("region", { name: "Chosen products" });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("No Products Yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSuccess(page, "Taken back");
  await expect(rowOf(page, "Inactive")).toHaveCount(1);
  const store = await page.request.get(`/api/creators/${handle}/products`);
  expect(((await store.json()) as { title: string }[]).map(({ title }) => title)).toEqual(["Café Guide"]);

  await doToProduct(page, "Café Guide", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectSuccess(page, "Product deleted successfully");
  await expect(page.getByRole("link", { name: "View: Café Guide", exact: true })).toHaveCount(0);
});

test("a session that ended is said, and what was typed is there again after signing in @any-width", async ({
  page,
}) => {
  await signInAsDemo(page);
  await openNewProduct(page);
  await chooseType(page, "Service");
  await page.getByLabel("Title").fill("Brand audit");
  await page.context().clearCookies();
  const isTold = await recordNotification(page, "Unauthorized: You are logged out. Logging in again...");
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  expect(await isTold()).toBe(true);
  await signInAsDemo(page);
  await openNewProduct(page);
  await expect(page.getByLabel("Title")).toHaveValue("Brand audit");
  await expect(page.getByRole("radio", { name: "Service" })).toBeChecked();
});

test("the columns of a list are chosen, kept and reset @any-width", async ({ page }) => {
  await signInAsDemo(page);
  await page.goto("/admin?tab=products&sort=-price");
  const columns = page.getByRole("button", { name: "Columns" });
  const head = (name: string) => page.getByRole("columnheader", { name });
  await columns.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "In stock" }).press("Enter");
  // What the list is sorted by goes with its column.
  await page.getByRole("menuitemcheckbox", { name: "Price" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(columns).toBeFocused();
  await expect(page).not.toHaveURL(/sort=/);
  await page.reload();
  await expect(head("In stock")).toBeVisible();
  await expect(head("Price")).toHaveCount(0);
  await columns.click();
  await page.getByRole("menuitem", { name: "Reset columns" }).click();
  await expect(head("Price")).toBeVisible();
  await expect(head("In stock")).toHaveCount(0);
});
