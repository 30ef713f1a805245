import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deleteProduct, duplicateProduct, getProduct } from "#contract/catalog.ts";
import {
  createLesson,
  createModule,
  deleteLesson,
  deleteModule,
  getCourseDraft,
  previewCourse,
  previewLesson,
  renameModule,
  updateLesson,
  type LessonChange,
} from "#contract/course-editor.ts";
import { images, type users } from "#server/database/schema/accounts.ts";
import { courseModules, lessons, products } from "#server/database/schema/catalog.ts";
import { uploads } from "#server/database/schema/files.ts";
import { progress } from "#server/database/schema/learning.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});

const file = (ownerId: string, originalName: string, mimeType: string) =>
  storeUpload(app.services, { ownerId, originalName, mimeType, data: Buffer.from("bytes") });

async function picture(ownerId: string, kind: "poster" | "cover" = "poster") {
  const variants = [{ width: 640, format: "jpeg" as const, storageKey: "x" }];
  const [image] = await db
    .insert(images)
    .values({ ownerId, kind, width: 640, height: 360, variants })
    .returning();
  return image!;
}

/** A course of one module, its only lesson, and how that is changed. */
async function oneLesson(fields: Partial<typeof lessons.$inferInsert> = {}) {
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[fields]] });
  const lesson = course.lessons[0]!;
  const params = { productId: course.id, lessonId: lesson.id };
  let revision = lesson.revision;
  const change = async (body: LessonChange) => {
    const answer = await app.as(creator).call(updateLesson, { params, body: { revision, ...body } });
    if (answer.status === 200) ({ revision } = answer.body);
    return { ...answer, fields: (answer.body as { fields?: Record<string, string> }).fields };
  };
  return { course, lesson, params, change };
}

test("a course is built from nothing: modules, lessons, and what a lesson holds", async () => {
  const me = app.as(creator);
  const product = await makeProduct(app, { ownerId: creator.id, type: "COURSE", active: false });
  const params = { productId: product.id };
  expect((await me.call(getCourseDraft, { params })).body).toEqual({
    product: { id: product.id, title: product.title, slug: product.slug, active: false },
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
    content: "",
    videoUrl: null,
    video: null,
    poster: null,
    captions: null,
    duration: 0,
    freePreview: false,
    dripDays: 0,
    learnerCount: 0,
    revision: 1,
    updatedAt: lesson!.updatedAt,
  });

  const change = { content: "# Hello", videoUrl: "https://youtu.be/aqz-KE-bpKQ", duration: 90, dripDays: 3 };
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
  expect(left.modules).toEqual([{ id: moduleId, title: "First steps", learnerCount: 0, lessons: [changed] }]);
});

test("what is changed is on the course's page at once", async () => {
  const { course, params, change } = await oneLesson();
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
    "lesson",
    "lesson-2",
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

test("two windows notice each other", async () => {
  const { params, lesson } = await oneLesson();
  const me = app.as(creator);
  const save = (revision: number, content: string) =>
    me.call(updateLesson, { params, body: { revision, content } });
  expect((await save(1, "one")).body).toMatchObject({ content: "one", revision: 2 });
  expect(await save(1, "two")).toMatchObject({ status: 409, body: { code: "LESSON_CHANGED" } });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => save(2, `parallel ${index}`)));
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  const [row] = await db.select().from(lessons).where(eq(lessons.id, lesson.id));
  expect(row).toMatchObject({ content: winners[0]!.body.content, revision: 3 });
});

test("an own video and a link take each other's place, and poster and captions go with their video", async () => {
  const { change } = await oneLesson({ videoUrl: "https://vimeo.com/1" });
  const video = await file(creator.id, "film.mp4", "video/mp4");
  const other = await file(creator.id, "film.mp4", "video/mp4");
  const poster = await picture(creator.id);
  const captions = "1\n00:00:01,000 --> 00:00:02,000\nHi";
  const full = { videoUploadId: video.id, posterImageId: poster.id, captions };
  expect((await change(full)).body).toMatchObject({
    videoUrl: null,
    video: { uploadId: video.id, fileName: "film.mp4", sizeBytes: 5 },
    poster: { imageId: poster.id, picture: { src: `/images/${poster.id}/640.jpeg`, width: 640 } },
    captions: { sizeBytes: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n".length },
  });
  expect((await change({ title: "Only the title" })).body).toMatchObject({
    video: { uploadId: video.id },
    poster: { imageId: poster.id },
  });
  // The same one again is no change of video.
  expect((await change({ videoUploadId: video.id })).body.captions).not.toBeNull();
  const gone = { poster: null, captions: null };
  expect((await change({ videoUploadId: other.id })).body).toMatchObject({
    video: { uploadId: other.id },
    ...gone,
  });
  await change(full);
  expect((await change({ videoUrl: "https://vimeo.com/2" })).body).toMatchObject({ video: null, ...gone });
  await change(full);
  expect((await change({ videoUploadId: null })).body).toMatchObject({
    video: null,
    videoUrl: null,
    ...gone,
  });
  await change(full);
  expect((await change({ captions: null, posterImageId: null })).body).toMatchObject({
    video: { uploadId: video.id },
    ...gone,
  });
});

test("what cannot be used is refused by its field, and nothing of the change is kept", async () => {
  const { change, lesson, params } = await oneLesson();
  const stranger = await makeCreator(app);
  const video = await file(creator.id, "film.mp4", "video/mp4");
  const unfinished = await file(creator.id, "half.mp4", "video/mp4");
  await db.update(uploads).set({ state: "RECEIVING" }).where(eq(uploads.id, unfinished.id));
  const isVideo = { videoUploadId: video.id };
  const refused: [LessonChange, Record<string, string>][] = [
    [
      { videoUploadId: (await file(creator.id, "film.mov", "video/quicktime")).id },
      { videoUploadId: "Use an MP4 video: other kinds do not play in every browser." },
    ],
    [
      { videoUploadId: (await file(creator.id, "a.pdf", "application/pdf")).id },
      { videoUploadId: "Use an MP4 video: other kinds do not play in every browser." },
    ],
    [
      { videoUploadId: unfinished.id },
      { videoUploadId: "This video was not found. Please upload it again." },
    ],
    [
      { videoUploadId: (await file(stranger.id, "film.mp4", "video/mp4")).id },
      { videoUploadId: "This video was not found. Please upload it again." },
    ],
    [
      { ...isVideo, posterImageId: (await picture(stranger.id)).id },
      { posterImageId: "This picture was not found. Please upload it again." },
    ],
    [
      { ...isVideo, posterImageId: (await picture(creator.id, "cover")).id },
      { posterImageId: "This picture was not found. Please upload it again." },
    ],
    [{ posterImageId: (await picture(creator.id)).id }, { posterImageId: "Upload a video first" }],
    [{ captions: "WEBVTT" }, { captions: "Upload a video first" }],
    [{ ...isVideo, captions: "WEBVTT" }, { captions: "No captions were found in this file" }],
    [{ ...isVideo, captions: "a\0b" }, { captions: "Contains a character that cannot be stored" }],
    [{ ...isVideo, captions: "x".repeat(500_001) }, { captions: "Use a captions file of at most 500 kB" }],
    [{ ...isVideo, videoUrl: "https://vimeo.com/1" }, { videoUrl: "Use either a link or an uploaded video" }],
    [{ videoUrl: "http://vimeo.com/1" }, { videoUrl: "Please enter an address that starts with https://" }],
    [{ videoUrl: "javascript:alert(1)" }, { videoUrl: "Please enter an address that starts with https://" }],
    [{ title: "  " }, { title: "Title is required" }],
    [{ content: "x".repeat(100_001) }, { content: "Use at most 100,000 characters" }],
    [{ dripDays: 366 }, { dripDays: "Between 0 and 365 days" }],
    [{ duration: 86_401 }, { duration: "At most 24 hours" }],
  ];
  for (const [body, fields] of refused) {
    const answer = await change({ title: "Not kept", ...body });
    expect([answer.status, answer.fields], JSON.stringify(body).slice(0, 200)).toEqual([422, fields]);
  }
  const [row] = await db.select().from(lessons).where(eq(lessons.id, lesson.id));
  expect(row).toEqual(lesson);
  for (const revision of [0, 2 ** 31, 2 ** 53]) {
    const answer = await app.as(creator).call(updateLesson, { params, body: { revision } });
    expect(answer.status).toBe(422);
  }
});

test("a captions file of 500 kB is taken, a body far larger is not read", async () => {
  const { change, params } = await oneLesson();
  const video = await file(creator.id, "film.mp4", "video/mp4");
  const line = "é".repeat(100);
  const large = `WEBVTT\n\n${Array.from({ length: 3_500 }, () => `00:00:01.000 --> 00:00:02.000\n${line}\n`).join("\n")}`;
  const { status, body } = await change({
    videoUploadId: video.id,
    captions: large,
    content: "ü".repeat(100_000),
  });
  expect([status, body.captions]).toEqual([200, { sizeBytes: Buffer.byteLength(large) }]);
  const tooLarge = await app.as(creator).call(updateLesson, {
    params,
    body: { revision: 2, content: "x".repeat(3_000_000) },
  });
  expect(tooLarge.status).toBe(413);
});

test("a course ends at 500 modules, 1,000 lessons and 5 MB of text", async () => {
  const me = app.as(creator);
  const { course, change, lesson } = await oneLesson();
  const moduleId = lesson.moduleId;
  const params = { productId: course.id };
  await db
    .insert(courseModules)
    .values(Array.from({ length: 498 }, (_, position) => ({ productId: course.id, title: "M", position })));
  await db.insert(lessons).values(
    Array.from({ length: 998 }, (_, index) => ({
      moduleId,
      slug: `l-${index}`,
      title: "L",
      content: index < 49 ? "x".repeat(100_000) : "",
    })),
  );
  const moduleAnswers = await Promise.all(
    Array.from({ length: 4 }, () => me.call(createModule, { params, body: { title: "Last" } })),
  );
  expect(moduleAnswers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const add = () => me.call(createLesson, { params: { ...params, moduleId }, body: { title: "Last" } });
  const lessonAnswers = await Promise.all(Array.from({ length: 4 }, add));
  expect(lessonAnswers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect((await add()).body).toMatchObject({
    code: "COURSE_FULL",
    message: "A course has at most 1,000 lessons.",
  });
  expect((await change({ content: "x".repeat(100_000) })).status).toBe(200);
  const last = {
    productId: course.id,
    lessonId: (await db.select().from(lessons).where(eq(lessons.slug, "l-900")))[0]!.id,
  };
  expect(await me.call(updateLesson, { params: last, body: { revision: 1, content: "x" } })).toMatchObject({
    status: 422,
    body: { fields: { content: "The texts of a course may be 5 MB long in all" } },
  });
});

test("nobody edits a course of another, one that is none, or one that is gone", async () => {
  const { course, params } = await oneLesson();
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
  // Another's lesson and module do not become theirs under a course of theirs.
  const mixed = { productId: own.id, lessonId: params.lessonId, moduleId: course.modules[0]!.id };
  const answers = [
    await app.as(stranger).call(updateLesson, { params: mixed, body: { revision: 1, title: "x" } }),
    await app.as(stranger).call(deleteLesson, { params: mixed }),
    await app.as(stranger).call(deleteModule, { params: mixed }),
    await app.as(stranger).call(renameModule, { params: mixed, body: { title: "x" } }),
    await app.as(stranger).call(createLesson, { params: mixed, body: { title: "x" } }),
    await app.as(stranger).call(previewLesson, { params: mixed }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  await db.update(products).set({ archivedAt: new Date(), active: false }).where(eq(products.id, course.id));
  expect((await app.as(creator).call(getCourseDraft, { params })).text).toBe(missing.text);
  expect((await app.as(creator).call(previewCourse, { params })).text).toBe(missing.text);
});

test("a preview is what the buyer sees, on sale or not", async () => {
  const { course, params, change } = await oneLesson({ dripDays: 30 });
  await change({ content: "**Bold** <script>alert(1)</script>" });
  const onSale = await app.call(getProduct, { params: { idOrSlug: course.slug } });
  await db.update(products).set({ active: false }).where(eq(products.id, course.id));
  expect((await app.as(creator).call(previewCourse, { params })).body).toEqual(onSale.body);
  expect((await app.as(creator).call(previewLesson, { params })).body).toMatchObject({
    contentHtml: "<p><strong>Bold</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
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
  const { body } = await me.call(getCourseDraft, { params });
  expect(body.modules[0]).toMatchObject({
    learnerCount: 2,
    lessons: [{ learnerCount: 1 }, { learnerCount: 2 }],
  });
  await me.call(deleteLesson, { params: { ...params, lessonId: two!.id } });
  expect(await db.$count(progress, eq(progress.lessonId, two!.id))).toBe(0);
  expect(await db.$count(progress, eq(progress.lessonId, one!.id))).toBe(2);
});

test("a copy of a course has all of its lessons, and one that nobody bought is deleted with them", async () => {
  const video = await file(creator.id, "film.mp4", "video/mp4");
  const poster = await picture(creator.id);
  const whole = {
    videoUploadId: video.id,
    posterImageId: poster.id,
    captions: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n",
    duration: 12,
    freePreview: true,
    dripDays: 5,
  };
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[whole, {}], [{}]] });
  const draftOf = async (productId: string) =>
    (await app.as(creator).call(getCourseDraft, { params: { productId } })).body.modules.map(
      ({ title, lessons }) => ({
        title,
        lessons: lessons.map(({ id: _id, updatedAt: _moment, ...lesson }) => lesson),
      }),
    );
  const { body: copy } = await app.as(creator).call(duplicateProduct, { params: { id: course.id } });
  expect(await draftOf(copy.id)).toEqual(await draftOf(course.id));
  expect((await draftOf(copy.id))[0]!.lessons[0]).toMatchObject({ dripDays: 5, captions: { sizeBytes: 41 } });
  expect((await app.as(creator).call(deleteProduct, { params: { id: copy.id } })).body).toEqual({
    success: true,
    archived: false,
  });
  expect(await db.$count(courseModules, eq(courseModules.productId, copy.id))).toBe(0);
  expect(await db.$count(lessons, eq(lessons.posterImageId, poster.id))).toBe(1);
});
