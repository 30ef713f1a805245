import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  createLesson,
  createModule,
  updateLesson,
  type LessonChange,
} from "#contract/courses/course-editor.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { formatProblem, mp4TypeOf } from "#contract/files/video-format.ts";
import { uploads } from "#server/database/schema/files.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { editedLesson, makePicture, storeFile } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const notKept = "This text holds something that cannot be kept. Please write it anew.";
const captionsOf = (file: string) => [{ language: "en", file }];

let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});

test("two windows notice each other", async () => {
  const { params, lesson } = await editedLesson(app, creator);
  const me = app.as(creator);
  const save = (revision: number, content: string) =>
    me.call(updateLesson, { params, body: { revision, content: documentOfText(content) } });
  expect((await save(1, "one")).body).toMatchObject({ content: documentOfText("one"), revision: 2 });
  expect(await save(1, "two")).toMatchObject({ status: 409, body: { code: "LESSON_CHANGED" } });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => save(2, `parallel ${index}`)));
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  const [row] = await db.select().from(lessons).where(eq(lessons.id, lesson.id));
  expect(row).toMatchObject({ contentDocument: winners[0]!.body.content, content: null, revision: 3 });
});

test("a lesson's address follows its title, until it is chosen by hand or somebody has bought the course", async () => {
  const { change, course } = await editedLesson(app, creator, { title: "Lesson 1", slug: "lesson-1" });
  const renamed = async (title: string) => (await change({ title })).body.slug;
  expect(await renamed("The f")).toBe("the-f");
  expect(await renamed("The first exposure")).toBe("the-first-exposure");
  expect(await renamed("The First Exposure")).toBe("the-first-exposure");
  expect((await change({ slug: "mine" })).body.slug).toBe("mine");
  expect(await renamed("Something else")).toBe("mine");
  expect((await change({ slug: "something-else" })).body.slug).toBe("something-else");
  await buyOrder(app, { creator, main: course });
  expect(await renamed("Bought by now")).toBe("something-else");
});

test("an own video and a link take each other's place, and poster and captions go with their video", async () => {
  const { change } = await editedLesson(app, creator, { videoUrl: "https://vimeo.com/1" });
  const video = await storeFile(app, creator.id, "film.mp4", "video/mp4");
  const other = await storeFile(app, creator.id, "film.mp4", "video/mp4");
  const poster = await makePicture(app, creator.id);
  const captions = [{ language: "en", file: "1\n00:00:01,000 --> 00:00:02,000\nHi" }];
  const full = { videoUploadId: video.id, posterImageId: poster.id, captions };
  expect((await change(full)).body).toMatchObject({
    videoUrl: null,
    video: { uploadId: video.id, fileName: "film.mp4", sizeBytes: 5 },
    poster: { imageId: poster.id, picture: { src: `/images/${poster.id}/640.jpeg`, width: 640 } },
    captions: [{ language: "en", sizeBytes: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n".length }],
  });
  expect((await change({ title: "Only the title" })).body).toMatchObject({
    video: { uploadId: video.id },
    poster: { imageId: poster.id },
  });
  // The same one again is no change of video.
  expect((await change({ videoUploadId: video.id })).body.captions).toHaveLength(1);
  const gone = { poster: null, captions: [] };
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
  expect((await change({ captions: [], posterImageId: null })).body).toMatchObject({
    video: { uploadId: video.id },
    ...gone,
  });
});

test("what cannot be used is refused by its field, and nothing of the change is kept", async () => {
  const { change, lesson, params } = await editedLesson(app, creator);
  const stranger = await makeCreator(app);
  const video = await storeFile(app, creator.id, "film.mp4", "video/mp4");
  const unfinished = await storeFile(app, creator.id, "half.mp4", "video/mp4");
  await db.update(uploads).set({ state: "RECEIVING" }).where(eq(uploads.id, unfinished.id));
  const hevc = await storeFile(app, creator.id, "phone.mp4", "video/mp4");
  await db
    .update(uploads)
    .set({ mimeType: mp4TypeOf("hvc1") })
    .where(eq(uploads.id, hevc.id));
  const isVideo = { videoUploadId: video.id };
  const refused: [LessonChange, Record<string, string>][] = [
    [
      { videoUploadId: (await storeFile(app, creator.id, "film.mov", "video/quicktime")).id },
      { videoUploadId: "Use an MP4 video: other kinds do not play in every browser." },
    ],
    [{ videoUploadId: hevc.id }, { videoUploadId: formatProblem("hvc1") ?? "" }],
    [
      { videoUploadId: (await storeFile(app, creator.id, "a.pdf", "application/pdf")).id },
      { videoUploadId: "Use an MP4 video: other kinds do not play in every browser." },
    ],
    [
      { videoUploadId: unfinished.id },
      { videoUploadId: "This video was not found. Please upload it again." },
    ],
    [
      { videoUploadId: (await storeFile(app, stranger.id, "film.mp4", "video/mp4")).id },
      { videoUploadId: "This video was not found. Please upload it again." },
    ],
    [
      { ...isVideo, posterImageId: (await makePicture(app, stranger.id)).id },
      { posterImageId: "This picture was not found. Please upload it again." },
    ],
    [
      { ...isVideo, posterImageId: (await makePicture(app, creator.id, "cover")).id },
      { posterImageId: "This picture was not found. Please upload it again." },
    ],
    [
      { posterImageId: (await makePicture(app, creator.id)).id },
      { posterImageId: "Give the lesson a video first" },
    ],
    [{ captions: captionsOf("WEBVTT") }, { captions: "Give the lesson a video first" }],
    [{ ...isVideo, captions: captionsOf("WEBVTT") }, { captions: "No captions were found in this file" }],
    [
      { ...isVideo, captions: captionsOf("a\0b") },
      { "captions.0.file": "Contains a character that cannot be stored" },
    ],
    [
      { ...isVideo, captions: captionsOf("x".repeat(2_000_001)) },
      { "captions.0.file": "Use a captions file of at most 2 MB" },
    ],
    [{ ...isVideo, videoUrl: "https://vimeo.com/1" }, { videoUrl: "Use either a link or an uploaded video" }],
    [{ videoUrl: "http://vimeo.com/1" }, { videoUrl: "Please enter an address that starts with https://" }],
    [{ videoUrl: "javascript:alert(1)" }, { videoUrl: "Please enter an address that starts with https://" }],
    [{ title: "  " }, { title: "Title is required" }],
    [{ content: documentOfText("x".repeat(100_001)) }, { content: "This text is too long" }],
    [{ content: { type: "doc", content: [] } }, { content: notKept }],
    [{ content: "# Markdown" as never }, { content: expect.any(String) as string }],
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

test("a captions file of almost 2 MB is taken, a body far larger is not read", async () => {
  const { change, params } = await editedLesson(app, creator);
  const video = await storeFile(app, creator.id, "film.mp4", "video/mp4");
  const line = "é".repeat(160);
  const large = `WEBVTT\n\n${Array.from({ length: 9_900 }, () => `00:00:01.000 --> 00:00:02.000\n${line}\n`).join("\n")}`;
  const { status, body } = await change({
    videoUploadId: video.id,
    captions: captionsOf(large),
    content: documentOfText("ü".repeat(100_000)),
  });
  expect([status, body.captions]).toMatchObject([200, [{ sizeBytes: Buffer.byteLength(large) }]]);
  const tooLarge = await app.as(creator).call(updateLesson, {
    params,
    body: { revision: 2, content: documentOfText("x".repeat(6_000_000)) },
  });
  expect(tooLarge.status).toBe(413);
});

test("a video of another site takes captions, which go with it when it is replaced or removed", async () => {
  const cue = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n";
  for (const next of ["https://vimeo.com/1", null]) {
    const { change, lesson } = await editedLesson(app, creator);
    const kept = async () =>
      (await db.select().from(lessonCaptions).where(eq(lessonCaptions.lessonId, lesson.id))).map(
        ({ webvtt }) => webvtt,
      );
    const link = { videoUrl: "https://youtu.be/dQw4w9WgXcQ" };
    expect((await change({ ...link, captions: captionsOf(cue) })).status).toBe(200);
    await change({ ...link, title: "Same" });
    expect(await kept()).toEqual([cue]);
    await change({ videoUrl: next });
    expect(await kept()).toEqual([]);
  }
});

test("captions have a poster of their own, which stays with them, for pictures that are the creator's posters", async () => {
  const { change, lesson } = await editedLesson(app, creator, { videoUrl: "https://youtu.be/dQw4w9WgXcQ" });
  const file = "1\n00:00:01,000 --> 00:00:02,000\nHi";
  const poster = await makePicture(app, creator.id);
  const [en, de] = (
    await change({
      captions: [
        { language: "en", file, posterImageId: poster.id },
        { language: "de", file },
      ],
    })
  ).body.captions;
  expect(en?.poster).toMatchObject({ imageId: poster.id, picture: { src: `/images/${poster.id}/640.jpeg` } });
  expect(de?.poster).toBeNull();
  // Left out it stays, in another language too.
  const renamed = await change({
    captions: [
      { language: "fr", id: en?.id ?? "" },
      { language: "de", id: de?.id ?? "" },
    ],
  });
  expect(renamed.body.captions.map((one) => one.poster?.imageId ?? null)).toEqual([poster.id, null]);
  for (const other of [
    await makePicture(app, (await makeCreator(app)).id),
    await makePicture(app, creator.id, "cover"),
    { id: "00000000-0000-4000-8000-000000000000" },
  ])
    expect(
      await change({ captions: [{ language: "de", id: de?.id ?? "", posterImageId: other.id }] }),
    ).toMatchObject({
      status: 422,
      body: { fields: { captions: "This picture was not found. Please upload it again." } },
    });
  const without = await change({ captions: [{ language: "fr", id: en?.id ?? "", posterImageId: null }] });
  expect(without.body.captions.map((one) => one.poster)).toEqual([null]);
  expect(await db.$count(lessonCaptions, eq(lessonCaptions.lessonId, lesson.id))).toBe(1);
});

test("captions have a language each: they are kept, renamed, changed about and replaced, one edit after the other", async () => {
  const { change, lesson } = await editedLesson(app, creator, { videoUrl: "https://youtu.be/dQw4w9WgXcQ" });
  const file = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}`;
  const [german, english] = (
    await change({
      captions: [
        { language: "de", file: file("Hallo") },
        { language: "en", file: file("Hello") },
      ],
    })
  ).body.captions;
  const kept = async () =>
    (
      await db
        .select()
        .from(lessonCaptions)
        .where(eq(lessonCaptions.lessonId, lesson.id))
        .orderBy(lessonCaptions.position)
    ).map(({ language, webvtt }) => [language, webvtt.trimEnd().split("\n").at(-1)]);
  // English is the default now, and each was the other's language by mistake.
  const swapped = [
    { id: english!.id, language: "de" },
    { id: german!.id, language: "en" },
  ];
  expect((await change({ captions: swapped })).status).toBe(200);
  expect(await kept()).toEqual([
    ["de", "Hello"],
    ["en", "Hallo"],
  ]);
  const replaced = await change({ captions: [swapped[0]!, { language: "en", file: file("Good day") }] });
  expect(replaced.body.captions[1]!.id).not.toBe(german!.id);
  expect(await kept()).toEqual([
    ["de", "Hello"],
    ["en", "Good day"],
  ]);

  const foreign = (
    await (
      await editedLesson(app, creator, { videoUrl: "https://youtu.be/dQw4w9WgXcQ" })
    ).change({
      captions: captionsOf(file("Mine")),
    })
  ).body.captions[0]!;
  const refused: [LessonChange["captions"], string, string][] = [
    [
      [swapped[0]!, { language: "de", file: file("x") }],
      "captions",
      "There are captions in this language already",
    ],
    [[{ id: german!.id, language: "en" }], "captions", "These captions are gone. Choose their file again."],
    [[{ id: foreign.id, language: "en" }], "captions", "These captions are gone. Choose their file again."],
    [
      [{ id: english!.id, language: "deutsch" }],
      "captions.0.language",
      "Choose a language for each captions file",
    ],
  ];
  for (const [captions, field, reason] of refused) {
    const answer = await change({ captions });
    expect([answer.status, answer.fields]).toEqual([422, { [field]: reason }]);
  }
  expect(await kept()).toHaveLength(2);
});

test("a change of the quiz or of captions alone counts: another window that began before it is told", async () => {
  const { change, params } = await editedLesson(app, creator, { videoUrl: "https://youtu.be/dQw4w9WgXcQ" });
  const stale = (revision: number) =>
    app.as(creator).call(updateLesson, { params, body: { revision, title: "Stale" } });
  await change({ quiz: { neededPercent: 70, questions: [] } });
  expect((await stale(1)).status).toBe(409);
  await change({ captions: captionsOf("1\n00:00:01,000 --> 00:00:02,000\nHi") });
  expect((await stale(2)).status).toBe(409);
});

test("a course ends at 500 modules, 1,000 lessons and 10 MB of text", async () => {
  const me = app.as(creator);
  const { course, change, lesson } = await editedLesson(app, creator);
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
      content: index < 99 ? "x".repeat(100_000) : "",
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
  expect((await change({ content: documentOfText("x".repeat(99_000)) })).status).toBe(200);
  const last = {
    productId: course.id,
    lessonId: (await db.select().from(lessons).where(eq(lessons.slug, "l-900")))[0]!.id,
  };
  expect(
    await me.call(updateLesson, {
      params: last,
      body: { revision: 1, content: documentOfText("x".repeat(1_000)) },
    }),
  ).toMatchObject({
    status: 422,
    body: { fields: { content: "The texts of a course may be 10 MB long in all" } },
  });
});
