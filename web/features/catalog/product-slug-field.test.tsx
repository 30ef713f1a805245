import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug } from "#contract/catalog/product-actions.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { Refused, server } from "#tests/screens/fake-server.ts";
import {
  choose,
  create,
  dialog,
  edit,
  notified,
  openTab,
  save,
  title,
} from "#tests/screens/products-tab.tsx";
import { closeScreen } from "#tests/screens/render-screen.tsx";

test("a slug follows the title until it is typed, and one that is taken offers another", async () => {
  await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Café Guide");
  await expect.element(page.getByLabelText("Slug")).toHaveValue("cafe-guide");
  await expect.element(dialog.getByText("cafe-guide is free")).toBeVisible();
  await page.getByLabelText("Slug").fill("taken");
  await expect.element(dialog.getByText("taken cannot be used")).toBeVisible();
  server.refuse(createProduct, 422, { fields: { slug: "This slug is taken" } });
  await create();
  await expect.element(dialog.getByText("This slug is taken")).toBeVisible();
  await expect.element(page.getByLabelText("Slug")).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Use taken-2" }).click();
  await expect.element(page.getByLabelText("Slug")).toHaveValue("taken-2");
  await expect.element(dialog.getByText("taken-2 is free")).toBeVisible();
});

const slugField = page.getByLabelText("Slug");

test("a title that is not in plain Latin letters is spelled by the server", async () => {
  await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Straße");
  await expect.element(slugField).toHaveValue("strasse");
  await expect.element(dialog.getByText("strasse is free")).toBeVisible();
  await create();
  await notified("Product created successfully");
  expect(server.calls(createProduct)).toMatchObject([{ body: { title: "Straße", slug: "strasse" } }]);
});

test("a slug follows the title again after Start over, and where what was typed came back", async () => {
  const openNew = async () => {
    closeScreen();
    await openTab([exampleProduct()], "");
    await page.getByRole("button", { name: "Add Product" }).click();
  };
  const isBack = () => expect.element(page.getByText("What you had typed is back")).toBeVisible();
  await openNew();
  await title.fill("First words");
  await expect.element(dialog.getByText("first-words is free")).toBeVisible();
  await openNew();
  await isBack();
  await title.fill("Other words");
  await expect.element(slugField).toHaveValue("other-words");
  await slugField.fill("by-hand");
  await title.fill("Third words");
  await expect.element(slugField).toHaveValue("by-hand");
  await openNew();
  await isBack();
  await title.fill("Fourth words");
  await expect.element(slugField).toHaveValue("by-hand");
  await page.getByRole("button", { name: "Start over" }).click();
  await title.fill("Last words");
  await expect.element(slugField).toHaveValue("last-words");
});

test("the slug of a draft follows its title, and that of anything else stays", async () => {
  const draft = exampleProduct({ slugFollowsTitle: true, active: false, state: "DRAFT" });
  await openTab([draft], `&product=${draft.id}`);
  await title.fill("Straße");
  await expect.element(slugField).toHaveValue("strasse");
  await title.fill(draft.title);
  await expect.element(slugField).toHaveValue(draft.slug);
  await title.fill("Café Guide");
  await expect.element(slugField).toHaveValue("cafe-guide");
  await save();
  await expect.element(edit).not.toBeInTheDocument();
  expect(server.calls(updateProduct)).toMatchObject([{ body: { title: "Café Guide", slug: "cafe-guide" } }]);
  const published = exampleProduct();
  await openTab([published], `&product=${published.id}`);
  await title.fill("Another title");
  await expect.element(slugField).toHaveValue("field-notes");
});

test("a slug that another tab took first is replaced by the next one, unless it was typed", async () => {
  await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Café Guide");
  await expect.element(dialog.getByText("cafe-guide is free")).toBeVisible();
  server.answer(createProduct, ({ body }) => {
    if (body.slug === "cafe-guide") {
      server.answer(checkSlug, { available: false, suggestion: "cafe-guide-2" });
      throw new Refused(422, { fields: { slug: "This slug is taken" } });
    }
    return exampleProduct({ title: body.title, slug: body.slug });
  });
  await create();
  await notified("Product created successfully");
  expect(server.calls(createProduct).map(({ body }) => body.slug)).toEqual(["cafe-guide", "cafe-guide-2"]);
});

test("a slug is not called taken because this very product has taken it", async () => {
  await openTab([exampleProduct()]);
  await choose("Course");
  await title.fill("Café Guide");
  await page.getByLabelText("Slug").fill("everything-pack");
  await expect.element(dialog.getByText("everything-pack is free")).toBeVisible();
  server.answer(checkSlug, { available: false, suggestion: "everything-pack-2" });
  let wasCalledTaken = false;
  const look = () => (wasCalledTaken ||= /cannot be used|everything-pack-2/.test(document.body.textContent));
  const observer = new MutationObserver(look);
  onTestFinished(() => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await create();
  await notified("Product created successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(wasCalledTaken).toBe(false);
});
