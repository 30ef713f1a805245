import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  bookmarkLesson,
  completeLesson,
  getCourseProgress,
  recordPlayed,
} from "#contract/courses/course-progress.ts";
import { getBoughtCourse, getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { access } from "#server/database/schema/access.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { buyCourse, guessesAt, makeBoughtCourse, type Proof } from "#tests/support/bought-course.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const lessonOf = (lessonId: string, proof: Proof) =>
  app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof);
const opensAtOf = async (slug: string, proof: Proof) =>
  (await app.call(getCourseProgress, { params: { slug } }, proof)).body.lessons.map(({ opensAt }) => opensAt);

test("a lesson opens so many days after the purchase, to the second, and says when", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app, {
    modules: [[{}, { dripDays: 7 }, { dripDays: 7, freePreview: true }]],
  });
  const [, late, preview] = course.lessons.map(({ id }) => id) as [string, string, string];
  const opensAt = new Date(order.paidAt!.getTime() + 7 * 86_400_000);
  const { body: outline } = await app.call(getBoughtCourse, { params: { slug: course.slug } }, proofs.paid);
  expect(outline.modules[0]?.lessons.map(({ dripDays }) => dripDays)).toEqual([0, 7, 7]);
  for (const [name, proof] of Object.entries(proofs)) {
    expect(await opensAtOf(course.slug, proof)).toEqual([null, opensAt.toISOString(), null]);
    expect((await lessonOf(preview, proof)).status, name).toBe(200);
    for (const answer of [
      await lessonOf(late, proof),
      await app.call(completeLesson, { params: { lessonId: late }, body: { completed: true } }, proof),
      await app.call(bookmarkLesson, { params: { lessonId: late }, body: { bookmarked: true } }, proof),
      await app.call(
        recordPlayed,
        { params: { lessonId: late }, body: { intervals: [], positionSeconds: 0 } },
        proof,
      ),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        403,
        {
          code: "LESSON_NOT_OPEN",
          message: expect.stringMatching(
            /^This lesson opens on [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M UTC$/,
          ),
          opensAt: opensAt.toISOString(),
        },
      ]);
    }
  }
  for (const proof of guessesAt(order))
    expect((await lessonOf(late, proof)).text).toBe('{"message":"Lesson locked","code":"LESSON_LOCKED"}');

  app.clock.advance({ days: 6, hours: 23, minutes: 59 });
  expect((await lessonOf(late, proofs.receipt)).status).toBe(403);
  app.clock.advance({ minutes: 1 });
  expect((await lessonOf(late, proofs.receipt)).status).toBe(200);
  expect(await opensAtOf(course.slug, proofs.receipt)).toEqual([null, null, null]);
});

test("the earliest purchase that is open and proved counts, and no other", async () => {
  const { course, order, browser, proofs } = await makeBoughtCourse(app, { modules: [[{ dripDays: 10 }]] });
  const lesson = course.lessons[0]!.id;
  app.clock.advance({ days: 11 });
  const again = await buyCourse(app, course, { email: order.email, browser });
  expect((await lessonOf(lesson, again.paid)).status).toBe(200);
  // Its receipt proves the new order alone, and so does a browser that never had the old one.
  expect((await lessonOf(lesson, again.receipt)).body).toMatchObject({ code: "LESSON_NOT_OPEN" });
  const nosy = await buyCourse(app, course, { email: order.email });
  expect((await lessonOf(lesson, nosy.paid)).body).toMatchObject({ code: "LESSON_NOT_OPEN" });

  const refunded = { revokedAt: app.clock.now() };
  await db.update(access).set(refunded).where(eq(access.orderId, order.id));
  const { body } = await lessonOf(lesson, again.paid);
  const opensAt = new Date(again.order.paidAt!.getTime() + 10 * 86_400_000).toISOString();
  expect(body).toMatchObject({ code: "LESSON_NOT_OPEN", opensAt });
  await db.update(access).set(refunded).where(eq(access.orderId, again.order.id));
  expect((await lessonOf(lesson, again.paid)).text).toContain("LESSON_LOCKED");
  expect((await lessonOf(lesson, proofs.receipt)).text).toContain("LESSON_LOCKED");
});

test("a signed link plays nothing, and reads no captions, before its lesson opens", async () => {
  const { id: ownerId } = await makeCreator(app);
  const video = await storeUpload(app.services, {
    ownerId,
    originalName: "lesson.mp4",
    mimeType: "video/mp4",
    data: Buffer.alloc(1_000, 7),
  });
  const { course, order, browser, proofs } = await makeBoughtCourse(app, {
    ownerId,
    modules: [[{ videoUploadId: video.id, captions: { en: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n" } }]],
  });
  const lesson = course.lessons[0]!.id;
  const linksOf = async (proof: Proof) => {
    const { body } = await lessonOf(lesson, proof);
    if (body.video?.kind !== "FILE") throw new Error("the lesson has no file to play");
    return [body.video.url, body.video.captions[0]!.url];
  };
  const statusesOf = async (links: string[], cookies = {}) =>
    Promise.all(links.map(async (url) => (await app.app.inject({ url, cookies })).statusCode));
  const links = await linksOf(proofs.receipt);
  expect(await statusesOf(links)).toEqual([200, 200]);
  await db.update(lessons).set({ dripDays: 3 }).where(eq(lessons.id, lesson));
  expect(await statusesOf(links)).toEqual([403, 403]);
  expect((await app.app.inject({ url: links[0]! })).json()).toMatchObject({ code: "LESSON_NOT_OPEN" });

  // Bought again, the links go on by the earlier purchase.
  app.clock.advance({ days: 4 });
  const again = await buyCourse(app, course, { email: order.email, browser });
  expect(await statusesOf(await linksOf(again.paid), again.paid.cookies)).toEqual([200, 200]);
  await db.update(lessons).set({ dripDays: 30, freePreview: true }).where(eq(lessons.id, lesson));
  expect(await statusesOf(await linksOf({}))).toEqual([200, 200]);
});
