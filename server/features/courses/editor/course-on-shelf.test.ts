import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { createLesson, createModule, deleteModule, renameModule } from "#contract/courses/course-editor.ts";
import { openNotifications } from "#server/database/notifications.ts";
import { users } from "#server/database/schema/accounts.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { access, db, pool } = app.services;

/** What another process hears of changed storefronts. */
async function listen() {
  const notifications = await openNotifications(access);
  onTestFinished(() => notifications.close());
  const heard: string[] = [];
  await notifications.listen("storefront_changed", (handle) => heard.push(handle));
  /** What was heard since the last time, once all that was told has arrived. */
  const news = async () => {
    await pool.query("select pg_notify('storefront_changed', 'end')");
    await eventually(() => expect(heard).toContain("end"));
    return new Set(heard.splice(0).filter((handle) => handle !== "end"));
  };
  return news;
}

test("every process hears of a course that comes on the shelf with its first lesson, and goes with its last", async () => {
  const course = await makeCourse(app, { modules: [[]] });
  const [owner] = await db.select().from(users).where(eq(users.id, course.ownerId));
  const news = await listen();
  const moduleId = course.modules[0]?.id ?? "";
  const lesson = { moduleId, slug: "first", title: "First", content: "", position: 0 };
  const handle = new Set([owner?.handle]);

  await db.insert(lessons).values(lesson);
  expect(await news()).toEqual(handle);
  // Its page shows the outline, and none of what is in the lessons.
  await db.update(lessons).set({ title: "Begin" }).where(eq(lessons.moduleId, moduleId));
  expect(await news()).toEqual(handle);
  await db.update(lessons).set({ content: "Hello" }).where(eq(lessons.moduleId, moduleId));
  expect(await news()).toEqual(new Set());
  await db.update(courseModules).set({ title: "Basics" }).where(eq(courseModules.id, moduleId));
  expect(await news()).toEqual(handle);
  await db.delete(lessons).where(eq(lessons.moduleId, moduleId));
  expect(await news()).toEqual(handle);
  await db.insert(lessons).values(lesson);
  await news();
  // Its lessons go with it.
  await db.delete(courseModules).where(eq(courseModules.id, moduleId));
  expect(await news()).toEqual(handle);
});

test("the shelf of a creator shows a course as soon as it has a lesson, and no more without its module", async () => {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const { id: productId } = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
  const shelf = async () =>
    (await app.call(listCreatorProducts, { params: { handle: creator.handle } })).body.map(({ id }) => id);
  expect(await shelf()).toEqual([]);
  const { body: draft } = await me.call(createModule, { params: { productId }, body: { title: "Basics" } });
  const params = { productId, moduleId: draft.modules[0]?.id ?? "" };
  await me.call(createLesson, { params, body: { title: "First" } });
  expect(await shelf()).toEqual([productId]);
  await me.call(renameModule, { params, body: { title: "Start" } });
  await me.call(deleteModule, { params });
  expect(await shelf()).toEqual([]);
});
