import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getMyReview, saveReview } from "#contract/reviews/reviews.ts";
import { access } from "#server/database/schema/access.ts";
import { progress } from "#server/database/schema/learning.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { products } from "#server/database/schema/catalog.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { verifiedBrowser } from "#tests/support/verified-browser.ts";

const app = await testApp();
const { db } = app.services;

/** A course of lessons of these lengths in seconds, with a buyer. */
async function learner(durations: number[]) {
  const course = await makeCourse(app, { modules: [durations.map((duration) => ({ duration }))] });
  const order = await makeOrder(app, { items: [{ product: course }] });
  const proof = await verifiedBrowser(app, order.customerId);
  const note = (lesson: number, done: { played?: string; completed?: boolean }, orderId = order.id) =>
    db.insert(progress).values({
      orderId,
      customerId: order.customerId,
      lessonId: course.lessons[lesson]!.id,
      ...(done.played !== undefined && { played: done.played }),
      ...(done.completed && { completed: true, completedAt: new Date() }),
    });
  const mine = async () => (await app.call(getMyReview, { params: { id: course.id } }, proof)).body;
  const save = () => app.call(saveReview, { params: { id: course.id }, body: { rating: 5 } }, proof);
  return { course, order, note, mine, save };
}

test("below 20 % of a course its buyer may not review it, from there on they may", async () => {
  const { note, mine, save } = await learner([100, 100, 100, 100, 100]);
  expect(await mine()).toMatchObject({ status: "MORE_PROGRESS", progressPercent: 0 });
  await note(0, { played: "{[0,50000),[60000,109500)}" });
  expect(await mine()).toMatchObject({ status: "MORE_PROGRESS", progressPercent: 19 });
  expect(await save()).toMatchObject({
    status: 403,
    body: {
      code: "MORE_PROGRESS",
      message: "You can review this course once you have done 20% of it. So far: 19%.",
    },
  });
  await note(1, { played: "{[0,1000)}" });
  expect(await mine()).toMatchObject({ status: "OPEN", progressPercent: 20 });
  expect((await save()).status).toBe(200);
});

test("a completed lesson counts whole, a played one by its length, and never more than whole", async () => {
  const { note, mine } = await learner([0, 60, 10, 0]);
  await note(0, { completed: true });
  expect(await mine()).toMatchObject({ progressPercent: 25 });
  await note(1, { played: "{[0,30000)}" });
  expect(await mine()).toMatchObject({ progressPercent: 37 });
  await note(2, { played: "{[0,600000)}" });
  expect(await mine()).toMatchObject({ progressPercent: 62 });
  await note(3, { played: "{[0,600000)}" });
  expect(await mine()).toMatchObject({ progressPercent: 62 });
});

test("what was played at several orders of one buyer counts once, and nobody else's counts", async () => {
  const { course, order, note, mine } = await learner([100, 100]);
  const again = await makeOrder(app, { items: [{ product: course }], email: order.email });
  const other = await makeOrder(app, { items: [{ product: course }] });
  await note(0, { played: "{[0,20000)}" });
  await note(0, { played: "{[10000,30000)}" }, again.id);
  await db.insert(progress).values({
    orderId: other.id,
    customerId: other.customerId,
    lessonId: course.lessons[1]!.id,
    completed: true,
    completedAt: new Date(),
  });
  expect(await mine()).toMatchObject({ progressPercent: 15, status: "MORE_PROGRESS" });

  // Progress survives a refund and a new purchase.
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  expect(await mine()).toMatchObject({ progressPercent: 15 });
});

test("a review that was written may be changed when the course has grown, and a course without lessons asks nothing", async () => {
  const { course, note, mine, save } = await learner([100]);
  await note(0, { played: "{[0,30000)}" });
  expect((await save()).status).toBe(200);
  const [module] = await db
    .select({ id: lessons.moduleId })
    .from(lessons)
    .where(eq(lessons.id, course.lessons[0]!.id));
  await db.insert(lessons).values(
    [1, 2, 3].map((position) => ({
      moduleId: module!.id,
      slug: `more-${position}`,
      title: "More",
      position,
      duration: 100,
    })),
  );
  expect(await mine()).toMatchObject({ status: "OPEN", progressPercent: 7 });
  expect((await save()).status).toBe(200);

  await db.execute(sql`delete from course_modules where product_id = ${course.id}`);
  expect(await mine()).toMatchObject({ status: "OPEN", progressPercent: 100 });
});

test("an event may be reviewed once it has started, and a review stays open when it is moved", async () => {
  const { clock } = app.services;
  const product = await makeProduct(app, {
    type: "EVENT",
    eventStartsAt: new Date(clock.now().getTime() + 3_600_000),
    eventEndsAt: new Date(clock.now().getTime() + 7_200_000),
    eventZone: "UTC",
    eventPlace: "Online",
  });
  const order = await makeOrder(app, { items: [{ product }] });
  const proof = await verifiedBrowser(app, order.customerId);
  const mine = async () => (await app.call(getMyReview, { params: { id: product.id } }, proof)).body;
  const save = () => app.call(saveReview, { params: { id: product.id }, body: { rating: 5 } }, proof);
  expect(await mine()).toMatchObject({ status: "NOT_STARTED" });
  expect(await save()).toMatchObject({
    status: 403,
    body: { code: "NOT_STARTED", message: "You can review this event once it has started." },
  });
  app.clock.advance({ hours: 1, seconds: 1 });
  expect(await mine()).toMatchObject({ status: "OPEN" });
  expect((await save()).status).toBe(200);
  await db
    .update(products)
    .set({
      eventStartsAt: new Date(clock.now().getTime() + 3_600_000),
      eventEndsAt: new Date(clock.now().getTime() + 7_200_000),
    })
    .where(eq(products.id, product.id));
  expect(await mine()).toMatchObject({ status: "OPEN" });
});
