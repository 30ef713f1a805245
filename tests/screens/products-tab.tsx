import { expect } from "vitest";
import { page } from "vitest/browser";
import { createProduct, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { checkSlug } from "#contract/catalog/product-actions.ts";
import { Slug } from "#contract/values.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import type { ProductUploads } from "#web/features/catalog/product-uploads.ts";
import { ProductsTab } from "#web/features/catalog/products-tab.tsx";
import { slugFromTitle } from "#web/features/catalog/slug-from-title.ts";

// Uploads have tests of their own.
const uploads: ProductUploads = {
  CoverUpload: () => <p>No cover yet</p>,
  FileUpload: ({ onChange }) => (
    <button
      type="button"
      onClick={() =>
        onChange({
          storagePath: "path",
          originalName: "guide.pdf",
          size: 9,
          mimeType: "application/pdf",
        } as never)
      }
    >
      Choose guide.pdf
    </button>
  ),
};

/** The tab of a creator with these products; each slug is free but "taken", and titles are spelled as the server would. */
export async function openTab(products: ReturnType<typeof exampleProduct>[], search = "&product=new") {
  let rows = products;
  server.answer(listMyProducts, () => rows);
  server.answer(listArchivedProducts, []);
  server.answer(checkSlug, ({ querystring: { slug } }) =>
    slug === "taken"
      ? { available: false, suggestion: "taken-2" }
      : slug === "Straße"
        ? { available: false, suggestion: "strasse" }
        : Slug.safeParse(slug).data === slug
          ? { available: true, suggestion: null }
          : { available: false, suggestion: slugFromTitle(slug) },
  );
  server.answer(createProduct, ({ body }) => {
    const { title, slug, type, priceCents = 0, billingInterval = "ONE_TIME" } = body;
    const made = exampleProduct({ title, slug, type, priceCents, billingInterval });
    rows = [made, ...rows];
    return made;
  });
  server.answer(updateProduct, ({ params, body }) => {
    rows = rows.map((row) =>
      row.id === params.id ? ({ ...row, ...body, revision: row.revision + 1 } as typeof row) : row,
    );
    return rows.find(({ id }) => id === params.id)!;
  });
  const screen = await renderScreen(<ProductsTab uploads={uploads} />, {
    at: `/admin?tab=products${search}`,
  });
  return { screen, change: (next: typeof rows) => void (rows = next) };
}

export const dialog = page.getByRole("dialog", { name: "Add Product" });
export const edit = page.getByRole("dialog", { name: "Edit Product" });
export const field = (name: string) => page.getByLabelText(name, { exact: true });
export const create = () => page.getByRole("button", { name: "Create Product" }).click();
export const save = () => page.getByRole("button", { name: "Save Changes" }).click();
export const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
export const choose = (type: string) =>
  page
    .getByRole("group", { name: /Product type/ })
    .getByText(type, { exact: true })
    .click();
export const title = page.getByLabelText("Title", { exact: false }).first();
