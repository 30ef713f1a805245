import { and, eq, isNull } from "drizzle-orm";
import { hash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getCourseDraft, previewLesson } from "#contract/courses/course-editor.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { Block, PictureAttributes, RichDocument } from "#contract/document/document.ts";
import { images, type users } from "#server/database/schema/accounts.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { lessonPictures } from "#server/database/schema/lesson-files.ts";
import { orders } from "#server/database/schema/orders.ts";
import { storeImage } from "#server/features/files/images.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { makeBoughtCourse } from "#tests/support/bought-course.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { releasePictures, savePictures } from "./editor/save-pictures.ts";

const app = await testApp();
const { db, files } = app.services;
const closed = '403 {"message":"Lesson locked","code":"LESSON_LOCKED"}';
const missing = "A picture of this text was not found. Remove it or upload it again.";

let creator: typeof users.$inferSelect;
let photo: Buffer;
beforeAll(async () => {
  creator = await makeCreator(app);
  photo = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: "#e0502f" } })
    .jpeg()
    .withExif({ IFD0: { Artist: "Canary of the camera" } })
    .toBuffer();
});

const stored = (ownerId = creator.id) => storeImage(app.services, { ownerId, kind: "text", data: photo });
const block = (imageId: string, more: Partial<PictureAttributes> = {}): Block => ({
  type: "picture",
  attrs: { imageId, width: 1_000, height: 500, alt: "A chart", caption: "", ...more },
});
const doc = (...content: Block[]): RichDocument => ({ type: "doc", content });
type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };
async function fetchLink(url: string, { headers = {}, cookies = {} }: Proof = {}) {
  const { statusCode, body, rawPayload, headers: got } = await app.app.inject({ url, headers, cookies });
  return { text: `${statusCode} ${statusCode === 200 ? "" : body}`.trim(), headers: got, rawPayload };
}
const textOf = async (url: string, proof?: Proof) => (await fetchLink(url, proof)).text;
const htmlFor = async (lessonId: string, proof: Proof = {}) =>
  (await app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof)).body.contentHtml ?? "";
const addressIn = (html: string) => /<img src="([^"]*)"/.exec(html)?.[1] ?? "";
const cookieOf = async (who: { id: string }) => ({ headers: { cookie: await sessionCookieOf(app, who) } });

/** A course that was bought, with one picture in its locked lesson and in its free one. */
async function boughtPictures() {
  const { id } = await stored();
  const bought = await makeBoughtCourse(app, {
    ownerId: creator.id,
    modules: [
      [
        { contentDocument: doc(block(id)) },
        { contentDocument: doc(block(id)), freePreview: true },
        { contentDocument: doc() },
      ],
    ],
  });
  const [locked, free, other] = bought.course.lessons;
  for (const lesson of [locked, free])
    await savePictures(db, lesson!.id, doc(block(id)), app.services.clock.now());
  return { imageId: id, bought, locked: locked!, free: free!, other: other! };
}

test("pictures are sent to whoever may open their lesson, and by no other address", async () => {
  const { imageId, bought, locked, free, other } = await boughtPictures();
  const html = await htmlFor(locked.id, bought.proofs.receipt);
  expect(html).toMatch(/^<figure><picture><source type="image\/avif" srcset="[^"]+ 480w, [^"]+ 960w, /);
  expect(html).toContain('alt="A chart" width="1000" height="500" loading="lazy"');
  const address = addressIn(html);
  const answer = await fetchLink(address);
  expect(answer.text).toBe("200");
  expect(answer.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  expect(answer.rawPayload.includes("Canary")).toBe(false);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 960, height: 480 });

  // Nothing is known by the picture's id alone, neither as other pictures are fetched nor with another link.
  const file = address.split("/").at(-1)!;
  const [row] = await db.select().from(images).where(eq(images.id, imageId));
  for (const { width, format } of row!.variants)
    expect(await textOf(`/images/${imageId}/${width}.${format}`)).toMatch(/^404/);
  expect(await textOf(`/api/text-pictures/${imageId}`)).toMatch(/^401/);
  expect(await textOf(`/api/text-pictures/${imageId}`, await cookieOf(await makeCreator(app)))).toMatch(
    /^404/,
  );
  expect(await textOf(`/api/text-pictures/${imageId}`, await cookieOf(creator))).toBe("200");
  const foreign = await stored();
  for (const wrong of [foreign.id, "nothing", "..%2f", locked.id])
    expect(await textOf(address.replace(imageId, wrong))).toMatch(/^40[34] /);
  for (const wrong of ["1.avif", "960.png", "../960.webp", "960.webp/x"])
    expect(await textOf(address.replace(file, encodeURIComponent(wrong)))).toMatch(/^40[34] /);
  expect(await textOf(address.replace("lesson-picture", "lesson-attachment"))).toMatch(/^40[34] /);
  expect(await textOf(address.replace(locked.id, other.id))).toBe(closed);
  expect(await textOf(address.replace(locked.id, free.id))).toBe(closed);
  // A free preview's are everybody's.
  expect(await textOf(addressIn(await htmlFor(free.id)))).toBe("200");
  expect((await app.call(getLesson, { params: { lessonId: locked.id, email: anyBuyer } })).status).toBe(403);
});

test("what closes a lesson closes its pictures: a dispute, the preview's end, time, and the text without them", async () => {
  const { bought, locked, free } = await boughtPictures();
  const address = addressIn(await htmlFor(locked.id, bought.proofs.receipt));
  const shown = addressIn(await htmlFor(free.id));
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, bought.order.id));
  expect(await textOf(address)).toBe(closed);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, bought.order.id));
  await db.update(lessons).set({ dripDays: 2 }).where(eq(lessons.id, locked.id));
  expect(await textOf(address)).toContain("LESSON_NOT_OPEN");
  await db.update(lessons).set({ dripDays: 0 }).where(eq(lessons.id, locked.id));
  expect(await textOf(address)).toBe("200");
  await db.update(lessons).set({ freePreview: false }).where(eq(lessons.id, free.id));
  expect(await textOf(shown)).toBe(closed);
  await savePictures(db, locked.id, doc(), app.services.clock.now());
  expect(await textOf(address)).toBe(closed);
});

test("a creator's text keeps their own pictures, in their true size; a preview's links work for them alone", async () => {
  const { change, params } = await editedLesson(app, creator);
  const { id } = await stored();
  const content = doc(
    {
      type: "bulletList",
      content: [{ type: "listItem", content: [block(id, { width: 9, height: 9_000 })] }],
    },
    block(id, { alt: null, caption: "<script>alert(1)</script>" }),
  );
  const { body } = await change({ content });
  expect(body.content).toEqual(
    doc(
      { type: "bulletList", content: [{ type: "listItem", content: [block(id)] }] },
      block(id, { alt: null, caption: "<script>alert(1)</script>" }),
    ),
  );
  const preview = await app.as(creator).call(previewLesson, { params });
  const html = preview.body.contentHtml ?? "";
  expect(html).toContain('<figcaption dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</figcaption>');
  const address = addressIn(html);
  expect(await textOf(address, await cookieOf(creator))).toBe("200");
  expect(await textOf(address, await cookieOf(await makeCreator(app)))).toBe(closed);
  expect(await textOf(address)).toBe(closed);
});

test("what is not one's own picture for texts is refused, with the text kept as it was", async () => {
  const { change, lesson } = await editedLesson(app, creator);
  const foreign = await stored((await makeCreator(app)).id);
  const poster = await storeImage(app.services, { ownerId: creator.id, kind: "poster", data: photo });
  const own = await stored();
  for (const imageId of [foreign.id, poster.id, lesson.id]) {
    const { status, fields } = await change({ content: doc(block(own.id), block(imageId)) });
    expect([status, fields]).toEqual([422, { content: missing }]);
  }
  const many = doc(...Array.from({ length: 101 }, () => block(own.id)));
  expect((await change({ content: many })).fields).toEqual({ content: "Use at most 100 pictures in a text" });
  expect(await db.$count(lessonPictures, eq(lessonPictures.lessonId, lesson.id))).toBe(0);
  expect(await db.select().from(lessons).where(eq(lessons.id, lesson.id))).toEqual([lesson]);
});

test("a picture taken out of a text can be brought back for 30 days, and is then swept; one that is shown never is", async () => {
  const { change, course } = await editedLesson(app, creator);
  const [kept, gone] = [await stored(), await stored()];
  await change({ content: doc(block(kept.id), block(gone.id)) });
  const { body: copy } = await app.as(creator).call(duplicateProduct, { params: { id: course.id } });
  const draft = await app.as(creator).call(getCourseDraft, { params: { productId: copy.id } });
  const copied = draft.body.modules[0]!.lessons[0]!;
  expect(await db.$count(lessonPictures, eq(lessonPictures.lessonId, copied.id))).toBe(2);
  const sweep = async () => {
    await releasePictures(app.services);
    await sweepFiles(app.services);
  };
  const isThere = async (id: string) => {
    const [row] = await db.select().from(images).where(eq(images.id, id));
    return row !== undefined && (await files.size(row.variants[0]!.storageKey)) !== undefined;
  };
  app.clock.advance({ days: 100 });
  await sweep();
  await change({ content: doc(block(kept.id)) });
  app.clock.advance({ days: 29 });
  await sweep();
  // Undo in a tab that was left open.
  expect((await change({ content: doc(block(gone.id)) })).status).toBe(200);
  app.clock.advance({ days: 29 });
  await sweep();
  expect((await change({ content: doc(block(kept.id), block(gone.id)) })).status).toBe(200);
  await change({ content: doc(block(kept.id)) });
  app.clock.advance({ days: 31 });
  await sweep();
  // The copy of the course shows it still.
  expect([await isThere(kept.id), await isThere(gone.id)]).toEqual([true, true]);
  await savePictures(db, copied.id, doc(), app.services.clock.now());
  app.clock.advance({ days: 31 });
  await sweep();
  expect([await isThere(kept.id), await isThere(gone.id)]).toEqual([true, false]);
  expect((await change({ content: doc(block(gone.id)) })).fields).toEqual({ content: missing });
});

test("a text that takes a picture while it is swept keeps it, or says that it is gone", async () => {
  const { change, lesson } = await editedLesson(app, creator);
  for (let round = 0; round < 6; round++) {
    const { id } = await stored();
    app.clock.advance({ days: 31 });
    const [answer] = await Promise.all([change({ content: doc(block(id)) }), sweepFiles(app.services)]);
    const isShown = and(
      eq(lessonPictures.lessonId, lesson.id),
      eq(lessonPictures.imageId, id),
      isNull(lessonPictures.removedAt),
    );
    expect(await db.$count(images, eq(images.id, id))).toBe(answer.status === 200 ? 1 : 0);
    expect(await db.$count(lessonPictures, isShown)).toBe(answer.status === 200 ? 1 : 0);
    if (answer.status !== 200) expect(answer.fields).toEqual({ content: missing });
  }
});

test("a picture is uploaded whole, in sizes up to its own, and refused where it is none", async () => {
  const upload = async (bytes: Buffer, name = "a.jpg") => {
    const mark = hash("sha256", bytes).slice(0, 16);
    const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const answer = await app.app.inject({
      method: "POST",
      url: "/api/text-pictures",
      headers: {
        "content-type": `multipart/form-data; boundary=${mark}`,
        ...(await cookieOf(creator)).headers,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]),
    });
    return {
      status: answer.statusCode,
      body: answer.json<{ imageId: string; width: number; height: number }>(),
    };
  };
  const sized = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#204060" } })
      .png()
      .toBuffer();
  for (const [width, height, shownWidth, shownHeight] of [
    [1_000, 500, 1_000, 500],
    [2_400, 1_200, 1_600, 800],
    [40, 20, 40, 20],
    [400, 4_000, 400, 4_000],
    [100, 3_000, 100, 1_000],
    [3_000, 10, 200, 10],
    [1, 1, 1, 1],
  ] as const)
    expect(await upload(await sized(width, height)), `${width} × ${height}`).toMatchObject({
      status: 201,
      body: { width: shownWidth, height: shownHeight },
    });
  for (const bytes of [Buffer.from("<svg onload=alert(1)>"), Buffer.alloc(0), photo.subarray(0, 200)])
    expect((await upload(bytes)).status).toBe(422);
});
