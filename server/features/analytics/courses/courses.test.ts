import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { getCourseFigures } from "#contract/analytics/courses.ts";
import { listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { access } from "#server/database/schema/access.ts";
import { progress } from "#server/database/schema/learning.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { eq } from "drizzle-orm";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  creator = await makeCreator(app);
});

type Query = Record<string, string>;
async function figures(querystring: Query = {}) {
  const { status, body, text } = await app.as(creator).call(getCourseFigures, { querystring });
  expect([status, text]).toEqual([200, expect.anything()]);
  return body;
}
const rowsOf = async (figure: "learners" | "startedCourses" | "finishedCourses", query: Query = {}) =>
  (await app.as(creator).call(listAnalyticsRows, { querystring: { ...query, figure } })).body.rows;

const dayMs = 86_400_000;
const begins = Date.parse("2026-03-01T00:00Z");
const at = (days: number) => new Date(begins + days * dayMs);

test("without a course there is nothing, and a product that is none has no lessons", async () => {
  expect(await figures()).toMatchObject({
    total: { learners: 0, finishRate: null, medianDays: null },
    courses: [],
    lessons: null,
  });
  const { id } = await makeProduct(app, { ownerId: creator.id });
  expect(await figures({ productId: id })).toMatchObject({ courses: [], lessons: null });
  const other = app.as(await makeCreator(app));
  expect((await other.call(getCourseFigures, { querystring: { productId: id } })).status).toBe(404);
  expect((await app.call(getCourseFigures, { querystring: {} })).status).toBe(401);
});

test("how far learners get, where they stop and how long they take is what their progress says", async () => {
  vi.spyOn(app.services.clock, "now").mockReturnValue(at(90));
  const learner = fc.record({
    boughtOn: fc.integer({ min: 0, max: 40 }),
    isRevoked: fc.nat(5).map((n) => n === 0),
    /** For each lesson: null is not begun, false begun, a number completed so many days after the purchase. */
    lessons: fc.array(
      fc.oneof(
        fc.constant(null),
        fc.constant(false),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
      ),
      {
        minLength: 3,
        maxLength: 3,
      },
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(learner, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }),
      async (learners, from) => {
        creator = await makeCreator(app);
        const course = await makeCourse(app, { ownerId: creator.id, modules: [[{}, {}], [{}]] });
        for (const { boughtOn, lessons, isRevoked } of learners) {
          const { id: orderId, customerId } = await makeOrder(app, {
            items: [{ product: course }],
            createdAt: at(boughtOn),
          });
          if (isRevoked)
            await db
              .update(access)
              .set({ revokedAt: at(50) })
              .where(eq(access.orderId, orderId));
          for (const [index, work] of lessons.entries()) {
            if (work === null) continue;
            const completedAt = work === false ? null : at(boughtOn + work);
            const lessonId = course.lessons[index]?.id ?? "";
            await db
              .insert(progress)
              .values({ orderId, customerId, lessonId, completed: completedAt !== null, completedAt });
          }
        }
        const query = { startDate: at(from).toISOString().slice(0, 10), endDate: "2026-04-30" };
        const { total, courses, lessons } = await figures(query);
        const own = learners.filter(({ boughtOn, isRevoked }) => boughtOn >= from && !isRevoked);
        const finished = own.filter(({ lessons }) => lessons.every((work) => typeof work === "number"));
        const days = finished
          .map(({ lessons }) => Math.max(...lessons.map(Number)))
          .toSorted((a, b) => a - b);
        const middle = (days.length - 1) / 2;
        const medianDays =
          days.length === 0 ? null : ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2;
        const started = own.filter(({ lessons }) => lessons.some((work) => work !== null)).length;
        const expected = { learners: own.length, started, finished: finished.length, medianDays };
        expect(total).toMatchObject(expected);
        expect(courses).toMatchObject([{ id: course.id, lessons: 3, ...expected }]);
        const last = (works: (typeof own)[number]["lessons"]) => works.findLastIndex((work) => work !== null);
        expect(lessons).toMatchObject({
          courseId: course.id,
          notStarted: own.length - started,
          rows: course.lessons.map(({ id }, index) => ({
            id,
            started: own.filter(({ lessons }) => lessons[index] !== null).length,
            completed: own.filter(({ lessons }) => typeof lessons[index] === "number").length,
            stopped: own.filter((one) => last(one.lessons) === index && !finished.includes(one)).length,
          })),
        });
        expect(await rowsOf("learners", query)).toHaveLength(own.length);
        expect(await rowsOf("startedCourses", query)).toHaveLength(started);
        expect(await rowsOf("finishedCourses", query)).toHaveLength(finished.length);
      },
    ),
    { numRuns: 8 },
  );
});

test("of several courses each is told apart, and one of them is opened by its id", async () => {
  const one = await makeCourse(app, { ownerId: creator.id, title: "One" });
  const two = await makeCourse(app, { ownerId: creator.id, title: "Two" });
  for (const product of [one, one, two]) await makeOrder(app, { items: [{ product }] });
  const all = await figures();
  expect(all.courses.map(({ title, learners }) => [title, learners])).toEqual([
    ["One", 2],
    ["Two", 1],
  ]);
  expect(all.lessons).toBeNull();
  expect((await figures({ productId: two.id })).lessons).toMatchObject({ courseId: two.id, notStarted: 1 });
  expect((await rowsOf("learners"))[0]).toMatchObject({
    kind: "LEARNER",
    cents: null,
    orderId: expect.any(String),
  });
});

test("what is kept of learners follows deleted lessons and modules, a taken back purchase and lessons done at once", async () => {
  const course = await makeCourse(app, {
    ownerId: creator.id,
    modules: [
      [{}, {}, {}],
      [{}, {}],
    ],
  });
  const { id: orderId, customerId } = await makeOrder(app, { items: [{ product: course }] });
  const completedAt = app.clock.now();
  await Promise.all(
    course.lessons.map(({ id: lessonId }) =>
      db.insert(progress).values({ orderId, customerId, lessonId, completed: true, completedAt }),
    ),
  );
  expect((await figures()).total).toMatchObject({ learners: 1, finished: 1, lessonsDone: 5 });
  await app.services.pool.query(
    "delete from course_modules m using lessons l where l.module_id = m.id and l.id = $1",
    [course.lessons[4]?.id],
  );
  expect((await figures()).total).toMatchObject({ learners: 1, finished: 1, lessonsDone: 3 });
  await app.services.pool.query("delete from lessons where id = $1", [course.lessons[0]?.id]);
  expect((await figures()).total).toMatchObject({ learners: 1, finished: 1, lessonsDone: 2 });
  await db.update(access).set({ revokedAt: completedAt }).where(eq(access.orderId, orderId));
  expect((await figures()).total).toMatchObject({ learners: 0, lessonsDone: 0 });
  await db.update(access).set({ revokedAt: null }).where(eq(access.orderId, orderId));
  expect((await figures()).total).toMatchObject({ learners: 1, finished: 1 });
  await app.services.pool.query("delete from progress where lesson_id = $1", [course.lessons[1]?.id]);
  expect((await figures()).total).toMatchObject({ learners: 1, finished: 0, lessonsDone: 1 });
  const wrong = (await auditBooks(app.services.pool, { provider: "sandbox" })).filter(({ name }) =>
    name.startsWith("kept-"),
  );
  expect(wrong).toEqual([]);
});
