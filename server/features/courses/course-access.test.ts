import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAccess, getBoughtCourse, getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { access, buyerSessions } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orders } from "#server/database/schema/orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;

type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

/** A course that was just bought, and every way of proving it. */
async function boughtCourse(fields: Parameters<typeof makeCourse>[1] = {}) {
  const course = await makeCourse(app, fields);
  const browser = newToken();
  const order = await makeOrder(app, { items: [{ product: course }], browserHash: hashToken(browser) });
  const verified = newToken();
  await db.insert(buyerSessions).values({
    tokenHash: hashToken(verified),
    kind: "COOKIE",
    customerId: order.customerId,
    expiresAt: new Date(app.clock.now().getTime() + 86_400_000),
  });
  const proofs: Record<string, Proof> = {
    "the browser that paid": { cookies: { co: browser } },
    "the verified address": { cookies: { buyer: verified } },
    "its bearer token": { headers: { authorization: `Bearer ${verified}` } },
    "the receipt's token": {
      headers: { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) },
    },
  };
  return { course, order, proofs };
}

/** What a stranger who knows everything but the secrets may try. */
function guesses(order: { id: string; customerId: string }): Record<string, Proof> {
  return {
    "no proof": {},
    "another browser": { cookies: { co: newToken() } },
    "an unknown session": {
      cookies: { buyer: newToken() },
      headers: { authorization: `Bearer ${newToken()}` },
    },
    "ids as secrets": {
      cookies: { co: order.id, buyer: order.customerId },
      headers: { authorization: `Bearer ${order.id}`, "x-order-proof": order.id, "x-order-id": order.id },
    },
    "an order without its token": { headers: { "x-order-id": order.id } },
    "a made-up token": { headers: { "x-order-id": order.id, "x-order-proof": newToken() } },
    "a token without its order": { headers: { "x-order-proof": receiptToken(secret, order.id) } },
  };
}

const accessOf = (productId: string, email: string, proof: Proof) =>
  app.call(getAccess, { params: { productId, email } }, proof);
const lessonOf = (lessonId: string, email: string, proof: Proof) =>
  app.call(getLesson, { params: { lessonId, email } }, proof);

test("each proof opens the course and its locked lessons", async () => {
  const { course, order, proofs } = await boughtCourse();
  for (const [name, proof] of Object.entries(proofs)) {
    for (const email of [order.email, order.email.toUpperCase(), anyBuyer]) {
      expect((await accessOf(course.id, email, proof)).body, name).toEqual({ hasAccess: true });
      const lesson = await lessonOf(course.lessons[1]!.id, email, proof);
      expect(lesson.status, name).toBe(200);
      expect(lesson.body.contentHtml).toContain(course.lessons[1]!.content);
    }
  }
});

test("a free preview of a course that is not on sale plays for its creator alone", async () => {
  const course = await makeCourse(app, {
    state: "DRAFT",
    modules: [[{ freePreview: true, videoUrl: "https://example.com/film.mp4" }, {}]],
  });
  const [preview, locked] = course.lessons;
  const read = (who: { call: typeof app.call }, lessonId: string) =>
    who.call(getLesson, { params: { lessonId, email: anyBuyer } });
  const owner = app.as({ id: course.ownerId });
  const opened = await read(owner, preview!.id);
  expect(opened).toMatchObject({
    status: 200,
    body: { freePreview: true, video: { kind: expect.any(String) } },
  });
  expect((await read(owner, locked!.id)).status).toBe(403);
  expect((await read(app, preview!.id)).status).toBe(403);
  expect((await read(app.as(await makeCreator(app)), preview!.id)).status).toBe(403);
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, course.id));
  expect((await read(owner, preview!.id)).status).toBe(403);
});

test("an address only narrows what a proof opens", async () => {
  const { course, proofs } = await boughtCourse();
  const other = await makeOrder(app, { items: [{ product: course }] });
  for (const [name, proof] of Object.entries(proofs)) {
    expect((await accessOf(course.id, other.email, proof)).text, name).toBe('{"hasAccess":false}');
    expect((await lessonOf(course.lessons[1]!.id, other.email, proof)).status, name).toBe(403);
  }
});

test("unproven, unknown and not bought look the same, to the byte", async () => {
  const { course, order } = await boughtCourse();
  const { order: foreign, proofs: foreignProofs } = await boughtCourse();
  const attempts = { ...guesses(order), ...foreignProofs };
  const unknown = "6f2b3a1e-0000-4000-8000-000000000000";
  const accessAnswers = new Set<string>();
  const lessonAnswers = new Set<string>();
  for (const proof of Object.values(attempts)) {
    for (const email of [
      order.email,
      foreign.email,
      "nobody@example.com",
      anyBuyer,
      "not an address",
      "%00",
    ]) {
      for (const productId of [course.id, unknown, "no-id", "' or 1=1 --"]) {
        const { status, text } = await accessOf(productId, email, proof);
        accessAnswers.add(`${status} ${text}`);
      }
      for (const lessonId of [course.lessons[1]!.id, unknown, "no-id"]) {
        const { status, text } = await lessonOf(lessonId, email, proof);
        lessonAnswers.add(`${status} ${text}`);
      }
    }
  }
  expect([...accessAnswers]).toEqual(['200 {"hasAccess":false}']);
  expect([...lessonAnswers]).toEqual(['403 {"message":"Lesson locked","code":"LESSON_LOCKED"}']);
});

test("a free preview is open to anyone while its course is on sale", async () => {
  const { course, proofs } = await boughtCourse();
  const free = course.lessons[0]!;
  expect((await lessonOf(free.id, "anyone@example.com", {})).status).toBe(200);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, course.id));
  expect((await lessonOf(free.id, anyBuyer, {})).status).toBe(403);
  expect((await lessonOf(free.id, anyBuyer, proofs["the browser that paid"]!)).status).toBe(200);
});

test("a dispute and revoked access, which is what a refund leaves, close the course at the next call", async () => {
  const closings = [
    (orderId: string) => db.update(orders).set({ disputed: true }).where(eq(orders.id, orderId)).returning(),
    (orderId: string) =>
      db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, orderId)).returning(),
  ];
  for (const close of closings) {
    const { course, order, proofs } = await boughtCourse();
    await close(order.id);
    for (const [name, proof] of Object.entries(proofs)) {
      expect((await accessOf(course.id, order.email, proof)).text, name).toBe('{"hasAccess":false}');
      expect((await lessonOf(course.lessons[1]!.id, order.email, proof)).status, name).toBe(403);
    }
  }
});

test("an unpaid order opens nothing", async () => {
  const course = await makeCourse(app);
  const browser = newToken();
  await makeOrder(app, { items: [{ product: course }], status: "PENDING", browserHash: hashToken(browser) });
  expect((await accessOf(course.id, anyBuyer, { cookies: { co: browser } })).text).toBe(
    '{"hasAccess":false}',
  );
});

test("a browser's proof ends after 30 days, a verified address when its session does", async () => {
  const { course, proofs } = await boughtCourse();
  app.clock.advance({ days: 2 });
  expect((await accessOf(course.id, anyBuyer, proofs["the verified address"]!)).body.hasAccess).toBe(false);
  expect((await accessOf(course.id, anyBuyer, proofs["the browser that paid"]!)).body.hasAccess).toBe(true);
  app.clock.advance({ days: 29 });
  expect((await accessOf(course.id, anyBuyer, proofs["the browser that paid"]!)).body.hasAccess).toBe(false);
  expect((await accessOf(course.id, anyBuyer, proofs["the receipt's token"]!)).body.hasAccess).toBe(true);
});

test("a course bought as a bump opens too, and paying opens nothing else of its seller", async () => {
  const { course: main } = await boughtCourse();
  const bump = await makeCourse(app, { ownerId: main.ownerId });
  const other = await makeCourse(app, { ownerId: main.ownerId });
  const browser = newToken();
  await makeOrder(app, { items: [{ product: main }, { product: bump }], browserHash: hashToken(browser) });
  const proof = { cookies: { co: browser } };
  expect((await accessOf(bump.id, anyBuyer, proof)).body.hasAccess).toBe(true);
  expect((await accessOf(other.id, anyBuyer, proof)).body.hasAccess).toBe(false);
});

test("a course taken off sale keeps its outline for its buyers alone", async () => {
  const { course, order, proofs } = await boughtCourse();
  const params = { slug: course.slug };
  const onSale = await app.call(getProduct, { params: { idOrSlug: course.slug } });
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, course.id));
  for (const [name, proof] of Object.entries(proofs)) {
    const { status, body } = await app.call(getBoughtCourse, { params }, proof);
    expect(status, name).toBe(200);
    expect(body, name).toEqual(onSale.body);
  }
  const strangers = new Set<string>();
  for (const proof of Object.values(guesses(order))) {
    const { status, text } = await app.call(getBoughtCourse, { params }, proof);
    strangers.add(`${status} ${text}`);
    const missing = await app.call(getBoughtCourse, { params: { slug: "no-such-course" } }, proof);
    strangers.add(`${missing.status} ${missing.text}`);
  }
  expect([...strangers]).toEqual(['404 {"message":"Product not found","code":"NOT_FOUND"}']);
});

test("no public call carries the text or the video of a lesson", async () => {
  const course = await makeCourse(app, {
    modules: [[{ content: "canary-text", videoUrl: "https://canary-video.example.com/v.mp4" }]],
  });
  const { text } = await app.call(getProduct, { params: { idOrSlug: course.slug } });
  expect(text).not.toContain("canary");
});
