import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  createProduct,
  listMyProducts,
  type ProductInput,
  updateProduct,
} from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { createLesson, createModule } from "#contract/courses/course-editor.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const create = (type: ProductInput["type"], more: Partial<ProductInput> = {}) =>
  app.as(creator).call(createProduct, {
    body: { title: "Thing", slug: `thing-${crypto.randomUUID().slice(0, 8)}`, type, ...more },
  });
const change = (id: string, body: Partial<ProductInput>) =>
  app.as(creator).call(updateProduct, { params: { id }, body });
const isSold = async (id: string) =>
  (await app.call(getProduct, { params: { idOrSlug: id } })).status === 200;

test("a course begins as a draft, says that it lacks lessons, and goes on sale once it has one", async () => {
  const { status, body: course } = await create("COURSE");
  expect(status).toBe(201);
  expect(course).toMatchObject({ active: false, state: "DRAFT", missing: ["lessons"] });
  expect(await isSold(course.id)).toBe(false);
  const noLesson = {
    status: 422,
    body: { fields: { active: "Add a lesson first: a course without lessons cannot go on sale." } },
  };
  expect(await change(course.id, { active: true })).toMatchObject(noLesson);
  expect(await create("COURSE", { active: true })).toMatchObject(noLesson);
  expect((await app.as(creator).call(listMyProducts)).body).toHaveLength(1);
  const me = app.as(creator);
  const params = { productId: course.id };
  const { body: draft } = await me.call(createModule, { params, body: { title: "Basics" } });
  const moduleId = draft.modules[0]?.id ?? "";
  await me.call(createLesson, { params: { ...params, moduleId }, body: { title: "First" } });
  // Its first lesson does not sell it: its creator says when it is ready.
  expect((await me.call(listMyProducts)).body).toMatchObject([{ state: "DRAFT", missing: [] }]);
  expect((await change(course.id, { active: true })).body).toMatchObject({
    active: true,
    state: "PUBLISHED",
    missing: [],
  });
  expect(await isSold(course.id)).toBe(true);
});

test("a download without its file can be kept as a draft, and not put on sale", async () => {
  const noFile = {
    status: 422,
    body: { fields: { digitalFileUrl: "Please upload a file for the digital download." } },
  };
  expect(await create("DOWNLOAD")).toMatchObject(noFile);
  const { body: draft } = await create("DOWNLOAD", { active: false });
  expect(draft).toMatchObject({ state: "DRAFT", missing: ["file"] });
  expect(await change(draft.id, { active: true })).toMatchObject(noFile);
  expect((await change(draft.id, { title: "Another" })).status).toBe(200);
  const link = { digitalFileType: "LINK" as const, digitalFileExternalUrl: "https://example.com/a" };
  expect((await change(draft.id, { ...link, active: true })).body).toMatchObject({
    state: "PUBLISHED",
    missing: [],
  });
  // On sale it does not lose it.
  expect(await change(draft.id, { digitalFileExternalUrl: null })).toMatchObject({
    status: 422,
    body: { fields: { digitalFileExternalUrl: "Please provide an external download URL." } },
  });
});

test("a product that was on sale without what it lacks goes on selling, and can be edited", async () => {
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  expect((await change(product.id, { priceCents: 2_900 })).body).toMatchObject({
    active: true,
    missing: ["file"],
  });
  expect(await isSold(product.id)).toBe(true);
  await change(product.id, { active: false });
  expect((await change(product.id, { active: true })).status).toBe(422);
});

test("a product on sale does not become a course without lessons", async () => {
  const { body: service } = await create("SERVICE");
  expect(service).toMatchObject({ state: "PUBLISHED" });
  expect(await change(service.id, { type: "COURSE" })).toMatchObject({
    status: 422,
    body: { fields: { active: expect.any(String) } },
  });
  expect((await change(service.id, { type: "COURSE", active: false })).status).toBe(200);
});

test("the database knows three states and no others", async () => {
  const course = await makeCourse(app, { ownerId: creator.id });
  for (const state of ["DRAFT", "ARCHIVED", "PUBLISHED"] as const)
    await app.services.db.update(products).set({ state }).where(eq(products.id, course.id));
  await expect(
    app.services.pool.query("update products set state = 'SOLD' where id = $1", [course.id]),
  ).rejects.toThrow("products_state");
});
