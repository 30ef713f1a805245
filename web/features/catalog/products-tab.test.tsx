import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { setProductStates } from "#contract/catalog/product-states.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import { ProductsTab } from "./products-tab.tsx";

type Products = ReturnType<typeof exampleProduct>[];

const uploads = { CoverUpload: () => null, FileUpload: () => null };

/** The tab of a creator with these products, which changes are written to. */
async function openTab(products: Products, { search = "", width }: { search?: string; width?: Width } = {}) {
  let rows = products;
  const shown = (isArchived: boolean) => rows.filter(({ state }) => (state === "ARCHIVED") === isArchived);
  server.answer(listMyProducts, () => shown(false));
  server.answer(listArchivedProducts, () =>
    shown(true).map(({ id, title, type, orderCount }) => ({ id, title, type, orderCount })),
  );
  server.answer(setProductStates, ({ body }) => {
    const stateOf = new Map(body.products.map(({ id, state }) => [id, state]));
    const changed = rows.filter(({ id }) => stateOf.has(id)).map(({ id, state }) => ({ id, state }));
    rows = rows.map((row) => ({ ...row, state: stateOf.get(row.id) ?? row.state }));
    return { changed, refused: [] };
  });
  server.answer(updateProduct, ({ params, body }) => {
    rows = rows.map((row) => (row.id === params.id ? { ...row, active: body.active === true } : row));
    return rows.find(({ id }) => id === params.id)!;
  });
  server.answer(deleteProduct, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return { success: true as const, archived: false };
  });
  return renderScreen(<ProductsTab uploads={uploads} />, {
    at: `/admin?tab=products${search}`,
    ...(width && { width }),
  });
}

const guide = () => exampleProduct({ title: "Café Guide", priceCents: 1_950 });
const notes = () => exampleProduct({ title: "Studio notes", priceCents: 900 });
const views = page.getByRole("link", { name: /^View: / });
const titles = () => views.elements().map((view) => view.getAttribute("aria-label")?.slice("View: ".length));
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

async function doToProduct(title: string, action: string) {
  await page.getByRole("button", { name: `More actions: ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a creator without products is told what the first does", async () => {
  await openTab([]);
  await expect.element(page.getByRole("heading", { name: "No Products Yet" })).toBeVisible();
  await expect.element(page.getByText(/It appears in your store at once\./)).toBeVisible();
  await expectAccessible();
});

test("the list is filtered by its words, and the address says so", async () => {
  const screen = await openTab([guide(), notes()]);
  await expect.poll(() => views.elements().length).toBe(2);
  await page.getByLabelText("Filter products").fill("studio notes");
  await expect.poll(() => views.elements().length).toBe(1);
  expect(screen.address()).toContain("filter=studio");
  await page.getByLabelText("Filter products").fill("nothing has this name");
  await expect.element(page.getByText("Nothing matches “nothing has this name”.")).toBeVisible();
  await expectAccessible();
});

test("a column's head sorts its list up, down and not at all, and the address says so", async () => {
  const lesson = exampleProduct({ title: "Lesson", priceCents: 1_200 });
  const screen = await openTab([notes(), guide(), lesson]);
  const head = page.getByRole("columnheader", { name: "Price" });
  const press = () => head.getByRole("button").click();
  await press();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(titles).toEqual(["Studio notes", "Lesson", "Café Guide"]);
  await press();
  await expect.element(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(titles).toEqual(["Café Guide", "Lesson", "Studio notes"]);
  expect(screen.address()).toContain("sort=-price");
  await press();
  await expect.element(head).toHaveAttribute("aria-sort", "none");
  await expect.poll(titles).toEqual(["Studio notes", "Café Guide", "Lesson"]);
});

test("on a phone the list is sorted by a choice", async () => {
  const screen = await openTab([notes(), guide()], { width: 390 });
  await page.getByLabelText("Sort products").selectOptions("Price, descending");
  await expect.element(views.first()).toHaveAccessibleName("View: Café Guide");
  expect(screen.address()).toContain("sort=-price");
  await expectAccessible();
});

test("an address that is opened again shows the same list", async () => {
  await openTab([notes(), guide()], { search: "&filter=studio" });
  await expect.element(views).toHaveAccessibleName("View: Studio notes");
  await expect.element(page.getByLabelText("Filter products")).toHaveValue("studio");
});

test("a product is taken off sale and put back; where the server refuses, the first word says why", async () => {
  await openTab([guide()]);
  await doToProduct("Café Guide", "Deactivate");
  await notified("Product deactivated successfully");
  await expect.element(page.getByText("Inactive", { exact: true }).first()).toBeVisible();
  server.refuse(updateProduct, 422, { fields: { active: "Add a lesson first" } });
  await doToProduct("Café Guide", "Activate");
  await notified("Add a lesson first");
  await expect.element(page.getByText("Inactive", { exact: true }).first()).toBeVisible();
});

test("a copy is told of by its name", async () => {
  await openTab([guide()]);
  server.answer(duplicateProduct, exampleProduct({ title: "Café Guide (copy)", active: false }));
  await doToProduct("Café Guide", "Duplicate");
  await notified("Product duplicated successfully: “Café Guide (copy)”, inactive");
  expect(server.calls(duplicateProduct)).toHaveLength(1);
});

test("an archived product stands below the list, and comes back as a draft", async () => {
  await openTab([guide(), notes()]);
  await doToProduct("Studio notes", "Archive");
  await notified("Product archived successfully. You find it below the list");
  await page.getByText("Archived (1)", { exact: true }).click();
  await page.getByRole("button", { name: "Bring back as a draft: Studio notes" }).click();
  await notified("Product brought back as a draft");
  await expect.poll(() => views.elements().length).toBe(2);
});

test("several products are archived at once, and Undo makes each what it was", async () => {
  await openTab([guide(), { ...notes(), state: "DRAFT", active: false }]);
  await page.getByRole("checkbox", { name: "Choose: Café Guide" }).click();
  await page.getByRole("checkbox", { name: "Choose: Studio notes" }).click();
  const bar = page.getByRole("region", { name: "Chosen products" });
  await expect.element(bar).toMatchTextContent("2 chosen");
  await expectAccessible();
  await bar.getByRole("button", { name: "Archive" }).click();
  await notified("2 products archived successfully. You find them below the list");
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByText("No Products Yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await notified("Taken back");
  await expect.poll(() => views.elements().length).toBe(2);
  expect(
    server
      .calls(setProductStates)
      .at(-1)
      ?.body.products.map(({ state }) => state),
  ).toEqual(["PUBLISHED", "DRAFT"]);
});

test("a row that is gone is chosen no more, and what could not be done is no success", async () => {
  await openTab([guide(), { ...notes(), state: "DRAFT", active: false }]);
  await page.getByRole("checkbox", { name: "Choose: Café Guide" }).click();
  await page.getByRole("checkbox", { name: "Choose: Studio notes" }).click();
  const bar = page.getByRole("region", { name: "Chosen products" });
  await doToProduct("Café Guide", "Archive");
  await expect.element(bar).toMatchTextContent("1 chosen");
  server.answer(setProductStates, ({ body: { products } }) => ({
    changed: [],
    refused: products.map(({ id }) => ({ id, message: "It has no lessons yet" })),
  }));
  const held = server.hold(setProductStates);
  await bar.getByRole("button", { name: "Activate", exact: true }).click();
  await expect
    .element(bar.getByRole("button", { name: "Activate", exact: true }))
    .toHaveAttribute("aria-busy");
  await expect.element(bar.getByRole("button", { name: "Deactivate" })).toBeDisabled();
  held.release();
  await expect
    .element(page.getByText(/^Nothing was changed\. One was left as before: /).first())
    .toBeVisible();
  await expect.element(page.getByText("Error", { exact: true })).toBeVisible();
});

test("deleting asks first; what has been sold is archived instead", async () => {
  await openTab([guide(), { ...notes(), orderCount: 2 }]);
  const confirmation = page.getByRole("alertdialog");
  await doToProduct("Studio notes", "Delete");
  await expect.element(confirmation).toMatchTextContent("It has been sold, so it is archived");
  await expect.element(confirmation.getByRole("button", { name: "Archive" })).toBeVisible();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect.element(confirmation).not.toBeInTheDocument();
  await doToProduct("Café Guide", "Delete");
  await expect
    .element(confirmation)
    .toMatchTextContent(
      'Are you sure you want to delete product "Café Guide"? This action cannot be undone.',
    );
  await expectAccessible();
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await notified("Product deleted successfully");
  await expect.poll(() => views.elements().length).toBe(1);
});
