import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createProduct, listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules } from "#server/database/schema/courses.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const [mine, theirs] = [await makeCreator(app), await makeCreator(app)];
const product = await makeProduct(app, { ownerId: theirs.id, type: "COURSE" });
await app.services.db.insert(courseModules).values({ productId: product.id, title: "Theirs" });

test("another creator's product answers as one that does not exist, and stays as it is", async () => {
  const me = app.as(mine);
  const before = await app.services.db.select().from(products);
  const archived = await makeProduct(app, { ownerId: mine.id, state: "ARCHIVED" });
  const answers = [];
  for (const id of [product.id, crypto.randomUUID(), archived.id, "not-an-id"]) {
    const params = { id };
    answers.push(
      await me.call(updateProduct, { params, body: { title: "Mine now" } }),
      await me.call(updateProduct, { params, body: { active: true } }),
      await me.call(duplicateProduct, { params }),
      await me.call(deleteProduct, { params }),
    );
  }
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "NOT_FOUND" });
  }
  await app.services.db.delete(products).where(eq(products.id, archived.id));
  expect(await app.services.db.select().from(products)).toEqual(before);
  expect((await me.call(listMyProducts)).body).toEqual([]);
});

test("nothing of a creator's is open to visitors", async () => {
  const params = { id: product.id };
  for (const { status } of [
    await app.call(createProduct, { body: { title: "X", slug: "x", type: "SERVICE" } }),
    await app.call(updateProduct, { params, body: {} }),
    await app.call(duplicateProduct, { params }),
    await app.call(deleteProduct, { params }),
    await app.call(listMyProducts),
  ]) {
    expect(status).toBe(401);
  }
});
