import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { signGrant } from "#server/secrets/signed-grant.ts";
import { proveAddress } from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makePicture } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;
const data = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

/** A bought course whose two lessons, a free one and a locked one, have a video of their own. */
async function courseWithVideos() {
  const { id: ownerId } = await makeCreator(app);
  const video = await storeUpload(app.services, {
    ownerId,
    originalName: "lesson.mp4",
    mimeType: "video/mp4",
    data,
  });
  const course = await makeCourse(app, {
    ownerId,
    modules: [[{ freePreview: true, videoUploadId: video.id }, { videoUploadId: video.id }]],
  });
  const browser = newToken();
  const order = await makeOrder(app, { items: [{ product: course }], browserHash: hashToken(browser) });
  const receipt = { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) };
  return {
    course,
    order,
    video,
    cookies: { co: browser },
    receipt,
    free: course.lessons[0]!,
    locked: course.lessons[1]!,
  };
}

type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

async function linkOf(lessonId: string, proof: Proof = {}) {
  const { body } = await app.call(getLesson, { params: { lessonId, email: anyBuyer } }, proof);
  if (body.video?.kind !== "FILE") throw new Error("the lesson has no file to play");
  return body.video.url;
}

const fetchVideo = (url: string, { method = "GET", ...proof }: Proof & { method?: "GET" | "HEAD" } = {}) =>
  app.app.inject({ method, url, headers: proof.headers ?? {}, cookies: proof.cookies ?? {} });

test("a video is sent whole, in ranges and by its head, as nothing but a video", async () => {
  const { locked, cookies } = await courseWithVideos();
  const url = await linkOf(locked.id, { cookies });
  const whole = await fetchVideo(url, { cookies });
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(data)).toBe(true);
  expect(whole.headers).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "5000",
    "accept-ranges": "bytes",
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
  });

  const part = await fetchVideo(url, { cookies, headers: { range: "bytes=100-199" } });
  expect(part.statusCode).toBe(206);
  expect(part.headers["content-range"]).toBe("bytes 100-199/5000");
  expect(part.rawPayload.equals(data.subarray(100, 200))).toBe(true);
  const rest = await fetchVideo(url, { cookies, headers: { range: "bytes=4990-" } });
  expect(rest.rawPayload.equals(data.subarray(4_990))).toBe(true);

  const beyond = await fetchVideo(url, { cookies, headers: { range: "bytes=5000-" } });
  expect(beyond.statusCode).toBe(416);
  expect(beyond.headers["content-range"]).toBe("bytes */5000");

  const head = await fetchVideo(url, { method: "HEAD", cookies });
  expect(head.statusCode).toBe(200);
  expect(head.headers["content-length"]).toBe("5000");
  expect(head.rawPayload).toHaveLength(0);
});

test("a link works for 12 hours", async () => {
  const { locked, receipt } = await courseWithVideos();
  const url = await linkOf(locked.id, { headers: receipt });
  app.clock.advance({ hours: 11, minutes: 59 });
  expect((await fetchVideo(url)).statusCode).toBe(200);
  app.clock.advance({ minutes: 1 });
  expect((await fetchVideo(url)).statusCode).toBe(403);
});

test("the link of the browser that paid plays in no other", async () => {
  const { locked, cookies } = await courseWithVideos();
  const url = await linkOf(locked.id, { cookies });
  expect((await fetchVideo(url)).statusCode).toBe(403);
  expect((await fetchVideo(url, { cookies: { co: newToken() } })).statusCode).toBe(403);
});

test("it plays in no other where that browser's address is proved too, and another proof's plays anywhere", async () => {
  const { locked, order, cookies, receipt } = await courseWithVideos();
  const verified = await proveAddress(app, order.customerId);
  const url = await linkOf(locked.id, { cookies: { ...cookies, ...verified.cookies } });
  expect((await fetchVideo(url, { cookies })).statusCode).toBe(200);
  expect((await fetchVideo(url, verified)).statusCode).toBe(403);
  for (const proof of [verified, { headers: receipt }])
    expect((await fetchVideo(await linkOf(locked.id, proof))).statusCode).toBe(200);
});

test("a link that was changed, or put together, plays nothing", async () => {
  const { free, locked, order } = await courseWithVideos();
  const url = await linkOf(free.id);
  const [lessonId = "", , , expires = "", signed = ""] = url.slice("/api/lesson-video/".length).split(".");
  const forged = [
    [locked.id, "-", "-", expires, signed],
    [lessonId, order.id, "-", expires, signed],
    [lessonId, "-", "-", Number(expires) + 1, signed],
    [lessonId, "-", "-", expires, newToken()],
    [lessonId, "-", "-", expires],
    [lessonId, "-", "-", expires, signed, signed],
    ["", "", "", "", ""],
    [lessonId.toUpperCase(), "-", "-", expires, signed],
  ].map((parts) => `/api/lesson-video/${parts.join(".")}`);
  const answers = new Set<string>();
  for (const address of [...forged, "/api/lesson-video/x", "/api/lesson-video/%F0%9F%8E%AC"]) {
    const { statusCode, body } = await fetchVideo(address);
    answers.add(`${statusCode} ${body}`);
  }
  expect([...answers]).toEqual(['403 {"message":"Lesson locked","code":"LESSON_LOCKED"}']);
  expect((await fetchVideo(url)).statusCode).toBe(200);
});

test("a dispute and revoked access stop a link that was already given", async () => {
  const { locked, order, receipt } = await courseWithVideos();
  const url = await linkOf(locked.id, { headers: receipt });
  await db.update(orders).set({ disputed: true }).where(eq(orders.id, order.id));
  expect((await fetchVideo(url)).statusCode).toBe(403);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, order.id));
  expect((await fetchVideo(url)).statusCode).toBe(200);
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  expect((await fetchVideo(url, { headers: { range: "bytes=0-1" } })).statusCode).toBe(403);
});

test("a link by an order of another course plays nothing", async () => {
  const [{ order }, other] = [await courseWithVideos(), await courseWithVideos()];
  const linkBy = (orderId: string) =>
    `/api/lesson-video/${signGrant(app.services, "lesson-video", [other.locked.id, orderId, "-"])}`;
  expect((await fetchVideo(linkBy(order.id))).statusCode).toBe(403);
  expect((await fetchVideo(linkBy(other.order.id))).statusCode).toBe(200);
});

test("a link plays no more once its buyer has been forgotten", async () => {
  const { locked, order, receipt } = await courseWithVideos();
  const url = await linkOf(locked.id, { headers: receipt });
  await db.update(customers).set({ erasedAt: app.clock.now() }).where(eq(customers.id, order.customerId));
  expect((await fetchVideo(url)).statusCode).toBe(403);
});

test("a preview's link ends with the preview", async () => {
  const { free, course, cookies } = await courseWithVideos();
  const url = await linkOf(free.id);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, course.id));
  expect((await fetchVideo(url)).statusCode).toBe(403);
  await db.update(products).set({ state: "PUBLISHED" }).where(eq(products.id, course.id));
  await db.update(lessons).set({ freePreview: false }).where(eq(lessons.id, free.id));
  expect((await fetchVideo(url)).statusCode).toBe(403);
  expect((await fetchVideo(await linkOf(free.id, { cookies }), { cookies })).statusCode).toBe(200);
});

test("a video that is not stored, or is another creator's, is not played", async () => {
  const { free, video } = await courseWithVideos();
  const stranger = await makeCreator(app);
  await db.update(uploads).set({ ownerId: stranger.id }).where(eq(uploads.id, video.id));
  const { body } = await app.call(getLesson, { params: { lessonId: free.id, email: anyBuyer } });
  expect(body.video).toEqual({ kind: "PENDING" });
});

test("a poster of another creator's is not shown", async () => {
  const { course, locked, cookies } = await courseWithVideos();
  const posterOf = async (ownerId: string) => {
    const { id } = await makePicture(app, ownerId);
    await db.update(lessons).set({ posterImageId: id }).where(eq(lessons.id, locked.id));
    const params = { lessonId: locked.id, email: anyBuyer };
    const { body } = await app.call(getLesson, { params }, { cookies });
    return body.video?.kind === "FILE" ? body.video.poster : undefined;
  };
  expect(await posterOf((await makeCreator(app)).id)).toBeNull();
  expect(await posterOf(course.ownerId)).toMatchObject({ width: 640 });
});
