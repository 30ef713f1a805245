import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  bookmarkLesson,
  completeLesson,
  getCourseProgress,
  issueCertificate,
  recordPlayed,
} from "#contract/courses/course-progress.ts";
import { access } from "#server/database/schema/access.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { orders } from "#server/database/schema/orders.ts";
import {
  buyCourse,
  guessesAt,
  makeBoughtCourse,
  type Proof,
  proveAddress,
} from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const video = { duration: 100 };
const progressOf = async (slug: string, proof: Proof) =>
  (await app.call(getCourseProgress, { params: { slug } }, proof)).body;
const play = (lessonId: string, proof: Proof, from: number, to: number) =>
  app.call(
    recordPlayed,
    {
      params: { lessonId },
      body: { intervals: [{ fromSeconds: from, toSeconds: to }], positionSeconds: to },
    },
    proof,
  );
const complete = (lessonId: string, proof: Proof, completed = true) =>
  app.call(completeLesson, { params: { lessonId }, body: { completed } }, proof);
const bookmark = (lessonId: string, proof: Proof, bookmarked = true) =>
  app.call(bookmarkLesson, { params: { lessonId }, body: { bookmarked } }, proof);
const revoke = (orderId: string) =>
  db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, orderId));

test("what one proof notes, every other proof of the order shows", async () => {
  const { course, proofs } = await makeBoughtCourse(app, {
    modules: [
      [video, video],
      [video, {}],
    ],
  });
  const [first, second, third, fourth] = course.lessons.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  expect((await play(first, proofs.paid, 0, 30)).status).toBe(200);
  app.clock.advance({ seconds: 1 });
  expect((await complete(second, proofs.verified)).status).toBe(200);
  app.clock.advance({ seconds: 1 });
  expect((await bookmark(third, proofs.receipt)).status).toBe(200);
  const expected = {
    lessons: [
      { lessonId: first, completed: false, watchedSeconds: 30, positionSeconds: 30, bookmarked: false },
      { lessonId: second, completed: true, watchedSeconds: 0, positionSeconds: 0, bookmarked: false },
      { lessonId: third, completed: false, watchedSeconds: 0, positionSeconds: 0, bookmarked: true },
      { lessonId: fourth, completed: false, watchedSeconds: 0, positionSeconds: 0, bookmarked: false },
    ].map((lesson) => ({ ...lesson, waitsFor: null, opensAt: null })),
    lastLessonId: third,
    certificateCode: null,
  };
  for (const proof of Object.values(proofs)) expect(await progressOf(course.slug, proof)).toEqual(expected);
});

test("half a lesson watched where it was bought goes on at the same second where the address is proved", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app, { modules: [[{ duration: 1_200 }]] });
  const lesson = course.lessons[0]!.id;
  await play(lesson, proofs.paid, 0, 601.4);
  const elsewhere = await proveAddress(app, order.customerId);
  expect((await progressOf(course.slug, elsewhere)).lessons).toEqual([
    expect.objectContaining({ watchedSeconds: 601, positionSeconds: 601 }),
  ]);
  const { body } = await play(lesson, elsewhere, 601.4, 1_140);
  expect(body).toMatchObject({ completed: true, watchedSeconds: 1_140, positionSeconds: 1_140 });
  expect((await progressOf(course.slug, proofs.paid)).lessons[0]).toEqual(body);
});

test("a refund takes the course away, and buying it again brings back what was done", async () => {
  const { course, order, browser, proofs } = await makeBoughtCourse(app, { modules: [[video, video, {}]] });
  const [played, other, text] = course.lessons.map(({ id }) => id) as [string, string, string];
  await play(played, proofs.paid, 0, 60);
  await play(other, proofs.paid, 10, 20);
  await complete(text, proofs.paid);
  await bookmark(other, proofs.paid);
  const before = await progressOf(course.slug, proofs.paid);
  await revoke(order.id);
  for (const proof of Object.values(proofs)) {
    expect((await progressOf(course.slug, proof)).lessons).toEqual([]);
    expect((await play(played, proof, 60, 70)).status).toBe(403);
    expect((await complete(text, proof, false)).status).toBe(403);
    expect((await bookmark(other, proof, false)).status).toBe(403);
  }

  const again = await buyCourse(app, course, { email: order.email, browser });
  for (const proof of [again.paid, proofs.verified])
    expect(await progressOf(course.slug, proof)).toEqual(before);
  // The two halves are at two orders by now; together they are the lesson.
  expect((await play(played, again.paid, 55, 91)).body).toMatchObject({
    completed: true,
    watchedSeconds: 91,
  });
  app.clock.advance({ seconds: 1 });
  // A mark moves the video nowhere, and is taken back wherever it was made.
  expect((await bookmark(other, again.paid)).body).toMatchObject({ positionSeconds: 20, bookmarked: true });
  expect((await bookmark(other, again.paid, false)).body).toMatchObject({ bookmarked: false });
  expect((await complete(other, again.paid)).body).toMatchObject({ positionSeconds: 20, completed: true });
  expect((await complete(text, again.paid, false)).body).toMatchObject({ completed: false });
});

test("whoever takes a free course with a stranger's address learns nothing of what the stranger did", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app, { priceCents: 0, modules: [[video, {}]] });
  const [watched, read] = course.lessons.map(({ id }) => id) as [string, string];
  await play(watched, proofs.paid, 0, 95);
  await bookmark(watched, proofs.paid);
  await complete(read, proofs.paid);
  const params = { slug: course.slug };
  expect((await app.call(issueCertificate, { params, body: { name: "Ann" } }, proofs.paid)).status).toBe(200);
  const done = await progressOf(course.slug, proofs.paid);

  const nosy = await buyCourse(app, course, { email: order.email });
  expect(nosy.order.customerId).toBe(order.customerId);
  for (const proof of [nosy.paid, nosy.receipt, { ...nosy.receipt, ...nosy.paid }]) {
    const { lessons, ...rest } = await progressOf(course.slug, proof);
    expect(rest).toEqual({ lastLessonId: null, certificateCode: null });
    const untouched = {
      completed: false,
      waitsFor: null,
      watchedSeconds: 0,
      positionSeconds: 0,
      bookmarked: false,
      opensAt: null,
    };
    expect(lessons).toEqual([watched, read].map((lessonId) => ({ lessonId, ...untouched })));
    expect((await app.call(issueCertificate, { params, body: { name: "Eve" } }, proof)).status).toBe(409);
  }
  // What they do themselves tells them no more, and takes nothing back.
  expect((await play(watched, nosy.paid, 0, 1)).body).toMatchObject({ watchedSeconds: 1, completed: false });
  expect((await complete(read, nosy.paid, false)).body).toMatchObject({ completed: false });
  expect((await bookmark(watched, nosy.paid, false)).body).toMatchObject({ bookmarked: false });
  expect(await progressOf(course.slug, proofs.paid)).toEqual(done);
});

test("a browser that bought for two addresses shows what was done at the one, and nothing of the other", async () => {
  const { course, browser, proofs } = await makeBoughtCourse(app, { modules: [[video, {}]] });
  const [watched, read] = course.lessons.map(({ id }) => id) as [string, string];
  app.clock.advance({ seconds: 1 });
  const other = await buyCourse(app, course, { browser });
  await play(watched, other.receipt, 0, 60);
  await complete(read, other.receipt);
  expect((await progressOf(course.slug, proofs.paid)).lessons).toEqual([
    expect.objectContaining({ watchedSeconds: 0 }),
    expect.objectContaining({ completed: false }),
  ]);
  await complete(read, proofs.paid);
  expect((await complete(read, proofs.paid, false)).body).toMatchObject({ completed: false });
  expect((await progressOf(course.slug, other.receipt)).lessons[1]).toMatchObject({ completed: true });
});

test("unproven, unknown and not bought look the same to every call, to the byte", async () => {
  const { course, order } = await makeBoughtCourse(app);
  const { proofs: foreign } = await makeBoughtCourse(app);
  const unknown = "6f2b3a1e-0000-4000-8000-000000000000";
  const answers = { progress: new Set<string>(), lesson: new Set<string>(), certificate: new Set<string>() };
  for (const proof of [...guessesAt(order), ...Object.values(foreign)]) {
    for (const slug of [course.slug, "no-such-course", "' or 1=1 --"]) {
      const read = await app.call(getCourseProgress, { params: { slug } }, proof);
      answers.progress.add(`${read.status} ${read.text}`);
      const asked = await app.call(issueCertificate, { params: { slug }, body: { name: "Eve" } }, proof);
      answers.certificate.add(`${asked.status} ${asked.text}`);
    }
    // The first lesson is a free preview: to watch it leaves no trace, either.
    for (const lessonId of [course.lessons[0]!.id, course.lessons[1]!.id, unknown, "no-id"]) {
      for (const { status, text } of [
        await play(lessonId, proof, 0, 1),
        await complete(lessonId, proof),
        await complete(lessonId, proof, false),
        await bookmark(lessonId, proof),
      ])
        answers.lesson.add(`${status} ${text}`);
    }
  }
  expect([...answers.progress]).toEqual(['200 {"lessons":[],"lastLessonId":null,"certificateCode":null}']);
  expect([...answers.lesson]).toEqual(['403 {"message":"Lesson locked","code":"LESSON_LOCKED"}']);
  expect([...answers.certificate]).toEqual(['404 {"message":"Product not found","code":"NOT_FOUND"}']);
});

test("a dispute closes what a purchase opened, and leaves what was noted", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app, { modules: [[video]] });
  const lesson = course.lessons[0]!.id;
  await play(lesson, proofs.paid, 0, 10);
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, order.id));
  expect((await play(lesson, proofs.paid, 10, 20)).status).toBe(403);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, order.id));
  expect((await progressOf(course.slug, proofs.paid)).lessons[0]).toMatchObject({ watchedSeconds: 10 });
});

test("a course of several modules is told in the order of its outline, and a deleted lesson is told no more", async () => {
  const course = await makeCourse(app, { modules: [[{ position: 2 }, { position: 1 }], [{}]] });
  const { paid } = await buyCourse(app, course);
  const [late, early, last] = course.lessons.map(({ id }) => id) as [string, string, string];
  const inOrder = async () => (await progressOf(course.slug, paid)).lessons.map(({ lessonId }) => lessonId);
  expect(await inOrder()).toEqual([early, late, last]);
  await complete(last, paid);
  await db.delete(lessons).where(eq(lessons.id, last));
  expect(await inOrder()).toEqual([early, late]);
  expect((await complete(last, paid)).status).toBe(403);
});
