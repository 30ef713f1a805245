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

test("a creator's first product: a download is added, changed, copied, taken off sale and deleted @phone", async ({
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
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Product" }).click();
  for (const message of ["Product type is required", "Title is required", "Slug is required"])
    await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Download" })).toBeFocused();
  await expectAccessible(page);

  await chooseType(page, "Download");
  await page.getByLabel("Title").fill("Café Guide");
  await expect(page.getByLabel("Slug")).toHaveValue(/^cafe-guide/);
  await expect(dialog.getByText(/cafe-guide\S* is free$/)).toBeVisible();
  await page.getByLabel("Price", { exact: true }).fill("19.5");
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText("File Required", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Please upload a file for the digital download.")).toBeVisible();
  await expectAccessible(page);

  await dialog.getByText("Link to a file").click();
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText("URL Required", { exact: true })).toBeVisible();
  await expect(page.getByLabel("External download URL")).toBeFocused();
  await page.getByLabel("External download URL").fill("http://example.com/file");
  await expect(dialog.getByText("Please enter an address that starts with https://")).toBeVisible();

  await dialog.getByText("Upload a file").click();
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
  await page.getByLabel("Expiration days").fill("400");
  await dialog.getByText("Limit downloads").click();
  await expect(page.getByLabel("Maximum downloads")).toHaveValue("3");
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog.getByText("Between 1 and 365 days")).toBeVisible();
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

  await doToProduct(page, "Café Guide", "Deactivate");
  await expectSuccess(page, "Product deactivated successfully");
  await expect(row).toContainText("Inactive");
  await doToProduct(page, "Café Guide", "Activate");
  await expect(row).not.toContainText("Inactive");
  await expect(row.getByRole("link", { name: "View: Café Guide" })).toHaveAttribute(
    "href",
    /^\/checkout\/[0-9a-f-]{36}$/,
  );

  await doToProduct(page, "Café Guide", "Duplicate");
  await expectSuccess(page, "Product duplicated successfully: “Café Guide (copy)”, inactive");
  await expect(rowOf(page, "Inactive")).toHaveCount(1);

  await doToProduct(page, "Café Guide (copy)", "Archive");
  await expectSuccess(page, "Product archived successfully. You find it below the list");
  await expect(rowOf(page, "Inactive")).toHaveCount(0);
  await page.getByText("Archived (1)", { exact: true }).click();
  await page.getByRole("button", { name: "Bring back as a draft: Café Guide (copy)" }).click();
  await expectSuccess(page, "Product brought back as a draft");
  await expect(rowOf(page, "Inactive")).toHaveCount(1);

  // Both at once, and taken back: each is what it was.
  await page.getByRole("checkbox", { name: /^Choose: Café Guide$/ }).check();
  await page.getByRole("checkbox", { name: "Choose: Café Guide (copy)" }).check();
  const bar = page.getByRole("region", { name: "Chosen products" });
  await expect(bar).toContainText("2 chosen");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expectSuccess(page, "2 products archived successfully. You find them below the list");
  await expect(bar).toBeHidden();
  await expect(page.getByText("No Products Yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSuccess(page, "Taken back");
  await expect(rowOf(page, "Inactive")).toHaveCount(1);
  await expect(page.getByText("No Products Yet")).toBeHidden();

  const store = await page.request.get(`/api/creators/${handle}/products`);
  expect(((await store.json()) as { title: string }[]).map(({ title }) => title)).toEqual(["Café Guide"]);

  await doToProduct(page, "Café Guide", "Delete");
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText(
    'Are you sure you want to delete product "Café Guide"? This action cannot be undone.',
  );
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await expectSuccess(page, "Product deleted successfully");
  await expect(page.getByRole("link", { name: "View: Café Guide", exact: true })).toHaveCount(0);

  // A row that is gone is chosen no more, and what could not be done is no success.
  const data = {
    title: "Lessons",
    slug: `lessons-${crypto.randomUUID().slice(0, 8)}`,
    type: "COURSE",
    priceCents: 4_900,
  };
  await page.request.post("/api/products", { data });
  await page.reload();
  await page.getByRole("checkbox", { name: "Choose: Lessons" }).check();
  await page.getByRole("checkbox", { name: "Choose: Café Guide (copy)" }).check();
  await expect(bar).toContainText("2 chosen");
  await doToProduct(page, "Café Guide (copy)", "Archive");
  await expect(bar).toContainText("1 chosen");
  let answer = () => {};
  const wanted = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/my-products/states", async (route) => {
    await wanted;
    await route.continue();
  });
  await bar.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(bar.locator("[aria-busy]")).toHaveText(["Activate"]);
  await expect(bar.getByRole("button", { name: "Deactivate" })).toBeDisabled();
  answer();
  await expect(page.getByText(/^Nothing was changed\. One was left as before: /)).toBeVisible();
  await expect(page.getByText("Error", { exact: true })).toBeVisible();
});

test("each type asks for what it needs, and is listed as what it is @any-width", async ({ page }) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page);
  const create = async (type: string, title: string, more: () => Promise<void> = async () => {}) => {
    const dialog = await openNewProduct(page);
    await chooseType(page, type);
    await page.getByLabel("Title").fill(title);
    await more();
    await page.getByRole("button", { name: "Create Product" }).click();
    await expectSuccess(page, "Product created successfully");
    await expect(dialog).toBeHidden();
    if (type === "Course") await page.getByRole("button", { name: "Later" }).click();
    await expect(rowOf(page, title)).toContainText(type);
  };
  await create("Membership", "Circle", async () => {
    await page.getByLabel("Price", { exact: true }).fill("120");
    await page.getByLabel("Billing interval").selectOption("Every year");
  });
  await create("1:1 Session", "Portfolio talk", async () => {
    await page.getByLabel("How buyers get it").fill("Book a time at https://example.com/book");
    await expectAccessible(page);
  });
  await create("Course", "Light and shadow");
  const products = (await (await page.request.get("/api/my-products")).json()) as Record<string, unknown>[];
  expect(
    products.map(({ type, billingInterval, priceCents, deliveryNote }) => [
      type,
      billingInterval,
      priceCents,
      deliveryNote,
    ]),
  ).toEqual([
    ["MEMBERSHIP", "YEAR", 12_000, null],
    ["BOOKING_LINK", "ONE_TIME", 0, "Book a time at https://example.com/book"],
    ["COURSE", "ONE_TIME", 0, null],
  ]);
  await page.goto(`/u/${handle}`);
  await expect(page.getByText("$120.00")).toBeVisible();
});

test("what was typed is not lost by accident: closing and Back ask first @any-width", async ({ page }) => {
  await signInAsDemo(page);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Add Product" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await page.getByLabel("Title").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Discard changes?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("what the server refuses stands under its field, or in a notification @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  const dialog = await openNewProduct(page);
  await chooseType(page, "Course");
  await page.getByLabel("Title").fill("Pricing");
  await page.getByLabel("Slug").fill("pricing-playbook");
  await expect(dialog.getByText("pricing-playbook cannot be used")).toBeVisible();
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog.getByText("This slug is taken")).toBeVisible();
  await expect(page.getByLabel("Slug")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Use pricing-playbook-/ }).click();
  await expect(dialog.getByText(/pricing-playbook-\S+ is free$/)).toBeVisible();
  // Another browser of this run may take the suggestion first.
  await page.getByLabel("Slug").fill(`pricing-${crypto.randomUUID().slice(0, 8)}`);
  await expect(dialog.getByText(/pricing-[0-9a-f]{8} is free$/)).toBeVisible();

  await page.route("**/api/products", (route) =>
    route.fulfill({ status: 500, json: { message: "Something went wrong on our side." } }),
  );
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText("Failed to create product", { exact: true })).toBeVisible();
  await page.unroute("**/api/products");
  await page.getByRole("button", { name: "Create Product" }).click();
  await expectSuccess(page, "Product created successfully");
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

test("the list is filtered and sorted in the address; a sold product says that it is archived @any-width", async ({
  page,
}, { project }) => {
  await signInAsDemo(page);
  await page.goto("/admin?tab=no-such-tab");
  await expect(page.getByRole("tab", { name: "Products" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText(/vs the same days last month/).first()).toBeVisible();
  await page.getByLabel("Filter products").fill("studio templates");
  await expect(page.getByRole("link", { name: /^View: / })).toHaveCount(1);
  await expect(page).toHaveURL(/filter=studio/);
  await page.reload();
  await expect(page.getByRole("link", { name: /^View: / })).toHaveCount(1);
  await page.getByLabel("Filter products").fill("nothing has this name");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Filter products").fill("");
  if (project.name === "phone") await page.getByLabel("Sort products").selectOption("Price, descending");
  else {
    const head = page.getByRole("columnheader", { name: "Price" });
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
  }
  await expect(page).toHaveURL(/sort=-price/);
  await expect(page.getByRole("link", { name: /^View: / }).first()).toHaveAccessibleName(
    "View: Brand Identity Audit",
  );
  await expectAccessible(page);

  const columns = page.getByRole("button", { name: "Columns" });
  if (project.name === "phone") await expect(columns).toHaveCount(0);
  else {
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
  }

  await doToProduct(page, "The Pricing Playbook for Freelance Designers", "Delete");
  await expect(page.getByRole("alertdialog")).toContainText("It has been sold, so it is archived");
  await page.getByRole("button", { name: "Cancel" }).click();
});
