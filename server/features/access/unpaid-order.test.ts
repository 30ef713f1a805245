import { expect, test } from "vitest";
import { getAccess, getLesson, playLessonVideo } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { getLibrary } from "#contract/library/library.ts";
import { listMemberPosts } from "#contract/posts/posts.ts";
import { getMyReview } from "#contract/reviews/reviews.ts";
import { access } from "#server/database/schema/access.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { posts } from "#server/database/schema/posts.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { signGrant } from "#server/secrets/signed-grant.ts";
import { proveAddress } from "#tests/support/bought-course.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services } = app;
const { db } = services;

/** One order of a course, a file and a membership, with all that a paid one is granted. */
async function makeGranted(status: "PENDING" | "FAILED" | "PAID") {
  const { id: ownerId } = await makeCreator(app);
  const file = { ownerId, data: Buffer.from("%PDF-1.7") };
  const guide = await storeUpload(services, {
    ...file,
    originalName: "guide.pdf",
    mimeType: "application/pdf",
  });
  const video = await storeUpload(services, { ...file, originalName: "film.mp4", mimeType: "video/mp4" });
  const course = await makeCourse(app, { ownerId, modules: [[{ videoUploadId: video.id }]] });
  const download = await makeProduct(app, {
    ownerId,
    type: "DOWNLOAD",
    digitalFileType: "UPLOAD",
    digitalFileId: guide.id,
  });
  const membership = await makeProduct(app, { ownerId, type: "MEMBERSHIP" });
  const publishedAt = new Date(app.clock.now().getTime() - 1_000);
  await db.insert(posts).values({ ownerId, productId: membership.id, title: "News", publishedAt });
  const order = await makeOrder(app, {
    status,
    items: [{ product: course }, { product: download }, { product: membership }],
  });
  const grants = order.items.map(({ id, productId }) => ({
    customerId: order.customerId,
    ownerId,
    productId,
    orderId: order.id,
    orderItemId: id,
  }));
  await db.insert(access).values(grants).onConflictDoNothing();
  const files = grants.filter(({ productId }) => productId === download.id);
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000);
  if (status !== "PAID")
    await db.insert(digitalDownloads).values(files.map((line) => ({ ...line, expiresAt })));
  return { order, course, lesson: course.lessons[0]!, proof: await proveAddress(app, order.customerId) };
}

/** What the order's buyer gets of it. */
async function opened({ order, course, lesson, proof }: Awaited<ReturnType<typeof makeGranted>>) {
  const params = { productId: course.id, email: anyBuyer };
  const token = signGrant(services, "lesson-video", [lesson.id, order.id, "-"]);
  const downloads = await app.call(listOrderDownloads, { querystring: { orderId: order.id } }, proof);
  return {
    access: (await app.call(getAccess, { params }, proof)).body.hasAccess,
    lesson: (await app.call(getLesson, { params: { lessonId: lesson.id, email: anyBuyer } }, proof)).status,
    video: (await app.call(playLessonVideo, { params: { token } }, proof)).status,
    files: downloads.body.map(({ isActive }) => isActive),
    posts: (await app.call(listMemberPosts, { querystring: {} }, proof)).body.posts.length,
    shelves: (await app.call(getLibrary, {}, proof)).body.shelves.length,
    review: (await app.call(getMyReview, { params: { id: course.id } }, proof)).body.status,
  };
}

test("an order opens what it granted once it is paid, and nothing before, whatever has been written", async () => {
  const open = { access: true, lesson: 200, video: 200, files: [true], posts: 1, shelves: 1 };
  expect(await opened(await makeGranted("PAID"))).toMatchObject(open);
  const closed = { access: false, lesson: 403, video: 403, files: [false], posts: 0, shelves: 0 };
  for (const status of ["PENDING", "FAILED"] as const)
    expect(await opened(await makeGranted(status))).toEqual({ ...closed, review: "NOT_BOUGHT" });
});
