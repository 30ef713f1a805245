import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getCourseDraft, type LessonChange, previewLesson } from "#contract/courses/course-editor.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { lessonAttachments } from "#server/database/schema/lesson-files.ts";
import { orders } from "#server/database/schema/orders.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { makeBoughtCourse } from "#tests/support/bought-course.ts";
import { editedLesson, storeFile } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
const closed = '403 {"message":"Lesson locked","code":"LESSON_LOCKED"}';

let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});
const pdf = (name: string, ownerId = creator.id) => storeFile(app, ownerId, name, "application/pdf");

type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };
const filesFor = async (lessonId: string, proof: Proof = {}) =>
  (await app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof)).body.attachments;
async function fetchLink(url: string, { headers = {}, cookies = {} }: Proof = {}) {
  const { statusCode, body, headers: got } = await app.app.inject({ url, headers, cookies });
  return { text: `${statusCode} ${body}`, headers: got };
}
const textOf = async (url: string, proof?: Proof) => (await fetchLink(url, proof)).text;

test("files come with their lesson to whoever may open it, and are sent to be saved, in ranges too", async () => {
  const { id } = await pdf("Woche 1 – Übung.pdf");
  const attachments = { "Übung.pdf": id };
  const bought = await makeBoughtCourse(app, {
    ownerId: creator.id,
    modules: [[{ attachments }, { attachments: { "Free.pdf": id }, freePreview: true }, {}]],
  });
  const [lesson, free, other] = bought.course.lessons;
  const [file] = await filesFor(lesson!.id, bought.proofs.receipt);
  expect(file).toMatchObject({ id, name: "Übung.pdf", sizeBytes: 5 });
  const answer = await fetchLink(file!.url);
  expect(answer.text).toBe("200 bytes");
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringMatching(/^attachment; .*%C3%9Cbung\.pdf/),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const part = await app.app.inject({ url: file!.url, headers: { range: "bytes=1-2" } });
  expect([part.statusCode, part.body]).toEqual([206, "yt"]);

  // A free preview's are everybody's; a link opens the files of its own lesson alone.
  const [shown] = await filesFor(free!.id);
  expect(await textOf(shown!.url)).toBe("200 bytes");
  expect(await filesFor(other!.id, bought.proofs.receipt)).toEqual([]);
  const foreign = await pdf("other.pdf");
  await db
    .insert(lessonAttachments)
    .values({ lessonId: other!.id, uploadId: foreign.id, name: "o.pdf", position: 0 });
  for (const fileId of [foreign.id, "nothing", "..%2f", lesson!.id])
    expect(await textOf(file!.url.replace(id, fileId))).toMatch(/^40[34] /);
  const asCaptions = file!.url.replace("lesson-attachment", "lesson-captions");
  expect(await textOf(asCaptions)).toMatch(/^40[34] /);
});

test("what closes a lesson closes its files: a dispute, the preview's end, and time", async () => {
  const { id } = await pdf("a.pdf");
  const bought = await makeBoughtCourse(app, {
    ownerId: creator.id,
    modules: [[{ attachments: { "a.pdf": id } }, { attachments: { "a.pdf": id }, freePreview: true }]],
  });
  const [lesson, free] = bought.course.lessons;
  const [file] = await filesFor(lesson!.id, bought.proofs.receipt);
  const [shown] = await filesFor(free!.id);
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.order.id));
  expect(await textOf(file!.url)).toBe(closed);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, bought.order.id));
  expect(await textOf(file!.url)).toBe("200 bytes");
  await db.update(lessons).set({ dripDays: 2 }).where(eq(lessons.id, lesson!.id));
  expect(await textOf(file!.url)).toContain("LESSON_NOT_OPEN");
  await db.update(lessons).set({ freePreview: false }).where(eq(lessons.id, free!.id));
  expect(await textOf(shown!.url)).toBe(closed);
});

test("a creator orders, renames and removes files; a preview's link works for them alone", async () => {
  const { change, params } = await editedLesson(app, creator);
  const [one, two] = [await pdf("one.pdf"), await pdf("two.pdf")];
  const listed = async (attachments: LessonChange["attachments"]) =>
    (await change({ attachments })).body.attachments.map(({ name }) => name);
  expect(
    await listed([
      { uploadId: one.id, name: "one.pdf" },
      { uploadId: two.id, name: "two.pdf" },
    ]),
  ).toEqual(["one.pdf", "two.pdf"]);
  // A file keeps the ending by which it opens, and no name leads elsewhere.
  expect(
    await listed([
      { uploadId: two.id, name: "Worksheet" },
      { uploadId: one.id, name: "../../etc/passwd.exe" },
    ]),
  ).toEqual(["Worksheet.pdf", "passwd.exe.pdf"]);

  const preview = await app.as(creator).call(previewLesson, { params });
  const { url } = preview.body.attachments[0]!;
  const cookieOf = async (who: { id: string }) => ({ headers: { cookie: await sessionCookieOf(app, who) } });
  expect(await textOf(url, await cookieOf(creator))).toBe("200 bytes");
  expect(await textOf(url, await cookieOf(await makeCreator(app)))).toBe(closed);
  expect(await textOf(url)).toBe(closed);
  expect(await listed([])).toEqual([]);
  expect(await textOf(url, await cookieOf(creator))).toBe(closed);
});

test("what is not a stored file of one's own is refused, as is a file twice and the 21st", async () => {
  const { change, lesson } = await editedLesson(app, creator);
  const own = await pdf("own.pdf");
  const unfinished = await pdf("half.pdf");
  await db.update(uploads).set({ state: "RECEIVING" }).where(eq(uploads.id, unfinished.id));
  const foreign = await pdf("theirs.pdf", (await makeCreator(app)).id);
  const missing = "This file was not found. Please upload it again.";
  const file = (uploadId: string) => ({ uploadId, name: "a.pdf" });
  const refused: [NonNullable<LessonChange["attachments"]>, string][] = [
    [[file(foreign.id)], missing],
    [[file(own.id), file(unfinished.id)], missing],
    [[file(lesson.id)], missing],
    [[file(own.id), file(own.id)], "This file is attached already"],
    [Array.from({ length: 21 }, () => file(own.id)), "Attach at most 20 files"],
  ];
  for (const [attachments, reason] of refused) {
    const answer = await change({ attachments });
    expect([answer.status, answer.fields]).toEqual([422, { attachments: reason }]);
  }
  expect(await db.$count(lessonAttachments, eq(lessonAttachments.lessonId, lesson.id))).toBe(0);
});

test("a file is kept as long as a lesson has it, in a copy of its course too", async () => {
  const { change, course } = await editedLesson(app, creator);
  const file = await pdf("kept.pdf");
  await change({ attachments: [{ uploadId: file.id, name: "kept.pdf" }] });
  const { body: copy } = await app.as(creator).call(duplicateProduct, { params: { id: course.id } });
  const draft = await app.as(creator).call(getCourseDraft, { params: { productId: copy.id } });
  expect(draft.body.modules[0]!.lessons[0]!.attachments).toMatchObject([{ name: "kept.pdf" }]);
  app.clock.advance({ days: 40 });
  await sweepFiles(app.services);
  expect(await db.$count(uploads, eq(uploads.id, file.id))).toBe(1);
  await db.delete(lessonAttachments).where(eq(lessonAttachments.uploadId, file.id));
  await sweepFiles(app.services);
  expect(await db.$count(uploads, eq(uploads.id, file.id))).toBe(0);
});
