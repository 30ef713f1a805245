import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Assignment } from "#contract/courses/assignment.ts";
import { updateLesson } from "#contract/courses/course-editor.ts";
import { access } from "#server/database/schema/access.ts";
import { assignmentFiles } from "#server/database/schema/assignments.ts";
import { storageUse, uploads } from "#server/database/schema/files.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { beginUpload } from "#server/features/files/upload-rows.ts";
import { assignedLesson, pdf } from "#tests/support/assigned-lesson.ts";
import { buyCourse } from "#tests/support/bought-course.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ UNPAID_STORAGE_GIB: "1" });
const { db, files } = app.services;

const filesIn = (answer: { json(): unknown }) => (answer.json() as Assignment).draft?.files ?? [];
const get = (url: string, cookies: Record<string, string> = {}) => app.app.inject({ url, cookies });

test("a file is handed in by its buyer, and opened by its buyer and the creator alone, for as long as they may", async () => {
  const { send, handIn, list, read, proofs, order, course } = await assignedLesson(app);
  const sent = await send(1);
  expect(sent.statusCode, sent.body).toBe(200);
  const [file] = filesIn(sent);
  expect(file).toMatchObject({ name: "logo.pdf", sizeBytes: pdf.data.length });
  const { cookies } = proofs.paid;
  const answer = await get(file!.url, cookies);
  expect(answer.body).toBe(pdf.data);
  expect(answer.headers).toMatchObject({
    "content-disposition": "attachment; filename=logo.pdf",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  // The link is of the browser that paid.
  expect((await get(file!.url)).statusCode).toBe(403);

  // A file alone is enough.
  expect((await handIn("")).status).toBe(200);
  const { submissions } = await list();
  expect(submissions).toMatchObject([{ fileCount: 1 }]);
  const ofCreator = (await read(submissions[0]!.id)).body.submissions[0]!.files[0]!.url;
  const signedIn = (creator: { id: string }) => sessionCookieOf(app, creator);
  const open = async (creator: { id: string }) =>
    (await app.app.inject({ url: ofCreator, headers: { cookie: await signedIn(creator) } })).statusCode;
  expect(await open({ id: course.ownerId })).toBe(200);
  expect(await open(await makeCreator(app))).toBe(403);
  expect((await get(ofCreator)).statusCode).toBe(403);

  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect((await get(file!.url, cookies)).statusCode).toBe(403);
});

test("five files fit, many at once too, and one that was removed is gone with its bytes and makes room", async () => {
  const { send, removeFile, ask, order, handIn } = await assignedLesson(app);
  for (let n = 1; n <= 4; n++) expect((await send(1)).statusCode).toBe(200);
  const two = await Promise.all([send(1), send(1)]);
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const all = (await ask()).body.draft!.files;
  expect(all).toHaveLength(5);
  const rows = () => db.select().from(uploads).where(eq(uploads.customerId, order.customerId));
  expect(await rows()).toHaveLength(5);
  const { storageKey } = (await rows()).find(({ id }) => id === all[1]!.id)!;
  expect((await removeFile(all[1]!.id)).body.draft!.files).toHaveLength(4);
  expect(await files.size(storageKey)).toBeUndefined();
  expect((await send(1)).statusCode).toBe(200);
  await handIn("Mine");
  // What was handed in keeps its files, and takes no others.
  expect((await removeFile(all[0]!.id)).body.submissions[0]!.files).toHaveLength(5);
  expect((await send(1)).json()).toMatchObject({ code: "NO_DRAFT" });
  expect(await rows()).toHaveLength(5);
});

test("only files of the accepted kinds are kept, none past 20 MB, and none where the assignment takes no files", async () => {
  const { send, order } = await assignedLesson(app);
  const page = { fileName: "page.html", type: "text/html", data: "<script>1</script>" };
  expect((await send(1, page)).statusCode).toBe(415);
  const masked = { ...pdf, data: "<html>" };
  expect((await send(1, masked)).statusCode).toBe(415);
  const large = { ...pdf, data: `%PDF-1.7\n${"x".repeat(20_971_520)}` };
  expect((await send(1, large)).statusCode).toBe(413);
  expect(await db.select().from(uploads).where(eq(uploads.customerId, order.customerId))).toEqual([]);
  const none = await assignedLesson(app, { task: { takesFiles: false } });
  expect((await none.send(1)).json()).toMatchObject({ code: "NO_FILES" });
});

test("buyers fill neither each other's room nor that of what is sold: 200 MB for each, a tenth of the creator's for all", async () => {
  const { course, order } = await assignedLesson(app);
  const { ownerId } = course;
  const mb = 1024 ** 2;
  const begin = (customerId: string | undefined, sizeBytes: number) =>
    beginUpload(app.services, {
      ownerId,
      ...(customerId !== undefined && { customerId }),
      fileName: "a.pdf",
      mimeType: "application/pdf",
      sizeBytes,
      receiver: null,
    }).then(
      () => "kept",
      ({ code }: { code: string }) => code,
    );
  // An unpaid account stores 1 GiB here: 102 MB of it are for buyers.
  expect(await begin(order.customerId, 60 * mb)).toBe("kept");
  const other = await buyCourse(app, course);
  expect(await begin(other.order.customerId, 60 * mb)).toBe("BUYERS_STORAGE_FULL");
  expect(await begin(undefined, 500 * mb)).toBe("kept");
  const [use] = await db.select().from(storageUse).where(eq(storageUse.ownerId, ownerId));
  expect(use).toMatchObject({ bytes: 560 * mb, buyersBytes: 60 * mb });
  await db.delete(uploads).where(eq(uploads.customerId, order.customerId));
  const [after] = await db.select().from(storageUse).where(eq(storageUse.ownerId, ownerId));
  expect(after).toMatchObject({ bytes: 500 * mb, buyersBytes: 0 });

  const paying = await makeCreator(app, { givenPlan: "PRO" });
  const rich = (sizeBytes: number) =>
    beginUpload(app.services, {
      ownerId: paying.id,
      customerId: order.customerId,
      fileName: "a.pdf",
      mimeType: "application/pdf",
      sizeBytes,
      receiver: null,
    }).then(
      () => "kept",
      ({ code }: { code: string }) => code,
    );
  expect(await rich(150 * mb)).toBe("kept");
  expect(await rich(60 * mb)).toBe("BUYER_STORAGE_FULL");
});

test("what a buyer handed in is nothing that the creator can publish or sell", async () => {
  const { send, creator, course, lessonId } = await assignedLesson(app);
  const [file] = filesIn(await send(1));
  const change = (body: object) =>
    creator.call(updateLesson, {
      params: { productId: course.id, lessonId },
      body: { revision: 2, ...body },
    });
  expect((await change({ attachments: [{ uploadId: file!.id, name: "Logo" }] })).status).toBe(422);
  expect((await change({ videoUploadId: file!.id })).status).toBe(422);
});

test("files of work that is gone go with the next day's sweep, and those of work that stands stay", async () => {
  const { send, order, lessonId } = await assignedLesson(app);
  await send(1);
  const stored = async () =>
    (await db.select().from(uploads).where(eq(uploads.customerId, order.customerId))).length;
  app.clock.advance({ days: 40 });
  await sweepFiles(app.services);
  expect(await stored()).toBe(1);
  await db.delete(lessons).where(eq(lessons.id, lessonId));
  expect(await db.select().from(assignmentFiles)).not.toContainEqual(expect.objectContaining({ lessonId }));
  await sweepFiles(app.services);
  expect(await stored()).toBe(0);
});
