import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { createPost, listMemberPosts } from "#contract/posts/posts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;

const showing = (...ids: string[]): RichDocument => ({
  type: "doc",
  content: ids.map((productId) => ({ type: "product", attrs: { productId } })),
});

/** A creator with something to show, and a product whose description shows it. */
async function makeShop() {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const kit = await makeProduct(app, { ownerId: creator.id, title: "The <kit>", priceCents: 1_900 });
  const carrier = await makeProduct(app, { ownerId: creator.id });
  const describe = async (document: RichDocument) => {
    const [now] = await db.select().from(products).where(eq(products.id, carrier.id));
    return me.call(updateProduct, {
      params: { id: carrier.id },
      body: { descriptionDocument: document, revision: now?.revision ?? 1 },
    });
  };
  const shown = async () =>
    (await app.call(getProduct, { params: { idOrSlug: carrier.id } })).body.descriptionHtml;
  return { creator, me, kit, carrier, describe, shown };
}
const fieldsOf = (answer: { body: unknown }) => (answer.body as { fields: object }).fields;

test("a product in a description is shown as it is now: its title, its price and the way to its page", async () => {
  const { creator, kit, describe, shown } = await makeShop();
  expect((await describe(showing(kit.id))).status).toBe(200);
  expect(await shown()).toBe(
    `<p class="text-card"><a href="/u/${creator.handle}/${kit.slug}"><span><strong dir="auto">The &lt;kit&gt;</strong> <small>$19.00</small></span></a></p>`,
  );
  await db.update(products).set({ title: "Another", priceCents: 0 }).where(eq(products.id, kit.id));
  expect(await shown()).toContain('<strong dir="auto">Another</strong> <small>Free</small>');
});

test("what is off sale, archived or deleted is not shown, and its description goes on", async () => {
  const { kit, describe, shown } = await makeShop();
  await describe(showing(kit.id));
  for (const state of ["DRAFT", "ARCHIVED"] as const) {
    await db.update(products).set({ state }).where(eq(products.id, kit.id));
    expect(await shown()).toBe("");
  }
  await db.delete(products).where(eq(products.id, kit.id));
  expect(await shown()).toBe("");
  expect(fieldsOf(await describe(showing(kit.id)))).toEqual({
    description: "A product of this text was deleted. Remove it from the text.",
  });
});

test("nobody shows another creator's product, or more than fit in a text", async () => {
  const { describe, shown } = await makeShop();
  const stranger = await makeShop();
  for (const id of [stranger.kit.id, crypto.randomUUID()])
    expect(Object.keys(fieldsOf(await describe(showing(id))))).toEqual(["description"]);
  const many = Array.from({ length: 51 }, () => crypto.randomUUID());
  expect(fieldsOf(await describe(showing(...many)))).toEqual({
    description: "Show at most 50 products in a text",
  });
  // As if it had come in by another way: it is looked up among the creator's own.
  const { carrier } = await makeShop();
  await db
    .update(products)
    .set({ descriptionDocument: showing(stranger.kit.id) })
    .where(eq(products.id, carrier.id));
  const { body } = await app.call(getProduct, { params: { idOrSlug: carrier.id } });
  expect(body.descriptionHtml).toBe("");
  expect(await shown()).toBe("");
});

test("lessons and posts show products by the same rules", async () => {
  const { creator, me, kit } = await makeShop();
  const stranger = await makeShop();
  const { change, lesson } = await editedLesson(app, creator, { freePreview: true });
  expect(Object.keys(fieldsOf(await change({ content: showing(stranger.kit.id) })))).toEqual(["content"]);
  expect((await change({ content: showing(kit.id) })).status).toBe(200);
  const read = await app.call(getLesson, { params: { lessonId: lesson.id, email: anyBuyer } });
  expect(read.body.contentHtml).toContain(`href="/u/${creator.handle}/${kit.slug}"`);

  const membership = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  const order = await makeOrder(app, { items: [{ product: membership }] });
  const post = (content: RichDocument) =>
    me.call(createPost, { body: { title: "News", content, publishedAt: "now" } });
  expect(Object.keys(fieldsOf(await post(showing(stranger.kit.id))))).toEqual(["content"]);
  expect((await post(showing(kit.id))).status).toBe(201);
  const headers = { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) };
  const { body } = await app.call(listMemberPosts, { querystring: {} }, { headers });
  expect(body.posts.map(({ contentHtml }) => contentHtml)).toEqual([
    expect.stringContaining(`href="/u/${creator.handle}/${kit.slug}"`),
  ]);
});
