import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deleteProduct, duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import {
  countLessonLearners,
  countModuleLearners,
  createLesson,
  createModule,
  deleteLesson,
  deleteModule,
  getCourseDraft,
  previewCourse,
  previewLesson,
  renameModule,
  updateLesson,
} from "#contract/courses/course-editor.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { emptyDocument } from "#server/documents/stored-text.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { progress } from "#server/database/schema/learning.ts";
import { editedLesson, makePicture, storeFile } from "#tests/support/edited-lesson.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});

test("a course is built from nothing: modules, lessons, and what a lesson holds", async () => {
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, type: "COURSE", state: "DRAFT" });
  const params = { productId: product.id };
  expect((await me.call(getCourseDraft, { params })).body).toEqual({
    product: {
      id: product.id,
      title: product.title,
      slug: product.slug,
      store: creator.handle,
      active: false,
    },
    modules: [],
  });
  await me.call(createModule, { params, body: { title: " Basics " } });
  const { body: two } = await me.call(createModule, { params, body: { title: "More" } });
  expect(two.modules.map(({ title }) => title)).toEqual(["Basics", "More"]);
  const moduleId = two.modules[0]!.id;
  await me.call(createLesson, { params: { ...params, moduleId }, body: { title: "Überblick & Ziele" } });
  const { body: draft } = await me.call(createLesson, {
    params: { ...params, moduleId },
    body: { title: "Second" },
  });
  const [lesson, second] = draft.modules[0]!.lessons;
  expect(second!.slug).toBe("second");
  expect(lesson).toEqual({
    id: lesson!.id,
    slug: "uberblick-ziele",
    title: "Überblick & Ziele",
    content: emptyDocument,
    videoUrl: null,
    video: null,
    poster: null,
    captions: [],
    attachments: [],
    quiz: null,
    assignment: null,
    duration: 0,
    freePreview: false,
    dripDays: 0,
    revision: 1,
    updatedAt: lesson!.updatedAt,
  });

  const change = {
    content: documentOfMarkdown("# Hello"),
    videoUrl: "https://youtu.be/aqz-KE-bpKQ",
    duration: 90,
    dripDays: 3,
  };
  const { body: changed } = await me.call(updateLesson, {
    params: { ...params, lessonId: lesson!.id },
    body: { revision: 1, freePreview: true, title: "Overview", slug: "overview", ...change },
  });
  expect(changed).toMatchObject({
    ...change,
    freePreview: true,
    title: "Overview",
    slug: "overview",
    revision: 2,
  });
  const { body: renamed } = await me.call(renameModule, {
    params: { ...params, moduleId },
    body: { title: "First steps" },
  });
  expect(renamed.modules[0]).toMatchObject({ title: "First steps", lessons: [changed, { title: "Second" }] });
  await me.call(deleteLesson, { params: { ...params, lessonId: second!.id } });
  const { body: left } = await me.call(deleteModule, { params: { ...params, moduleId: two.modules[1]!.id } });
  expect(left.modules).toEqual([{ id: moduleId, title: "First steps", lessons: [changed] }]);
});

test("what is changed is on the course's page at once", async () => {
  const { course, params, change } = await editedLesson(app, creator);
  const pageOf = async () => (await app.call(getProduct, { params: { idOrSlug: course.slug } })).body;
  await change({ title: "Renamed", freePreview: true, dripDays: 7, duration: 61 });
  expect((await pageOf()).modules[0]!.lessons[0]).toMatchObject({
    title: "Renamed",
    freePreview: true,
    dripDays: 7,
    duration: 61,
  });
  await app.as(creator).call(deleteLesson, { params });
  expect((await pageOf()).modules[0]!.lessons).toEqual([]);
});

test("each lesson of a course has an address of its own", async () => {
  const me = app.as(creator);
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[{ slug: "intro" }], []] });
  const add = (title: string) =>
    me.call(createLesson, {
      params: { productId: course.id, moduleId: course.modules[1]!.id },
      body: { title },
    });
  for (const title of ["Intro", "INTRO!", "урок", "你好", "x".repeat(200)]) await add(title);
  const { body } = await add("x".repeat(200));
  const slugs = body.modules.flatMap(({ lessons }) => lessons.map(({ slug }) => slug));
  expect(slugs).toEqual([
    "intro",
    "intro-2",
    "intro-3",
    "urok",
    "ni-hao",
    "x".repeat(80),
    `${"x".repeat(78)}-2`,
  ]);
  const last = body.modules[1]!.lessons[0]!;
  const rename = (slug: string, revision: number) =>
    me.call(updateLesson, { params: { productId: course.id, lessonId: last.id }, body: { revision, slug } });
  expect(await rename("intro", 1)).toMatchObject({
    status: 422,
    body: { fields: { slug: "Another lesson of this course has this slug" } },
  });
  expect(await rename(last.slug, 1)).toMatchObject({ status: 200, body: { slug: last.slug } });
  expect((await rename("Not a slug", 2)).status).toBe(422);
});

test("nobody edits a course of another, one that is none, or one that is gone", async () => {
  const { course, params } = await editedLesson(app, creator);
  const stranger = await makeCreator(app);
  const own = await makeCourse(app, { ownerId: stranger.id });
  const service = await makeProduct(app, { ownerId: creator.id });
  const missing = await app.as(creator).call(getCourseDraft, { params: { productId: crypto.randomUUID() } });
  expect(missing.status).toBe(404);
  expect((await app.as(stranger).call(getCourseDraft, { params })).text).toBe(missing.text);
  expect((await app.as(creator).call(getCourseDraft, { params: { productId: service.id } })).text).toBe(
    missing.text,
  );
  expect((await app.call(getCourseDraft, { params })).status).toBe(401);
  // Another's lesson and module are not theirs, and do not become so under a course of theirs.
  const moduleId = course.modules[0]!.id;
  for (const named of [
    { ...params, moduleId },
    { ...params, moduleId, productId: own.id },
  ]) {
    const answers = [
      await app.as(stranger).call(updateLesson, { params: named, body: { revision: 1, title: "x" } }),
      await app.as(stranger).call(deleteLesson, { params: named }),
      await app.as(stranger).call(deleteModule, { params: named }),
      await app.as(stranger).call(renameModule, { params: named, body: { title: "x" } }),
      await app.as(stranger).call(createLesson, { params: named, body: { title: "x" } }),
      await app.as(stranger).call(previewLesson, { params: named }),
      await app.as(stranger).call(countModuleLearners, { params: named }),
      await app.as(stranger).call(countLessonLearners, { params: named }),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  }
  const second = await makeCourse(app, { ownerId: creator.id });
  const elsewhere = { ...params, productId: second.id };
  expect((await app.as(creator).call(previewLesson, { params: elsewhere })).status).toBe(404);
  expect((await app.as(creator).call(previewLesson, { params })).status).toBe(200);
  await db.update(products).set({ type: "SERVICE" }).where(eq(products.id, course.id));
  expect((await app.as(creator).call(previewLesson, { params })).status).toBe(404);
  await db.update(products).set({ type: "COURSE" }).where(eq(products.id, course.id));
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, course.id));
  expect((await app.as(creator).call(getCourseDraft, { params })).text).toBe(missing.text);
  expect((await app.as(creator).call(previewCourse, { params })).text).toBe(missing.text);
  expect((await app.as(creator).call(previewLesson, { params })).status).toBe(404);
});

test("a preview is what the buyer sees, on sale or not", async () => {
  const { course, params, change } = await editedLesson(app, creator, { dripDays: 30 });
  await change({ content: documentOfMarkdown("**Bold** <script>alert(1)</script>") });
  const onSale = await app.call(getProduct, { params: { idOrSlug: course.slug } });
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, course.id));
  expect((await app.as(creator).call(previewCourse, { params })).body).toEqual(onSale.body);
  expect((await app.as(creator).call(previewLesson, { params })).body).toMatchObject({
    contentHtml: '<p dir="auto"><strong>Bold</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    video: null,
  });
});

test("it is told how many buyers have begun what is about to be deleted, and their progress goes with it", async () => {
  const me = app.as(creator);
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[{}, {}]] });
  const params = { productId: course.id };
  const [one, two] = course.lessons;
  for (const email of ["a@example.com", "a@example.com", "b@example.com"]) {
    const order = await makeOrder(app, { items: [{ product: course }], email });
    const begun = email.startsWith("a") ? [one!, two!] : [two!];
    await db
      .insert(progress)
      .values(begun.map(({ id }) => ({ orderId: order.id, customerId: order.customerId, lessonId: id })));
  }
  const countOf = async ({ id }: { id: string }) =>
    (await me.call(countLessonLearners, { params: { ...params, lessonId: id } })).body;
  expect(await countOf(one!)).toEqual({ learnerCount: 1 });
  expect(await countOf(two!)).toEqual({ learnerCount: 2 });
  const inModule = { params: { ...params, moduleId: one!.moduleId } };
  expect((await me.call(countModuleLearners, inModule)).body).toEqual({ learnerCount: 2 });
  // Times the price that is money: who writes courses for the store learns whether anybody has.
  const { browser: editor } = await colleagueBrowser(app, creator, "EDITOR");
  expect((await editor.call(countModuleLearners, inModule)).body).toEqual({ learnerCount: null });
  const inLesson = { params: { ...params, lessonId: two!.id } };
  expect((await editor.call(countLessonLearners, inLesson)).body).toEqual({ learnerCount: null });
  await me.call(deleteLesson, { params: { ...params, lessonId: two!.id } });
  expect(await db.$count(progress, eq(progress.lessonId, two!.id))).toBe(0);
  expect(await db.$count(progress, eq(progress.lessonId, one!.id))).toBe(2);
  expect((await me.call(countModuleLearners, inModule)).body).toEqual({ learnerCount: 1 });
  await me.call(deleteLesson, { params: { ...params, lessonId: one!.id } });
  expect((await me.call(countModuleLearners, inModule)).body).toEqual({ learnerCount: 0 });
  expect((await editor.call(countModuleLearners, inModule)).body).toEqual({ learnerCount: 0 });
});

test("a copy of a course has all of its lessons, and one that nobody bought is deleted with them", async () => {
  const video = await storeFile(app, creator.id, "film.mp4", "video/mp4");
  const poster = await makePicture(app, creator.id);
  const whole = {
    videoUploadId: video.id,
    posterImageId: poster.id,
    captions: { en: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n", de: "WEBVTT" },
    duration: 12,
    freePreview: true,
    dripDays: 5,
  };
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[whole, {}], [{}]] });
  const draftOf = async (productId: string) =>
    (await app.as(creator).call(getCourseDraft, { params: { productId } })).body.modules.map(
      ({ title, lessons }) => ({
        title,
        lessons: lessons.map(({ id: _id, updatedAt: _moment, captions, ...lesson }) => ({
          ...lesson,
          captions: captions.map(({ id: _id, ...one }) => one),
        })),
      }),
    );
  const { body: copy } = await app.as(creator).call(duplicateProduct, { params: { id: course.id } });
  expect(await draftOf(copy.id)).toEqual(await draftOf(course.id));
  expect((await draftOf(copy.id))[0]!.lessons[0]).toMatchObject({
    dripDays: 5,
    captions: [{ language: "en", sizeBytes: 41 }, { language: "de" }],
  });
  expect((await app.as(creator).call(deleteProduct, { params: { id: copy.id } })).body).toEqual({
    success: true,
    archived: false,
  });
  expect(await db.$count(courseModules, eq(courseModules.productId, copy.id))).toBe(0);
  expect(await db.$count(lessons, eq(lessons.posterImageId, poster.id))).toBe(1);
});
