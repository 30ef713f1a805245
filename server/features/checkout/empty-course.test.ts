import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { listCreatorProducts, listMyProducts } from "#contract/catalog/catalog.ts";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { createLesson, deleteLesson } from "#contract/courses/course-editor.ts";
import { listPublicOrderBumps } from "#contract/offers/offers.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("a course is offered and sold with its first lesson, and no more once its last is deleted", async () => {
  const creator = await makeCreator(app);
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[]] });
  const main = await makeProduct(app, { ownerId: creator.id });
  await makeBump(app, main, { bumpProductId: course.id });
  const buy = async () =>
    app.browser().call(createPaymentIntent, {
      body: { productId: course.id, customerEmail: "buyer@example.com" },
    });
  const offered = async () => {
    const shelf = await app.call(listCreatorProducts, { params: { handle: creator.handle ?? "" } });
    const bumps = await app.call(listPublicOrderBumps, { params: { productId: main.id } });
    return [shelf.body.some(({ id }) => id === course.id), bumps.body.length === 1];
  };
  const me = app.as(creator);
  const lacking = async () =>
    (await me.call(listMyProducts)).body
      .filter(({ missing }) => missing.includes("lessons"))
      .map(({ id }) => id);
  expect(await buy()).toMatchObject({ status: 409, body: { code: "NO_LESSONS" } });
  expect(await offered()).toEqual([false, false]);
  expect(await lacking()).toEqual([course.id]);

  const [module] = course.modules;
  const { body } = await me.call(createLesson, {
    params: { productId: course.id, moduleId: module!.id },
    body: { title: "First" },
  });
  expect(await buy()).toMatchObject({ status: 200 });
  expect(await lacking()).toEqual([]);
  await eventually(async () => expect(await offered()).toEqual([true, true]));

  const lessonId = body.modules[0]!.lessons[0]!.id;
  await me.call(deleteLesson, { params: { productId: course.id, lessonId } });
  expect(await buy()).toMatchObject({ status: 409, body: { code: "NO_LESSONS" } });
  await eventually(async () => expect(await offered()).toEqual([false, false]));
});
