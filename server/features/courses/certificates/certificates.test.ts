import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  completeLesson,
  getCertificate,
  getCourseProgress,
  issueCertificate,
} from "#contract/courses/course-progress.ts";
import { users } from "#server/database/schema/accounts.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { certificates } from "#server/database/schema/learning.ts";
import { orders } from "#server/database/schema/orders.ts";
import { buyCourse, makeBoughtCourse, type Proof } from "#tests/support/bought-course.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { newCertificateCode } from "./certificate-code.ts";

const app = await testApp();
const { db } = app.services;

const complete = (lessonId: string, proof: Proof) =>
  app.call(completeLesson, { params: { lessonId }, body: { completed: true } }, proof);
const ask = (slug: string, proof: Proof, name = "Ada Lovelace") =>
  app.call(issueCertificate, { params: { slug }, body: { name } }, proof);
const check = (code: string) => app.call(getCertificate, { params: { code } });
const codeIn = async (slug: string, proof: Proof) =>
  (await app.call(getCourseProgress, { params: { slug } }, proof)).body.certificateCode;

/** A bought course of two lessons by Grace Hopper, both of them complete. */
async function finishedCourse() {
  const { id: ownerId } = await makeCreator(app, { firstName: "Grace", lastName: "Hopper" });
  const bought = await makeBoughtCourse(app, { ownerId, title: "Compilers", modules: [[{}], [{}]] });
  const { course, proofs } = bought;
  await complete(course.lessons[0]!.id, proofs.paid);
  app.clock.advance({ hours: 1 });
  await complete(course.lessons[1]!.id, proofs.paid);
  return { ...bought, slug: course.slug };
}

test("a certificate is issued when every lesson is complete, not before", async () => {
  const { course, proofs } = await makeBoughtCourse(app, { modules: [[{}, {}, {}]] });
  const [first, second, third] = course.lessons.map(({ id }) => id) as [string, string, string];
  await complete(first, proofs.paid);
  expect((await ask(course.slug, proofs.paid)).body).toEqual({
    code: "COURSE_NOT_COMPLETE",
    message: "Complete 2 more lessons to get your certificate",
  });
  await complete(second, proofs.receipt);
  const early = await ask(course.slug, proofs.paid);
  expect([early.status, early.body]).toEqual([
    409,
    { code: "COURSE_NOT_COMPLETE", message: "Complete the last lesson to get your certificate" },
  ]);
  await complete(third, proofs.verified);
  expect((await ask(course.slug, proofs.paid)).status).toBe(200);
  const empty = await makeBoughtCourse(app, { modules: [] });
  expect((await ask(empty.course.slug, empty.proofs.paid)).body).toMatchObject({
    message: "This course has no lessons yet",
  });
});

test("it says who finished what, whose course it was and when, to anyone with its code", async () => {
  const { course, order, proofs, slug } = await finishedCourse();
  const finishedAt = app.clock.now();
  app.clock.advance({ hours: 3 });
  const { body, text } = await ask(slug, proofs.paid, "  Ada   Lovelace ");
  expect(body).toEqual({
    code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/),
    name: "Ada Lovelace",
    courseTitle: "Compilers",
    courseSlug: slug,
    courseStore: expect.stringMatching(/^\w+$/),
    creatorName: "Grace Hopper",
    lessonCount: 2,
    completedAt: expect.any(String),
  });
  expect(Math.abs(Date.parse(body.completedAt) - finishedAt.getTime())).toBeLessThan(60_000);
  expect(text).not.toContain(order.id);
  const typed = [
    body.code,
    body.code.toLowerCase().replaceAll("-", " "),
    body.code.replaceAll("1", "l").replaceAll("0", "o"),
  ];
  for (const code of typed) expect((await check(code)).body).toEqual(body);
  for (const proof of Object.values(proofs)) expect(await codeIn(slug, proof)).toBe(body.code);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, course.id));
  expect((await check(body.code)).body).toMatchObject({ courseSlug: null, courseStore: null });
});

test("asking again changes the name, and keeps the code and the words it had", async () => {
  const { course, proofs, slug } = await finishedCourse();
  const { body: first } = await ask(slug, proofs.paid);
  await db.update(products).set({ title: "Compilers II" }).where(eq(products.id, course.id));
  await db.update(users).set({ lastName: "Murray" }).where(eq(users.id, course.ownerId));
  await db.insert(lessons).values({ moduleId: course.lessons[0]!.moduleId, slug: "new", title: "New" });
  for (const proof of Object.values(proofs)) {
    expect((await ask(slug, proof, "Ada King")).body).toEqual({ ...first, name: "Ada King" });
    expect(await codeIn(slug, proof)).toBe(first.code);
  }
  expect((await check(first.code)).body).toEqual({ ...first, name: "Ada King" });
});

test("ten requests at once make one certificate", async () => {
  const { order, proofs, slug } = await finishedCourse();
  const all = Object.values(proofs);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => ask(slug, all[index % all.length]!, `Name ${index}`)),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`)).size).toBe(1);
  const rows = await db.select().from(certificates).where(eq(certificates.orderId, order.id));
  expect(rows).toHaveLength(1);
});

test("it is valid while its purchase is, and a new purchase gets one of its own", async () => {
  const { course, order, browser, proofs, slug } = await finishedCourse();
  const { body: first } = await ask(slug, proofs.paid);
  const setDisputed = (disputed: boolean) =>
    db.update(orders).set({ disputed }).where(eq(orders.id, order.id));
  await setDisputed(true);
  expect((await check(first.code)).status).toBe(404);
  await setDisputed(false);
  expect((await check(first.code)).status).toBe(200);

  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  const refunded = await check(first.code);
  const unknown = [newCertificateCode(), "", "x", "' or 1=1 --", "%00", first.code.slice(1)];
  for (const code of unknown) {
    const { status, text } = await check(code);
    expect([status, text]).toEqual([404, refunded.text]);
  }
  expect(refunded.text).toBe('{"message":"Certificate not found","code":"NOT_FOUND"}');

  const again = await buyCourse(app, course, { email: order.email, browser });
  expect(await codeIn(slug, again.paid)).toBeNull();
  const { body: second } = await ask(slug, again.paid);
  expect(second).toEqual({ ...first, code: second.code });
  expect(second.code).not.toBe(first.code);
  expect((await check(second.code)).status).toBe(200);
  expect((await check(first.code)).status).toBe(404);
});

test("a name has to be one", async () => {
  const { proofs, slug } = await finishedCourse();
  for (const name of ["", "   ", "\u200b\u200b", "\u202e", "!!!", "x".repeat(121)]) {
    const { status, body } = await ask(slug, proofs.paid, name);
    expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([422, ["name"]]);
  }
  expect((await ask(slug, proofs.paid, "李小龍")).body.name).toBe("李小龍");
  expect((await ask(slug, proofs.paid, "😀".repeat(59) + "Ab")).body.name).toHaveLength(120);
});
