import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { completeLesson, getCourseProgress, recordPlayed } from "#contract/courses/course-progress.ts";
import { access } from "#server/database/schema/access.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { progress } from "#server/database/schema/learning.ts";
import { buyCourse, makeBoughtCourse, type Proof, proveAddress } from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

type Interval = readonly [from: number, to: number];
const play = (lessonId: string, proof: Proof, intervals: readonly Interval[], positionSeconds = 0) =>
  app.call(
    recordPlayed,
    {
      params: { lessonId },
      body: {
        intervals: intervals.map(([fromSeconds, toSeconds]) => ({ fromSeconds, toSeconds })),
        positionSeconds,
      },
    },
    proof,
  );

/** A bought course of one lesson with a video of this length. */
async function boughtVideo(duration: number) {
  const { course, order, browser, proofs } = await makeBoughtCourse(app, { modules: [[{ duration }]] });
  return { course, order, browser, lesson: course.lessons[0]!.id, proof: proofs.paid, proofs };
}
const rowOf = async (orderId: string, lessonId: string) =>
  (
    await db
      .select()
      .from(progress)
      .where(and(eq(progress.orderId, orderId), eq(progress.lessonId, lessonId)))
  )[0]!;

test("the watched seconds are those of the union, whatever the order, the overlaps and the repetitions", async () => {
  const second = fc.integer({ min: 0, max: 150 });
  const interval = fc.tuple(second, second).map(([a, b]): Interval => [Math.min(a, b), Math.max(a, b)]);
  const posts = fc.array(fc.array(interval, { maxLength: 4 }), { minLength: 1, maxLength: 5 });
  const course = await makeCourse(app, { modules: [[{ duration: 120 }]] });
  const lesson = course.lessons[0]!.id;
  await fc.assert(
    fc.asyncProperty(posts, fc.infiniteStream(fc.nat()), async (posts, picks) => {
      const { paid, order } = await buyCourse(app, course);
      const repeated = [
        ...posts,
        ...posts.map((post, index) => (picks.next().value % 2 ? post : (posts[index - 1] ?? []))),
      ];
      const shuffled = repeated
        .map((post) => [picks.next().value, post] as const)
        .toSorted(([one], [other]) => one - other);
      let last = 0;
      for (const [, post] of shuffled) {
        const { body } = await play(lesson, paid, post);
        expect(body.watchedSeconds).toBeGreaterThanOrEqual(last);
        last = body.watchedSeconds;
      }
      const seconds = new Set(
        posts.flat().flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index)),
      );
      const watched = [...seconds].filter((second) => second < 120).length;
      const { body } = await app.call(getCourseProgress, { params: { slug: course.slug } }, paid);
      expect(body.lessons[0]).toMatchObject({ watchedSeconds: watched, completed: watched >= 108 });
      expect((await rowOf(order.id, lesson)).watchedSeconds).toBe(watched);
    }),
    { numRuns: 15 },
  );
});

test("parts are counted in milliseconds, and told in whole seconds", async () => {
  const { lesson, proof } = await boughtVideo(100);
  expect((await play(lesson, proof, [[0, 0.9995]])).body.watchedSeconds).toBe(1);
  expect((await play(lesson, proof, [[2, 2.4]])).body.watchedSeconds).toBe(1);
  expect((await play(lesson, proof, [[2.3, 2.999]])).body.watchedSeconds).toBe(1);
  expect((await play(lesson, proof, [[2.9, 3]], 3.7)).body).toMatchObject({
    watchedSeconds: 2,
    positionSeconds: 3,
  });
  expect((await play(lesson, proof, [])).body).toMatchObject({ watchedSeconds: 2, positionSeconds: 0 });
});

test("20 posts at once lose nothing, and complete the lesson once", async () => {
  const { order, lesson, proofs } = await boughtVideo(100);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      play(lesson, Object.values(proofs)[index % 4]!, [[index * 5, index * 5 + 5]]),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const row = await rowOf(order.id, lesson);
  expect(row).toMatchObject({ played: "{[0,100000)}", watchedSeconds: 100, completed: true });
  app.clock.advance({ minutes: 5 });
  await Promise.all(Array.from({ length: 10 }, () => play(lesson, proofs.paid, [[0, 100]])));
  await app.call(completeLesson, { params: { lessonId: lesson }, body: { completed: true } }, proofs.paid);
  expect((await rowOf(order.id, lesson)).completedAt).toEqual(row.completedAt);
});

test("two halves that are posted at once to two orders of one buyer complete the lesson", async () => {
  for (let round = 0; round < 5; round++) {
    const course = await makeCourse(app, { modules: [[{ duration: 100 }]] });
    const lesson = course.lessons[0]!.id;
    const first = await buyCourse(app, course);
    app.clock.advance({ seconds: 1 });
    const second = await buyCourse(app, course, { email: first.order.email });
    const verified = await proveAddress(app, first.order.customerId);
    // The one notes at the earlier of both orders, the other at the only one it proves.
    const all = { cookies: { ...verified.cookies, ...second.paid.cookies } };
    await Promise.all([play(lesson, all, [[0, 50]]), play(lesson, second.paid, [[50, 100]])]);
    const { body } = await play(lesson, all, []);
    expect(body).toMatchObject({ watchedSeconds: 100, completed: true });
  }
});

test("a video is complete from nine tenths of its length, for good", async () => {
  const { lesson, proof } = await boughtVideo(200);
  expect((await play(lesson, proof, [[0, 179.999]], 180)).body).toMatchObject({ completed: false });
  expect((await play(lesson, proof, [[179.9, 180]], 180)).body).toMatchObject({ completed: true });
  await db.update(lessons).set({ duration: 1_000 }).where(eq(lessons.id, lesson));
  expect((await play(lesson, proof, [[180, 190]], 190)).body).toMatchObject({
    completed: true,
    watchedSeconds: 190,
  });
});

test("what lies beyond the end does not count, and a lesson of unknown length completes by hand alone", async () => {
  const { lesson, proof } = await boughtVideo(10);
  expect(
    (
      await play(
        lesson,
        proof,
        [
          [8, 4_000],
          [5_000, 86_400],
        ],
        86_400,
      )
    ).body,
  ).toMatchObject({
    watchedSeconds: 2,
    positionSeconds: 10,
    completed: false,
  });
  const unknown = await boughtVideo(0);
  const { body } = await play(unknown.lesson, unknown.proof, [[0, 86_400]], 86_400);
  expect(body).toMatchObject({ watchedSeconds: 86_400, positionSeconds: 86_400, completed: false });
});

test("a length that is changed later is the one that counts", async () => {
  const { course, lesson, proof } = await boughtVideo(0);
  const setDuration = (duration: number) =>
    db.update(lessons).set({ duration }).where(eq(lessons.id, lesson));
  const told = async () =>
    (await app.call(getCourseProgress, { params: { slug: course.slug } }, proof)).body.lessons[0];
  await play(lesson, proof, [[0, 95]], 95);
  await setDuration(50);
  expect(await told()).toMatchObject({ watchedSeconds: 50, positionSeconds: 50, completed: false });
  await setDuration(200);
  expect(await told()).toMatchObject({ watchedSeconds: 95, positionSeconds: 95 });
  expect((await play(lesson, proof, [[94, 96]], 96)).body).toMatchObject({
    watchedSeconds: 96,
    completed: false,
  });
  await setDuration(100);
  expect((await play(lesson, proof, [[0, 1]], 1)).body).toMatchObject({ completed: true });
});

test("a completion that was taken back stays so until the video is played through anew", async () => {
  const { course, order, browser, lesson, proof, proofs } = await boughtVideo(100);
  await play(lesson, proof, [[0, 60]], 60);
  app.clock.advance({ seconds: 1 });
  const again = await buyCourse(app, course, { email: order.email, browser });
  await play(lesson, again.paid, [[60, 95]], 95);
  const takeBack = () =>
    app.call(completeLesson, { params: { lessonId: lesson }, body: { completed: false } }, proofs.verified);
  expect((await takeBack()).body).toMatchObject({
    completed: false,
    watchedSeconds: 0,
    positionSeconds: 95,
  });
  expect((await play(lesson, again.paid, [[95, 100]], 100)).body).toMatchObject({ completed: false });
  expect((await play(lesson, proofs.verified, [[0, 50]], 50)).body).toMatchObject({
    completed: false,
    watchedSeconds: 55,
  });
  // There is nothing to take back, so what was played anew stays.
  expect((await takeBack()).body).toMatchObject({ completed: false, watchedSeconds: 55 });
  expect((await play(lesson, proofs.verified, [[50, 90]], 90)).body).toMatchObject({ completed: true });
});

test("a completion by hand that is taken back leaves what was played: it completes nothing by itself", async () => {
  const { lesson, proof } = await boughtVideo(100);
  const complete = (completed: boolean) =>
    app.call(completeLesson, { params: { lessonId: lesson }, body: { completed } }, proof);
  await play(lesson, proof, [[0, 50]], 50);
  await complete(true);
  expect((await complete(false)).body).toMatchObject({ completed: false, watchedSeconds: 50 });
  expect((await play(lesson, proof, [[50, 89]], 89)).body).toMatchObject({ completed: false });
  expect((await play(lesson, proof, [[89, 90]], 90)).body).toMatchObject({ completed: true });
});

test("a refund in the middle of posts ends them: what was answered is kept, and nothing follows", async () => {
  const { order, lesson, proof } = await boughtVideo(1_000);
  const posts = Array.from({ length: 30 }, (_, index) =>
    play(lesson, proof, [[index * 10, index * 10 + 10]]),
  );
  await Promise.any(posts);
  const refund = db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  const [answers] = await Promise.all([Promise.all(posts), refund]);
  for (const { status } of answers) expect([200, 403]).toContain(status);
  expect((await play(lesson, proof, [[990, 1_000]])).status).toBe(403);
  const kept = answers.filter(({ status }) => status === 200).length;
  expect(kept).toBeGreaterThan(0);
  expect((await rowOf(order.id, lesson)).watchedSeconds).toBe(kept * 10);
});

test("a lesson that is deleted in the middle of posts answers no failure of ours", async () => {
  const { lesson, proof } = await boughtVideo(1_000);
  const posts = Array.from({ length: 20 }, (_, index) => play(lesson, proof, [[index, index + 1]]));
  const [answers] = await Promise.all([Promise.all(posts), db.delete(lessons).where(eq(lessons.id, lesson))]);
  for (const { status } of answers) expect([200, 403, 404]).toContain(status);
});

test("bad input names its field, and pieces without end are not kept", async () => {
  const { order, lesson, proof } = await boughtVideo(0);
  const backwards = await play(lesson, proof, [[5, 4]]);
  expect(backwards.status).toBe(422);
  expect(backwards.body).toMatchObject({ fields: { intervals: "An interval ends after it begins" } });
  expect((await play(lesson, proof, [[-1, 4]])).status).toBe(422);
  expect((await play(lesson, proof, [[0, 1e9]])).status).toBe(422);
  expect((await play(lesson, proof, [], -1)).status).toBe(422);
  const dust = (post: number) =>
    Array.from({ length: 100 }, (_, index): Interval => [post + index / 100, post + index / 100 + 0.001]);
  for (let post = 0; post < 25; post++) expect((await play(lesson, proof, dust(post))).status).toBe(200);
  expect((await rowOf(order.id, lesson)).played.split("),[").length).toBe(2_000);
  expect((await play(lesson, proof, [[0, 25]])).body).toMatchObject({ watchedSeconds: 25 });
});

const stand = (lessonId: string, proof: Proof, positionSeconds: number | undefined, secondsAgo = 0) =>
  app.call(
    recordPlayed,
    { params: { lessonId }, body: { intervals: [], positionSeconds, secondsAgo } },
    proof,
  );

test("where the video stands is what was played last, and not what was posted last", async () => {
  const { lesson, proofs } = await boughtVideo(1_000);
  await stand(lesson, proofs.paid, 100);
  app.clock.advance({ minutes: 10 });
  await stand(lesson, proofs.verified, 600);
  app.clock.advance({ minutes: 1 });
  // A phone that was without a connection until now had played before that, another after it.
  expect((await stand(lesson, proofs.receipt, 200, 300)).body.positionSeconds).toBe(600);
  expect((await stand(lesson, proofs.receipt, 300, 30)).body.positionSeconds).toBe(300);
  expect((await stand(lesson, proofs.paid, 400, 31)).body.positionSeconds).toBe(300);
});

test("who does not say where the video stands leaves it there, and marks move it nowhere", async () => {
  const { lesson, proofs } = await boughtVideo(1_000);
  await stand(lesson, proofs.paid, 321);
  app.clock.advance({ minutes: 1 });
  expect((await stand(lesson, proofs.paid, undefined)).body.positionSeconds).toBe(321);
  await app.call(completeLesson, { params: { lessonId: lesson }, body: { completed: true } }, proofs.paid);
  const { body } = await stand(lesson, proofs.paid, undefined);
  expect(body).toMatchObject({ positionSeconds: 321, completed: true });
});

test("a place of one order is not hidden by what is noted later at another", async () => {
  const { course, order, browser, lesson, proofs } = await boughtVideo(1_000);
  await stand(lesson, proofs.paid, 500);
  app.clock.advance({ seconds: 1 });
  const again = await buyCourse(app, course, { email: order.email, browser });
  await app.call(completeLesson, { params: { lessonId: lesson }, body: { completed: true } }, again.receipt);
  expect((await stand(lesson, proofs.verified, undefined)).body.positionSeconds).toBe(500);
});

test("a place of the future, or of more than a year ago, is refused", async () => {
  const { lesson, proofs } = await boughtVideo(1_000);
  for (const secondsAgo of [-1, 31_536_001, 0.5])
    expect((await stand(lesson, proofs.paid, 5, secondsAgo)).status).toBe(422);
});
