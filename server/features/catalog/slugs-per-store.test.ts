import { expect, test } from "vitest";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { checkSlug, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { completeLesson, getCourseProgress, issueCertificate } from "#contract/courses/course-progress.ts";
import { getBoughtCourse } from "#contract/courses/courses.ts";
import { listNotes, saveNote } from "#contract/courses/lesson-notes.ts";
import { Slug } from "#contract/values.ts";
import { makeBoughtCourse } from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { slugOfText } from "./product-slugs.ts";

const app = await testApp();
const newSlug = () => `intro-${crypto.randomUUID().slice(0, 8)}`;

/** Two stores that sell a course under one slug, the first one's older and bought. */
async function twoStores() {
  const [first, second] = [await makeCreator(app), await makeCreator(app)];
  const slug = newSlug();
  const bought = await makeBoughtCourse(app, { ownerId: first.id, slug, title: "First", modules: [[{}]] });
  app.clock.advance({ minutes: 1 });
  const createdAt = app.clock.now();
  const other = await makeCourse(app, { ownerId: second.id, slug, title: "Second", createdAt });
  return { first, second, slug, bought, other };
}

test("two stores sell products of one slug, and each address leads to its own", async () => {
  const { first, second, slug, bought, other } = await twoStores();
  const read = async (store?: string) =>
    (await app.call(getProduct, { params: { idOrSlug: slug }, querystring: { store } })).body;
  expect((await read(first.handle)).id).toBe(bought.course.id);
  expect((await read(second.handle)).id).toBe(other.id);
  expect((await read(second.handle.toUpperCase())).id).toBe(other.id);
  // Without a store, the oldest one.
  expect((await read()).id).toBe(bought.course.id);
  const unknown = await app.call(getProduct, {
    params: { idOrSlug: slug },
    querystring: { store: "no such store" },
  });
  expect([unknown.status, unknown.body]).toMatchObject([404, { message: "Product not found" }]);
});

test("a store is found by a handle that it had before", async () => {
  const { second, slug, other } = await twoStores();
  const before = second.handle;
  const handle = `new_${crypto.randomUUID().slice(0, 8)}`;
  expect((await app.as(second).call(updateProfile, { body: { handle } })).status).toBe(200);
  const { body } = await app.call(getProduct, {
    params: { idOrSlug: slug },
    querystring: { store: before },
  });
  expect([body.id, body.creator.handle]).toEqual([other.id, handle]);
});

test("a purchase opens the course of its own store alone", async () => {
  const { first, second, slug, bought, other } = await twoStores();
  const { course, proofs } = bought;
  for (const proof of Object.values(proofs)) {
    const outline = (store?: string) =>
      app.call(getBoughtCourse, { params: { slug }, querystring: { store } }, proof);
    expect((await outline(first.handle)).body.id).toBe(course.id);
    expect((await outline()).body.id).toBe(course.id);
    expect((await outline(second.handle)).status).toBe(404);
    const progress = async (store: string) =>
      (await app.call(getCourseProgress, { params: { slug }, querystring: { store } }, proof)).body.lessons;
    expect(await progress(first.handle)).toHaveLength(1);
    expect(await progress(second.handle)).toEqual([]);
    const notes = async (store: string) =>
      (await app.call(listNotes, { params: { slug }, querystring: { store } }, proof)).body.notes;
    expect(await notes(first.handle)).not.toBeNull();
    expect(await notes(second.handle)).toBeNull();
  }
  // By its id, as the page asks once it knows the course.
  const byId = (id: string) => app.call(getBoughtCourse, { params: { slug: id } }, proofs.paid);
  expect((await byId(course.id)).status).toBe(200);
  expect((await byId(other.id)).status).toBe(404);
});

test("a buyer of the newer course is not refused on it, though an older one has its slug", async () => {
  const [first, second] = [await makeCreator(app), await makeCreator(app)];
  const slug = newSlug();
  await makeProduct(app, { ownerId: first.id, slug, type: "DOWNLOAD" });
  app.clock.advance({ minutes: 1 });
  const createdAt = app.clock.now();
  const { course, proofs } = await makeBoughtCourse(app, {
    ownerId: second.id,
    slug,
    createdAt,
    modules: [[{}]],
  });
  const named = { params: { slug }, querystring: { store: second.handle } };
  const lessonId = course.lessons[0]!.id;
  expect((await app.call(getBoughtCourse, named, proofs.paid)).body.id).toBe(course.id);
  await app.call(completeLesson, { params: { lessonId }, body: { completed: true } }, proofs.paid);
  await app.call(
    saveNote,
    { params: { lessonId, noteId: crypto.randomUUID() }, body: { seconds: null, text: "Mine" } },
    proofs.paid,
  );
  expect((await app.call(listNotes, named, proofs.paid)).body.notes).toHaveLength(1);
  const certificate = await app.call(issueCertificate, { ...named, body: { name: "Ada" } }, proofs.paid);
  expect(certificate.body).toMatchObject({ courseSlug: slug, courseStore: second.handle });
  // The slug alone is the older product, which is no course.
  const bare = await app.call(getBoughtCourse, { params: { slug } }, proofs.paid);
  expect(bare.status).toBe(404);
});

test("an address without a store stays with the product that gave its slug up, for a year", async () => {
  const { first, second, slug, bought, other } = await twoStores();
  const renamed = await app
    .as(first)
    .call(updateProduct, { params: { id: bought.course.id }, body: { slug: newSlug() } });
  expect(renamed.status).toBe(200);
  const read = (store?: string) =>
    app.call(getProduct, { params: { idOrSlug: slug }, querystring: { store } });
  expect((await read(second.handle)).body.id).toBe(other.id);
  expect((await read()).status).toBe(404);
  await app.services.pool.query(
    "update former_slugs set given_up_at = now() - interval '1 year 1 day' where product_id = $1",
    [bought.course.id],
  );
  expect((await read()).body.id).toBe(other.id);
});

test("a slug is free where another store has it, and taken in its own", async () => {
  const { first, second, slug } = await twoStores();
  const third = await makeCreator(app);
  const check = async (creator: { id: string }) =>
    (await app.as(creator).call(checkSlug, { querystring: { slug } })).body;
  expect(await check(third)).toEqual({ available: true, suggestion: null });
  for (const creator of [first, second])
    expect(await check(creator)).toEqual({ available: false, suggestion: `${slug}-2` });
  const create = (creator: { id: string }) =>
    app.as(creator).call(createProduct, { body: { title: "Intro", slug, type: "SERVICE" } });
  expect((await create(third)).status).toBe(201);
  expect(await create(third)).toMatchObject({
    status: 422,
    body: { fields: { slug: "This slug is taken" } },
  });
});

test("of many creations of one slug at once, each store keeps one", async () => {
  const [first, second] = [await makeCreator(app), await makeCreator(app)];
  const slug = newSlug();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      app
        .as(index % 2 === 0 ? first : second)
        .call(createProduct, { body: { title: "Intro", slug, type: "SERVICE" } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(14);
});

test("copies of one product that are made at once get slugs of their own", async () => {
  const creator = await makeCreator(app);
  const { id } = await makeProduct(app, { ownerId: creator.id });
  const copies = await Promise.all(
    Array.from({ length: 4 }, () => app.as(creator).call(duplicateProduct, { params: { id } })),
  );
  expect(copies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(copies.map(({ body }) => body.slug)).size).toBe(4);
});

test("a slug spells other scripts and emoji in Latin letters", () => {
  const slugs = {
    "Groß & Klein": "gross-klein",
    "Smørrebrød på dansk": "smorrebrod-pa-dansk",
    Łódź: "lodz",
    "Æther, Đặng, Þór": "aether-dang-thor",
    "Привет, мир": "privet-mir",
    Καλημέρα: "kalimera",
    光与影: "guang-yu-ying",
    "ＦＵＬＬ width ½": "full-width-1-2",
    "🚀": "rocket",
    "Café & Küche 2.0": "cafe-kuche-2-0",
    "¿…?": "product",
    "": "product",
  };
  expect(Object.fromEntries(Object.keys(slugs).map((text) => [text, slugOfText(text, "product")]))).toEqual(
    slugs,
  );
  for (const text of [
    "مرحبا بالعالم",
    "שלום",
    "こんにちは",
    "안녕하세요",
    "สวัสดี",
    "🇺🇳👩‍🚀",
    "ﷺ".repeat(60),
    "影".repeat(200),
  ]) {
    const slug = slugOfText(text, "product");
    expect(Slug.safeParse(slug).data, text).toBe(slug);
    expect(slug, text).not.toBe("product");
  }
});
