import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { Block, RichDocument } from "#contract/document/document.ts";
import { createPost, listMemberPosts, updatePost } from "#contract/posts/posts.ts";
import { access } from "#server/database/schema/access.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { formatProblem, mp4TypeOf } from "#contract/files/video-format.ts";
import { storageUse, uploads } from "#server/database/schema/files.ts";
import { orders } from "#server/database/schema/orders.ts";
import { textVideos } from "#server/database/schema/text-videos.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeImage } from "#server/features/files/images.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { releaseTextVideos } from "#server/features/files/text-videos.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;
const data = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

const store = (ownerId: string, originalName = "walk.mp4", mimeType = "video/mp4") =>
  storeUpload(app.services, { ownerId, originalName, mimeType, data });
async function poster(ownerId: string) {
  const dot = sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } });
  return storeImage(app.services, { ownerId, kind: "poster", data: await dot.png().toBuffer() });
}
const video = (uploadId: string, posterId: string | null = null, title = "A <walk>"): Block => ({
  type: "videoFile",
  attrs: { uploadId, posterId, width: 640, height: 360, title },
});
const doc = (...content: Block[]): RichDocument => ({ type: "doc", content });
const none = doc({ type: "paragraph", content: [{ type: "text", text: "Words" }] });

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });
const statusOf = async (url: string, headers?: Record<string, string>) =>
  (await get(url, headers)).statusCode;
const addressIn = (html: string | null) => /<video [^>]*src="([^"]*)"/.exec(html ?? "")?.[1] ?? "";
const buyerOf = (order: { id: string }) => ({
  "x-order-id": order.id,
  "x-order-proof": receiptToken(secret, order.id),
});

/** A creator with a video in a lesson, a post and a description, and somebody who has bought all of it. */
async function makeStore() {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const [upload, picture] = [await store(creator.id), await poster(creator.id)];
  const text = doc(video(upload.id, picture.id));
  const { course, change, lesson } = await editedLesson(app, creator, {});
  expect((await change({ content: text })).status).toBe(200);
  const circle = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  const { body: post } = await me.call(createPost, {
    body: { title: "News", productId: circle.id, content: text, publishedAt: "now" },
  });
  const kit = await makeProduct(app, { ownerId: creator.id });
  const describe = (descriptionDocument: RichDocument, revision: number) =>
    me.call(updateProduct, { params: { id: kit.id }, body: { descriptionDocument, revision } });
  expect((await describe(text, kit.revision)).status).toBe(200);
  const order = await makeOrder(app, { items: [{ product: course }, { product: circle }] });
  const proof = { headers: buyerOf(order) };
  return {
    creator,
    me,
    upload,
    picture,
    text,
    course,
    change,
    lesson,
    circle,
    post,
    kit,
    describe,
    order,
    lessonHtml: async (given: { headers?: Record<string, string> } = proof) =>
      (await app.call(getLesson, { params: { lessonId: lesson.id, email: anyBuyer } }, given)).body
        .contentHtml ?? "",
    postHtml: async () =>
      (await app.call(listMemberPosts, { querystring: {} }, proof)).body.posts[0]?.contentHtml ?? "",
    productHtml: async () =>
      (await app.call(getProduct, { params: { idOrSlug: kit.id } })).body.descriptionHtml ?? "",
  };
}
type Store = Awaited<ReturnType<typeof makeStore>>;
const addresses = async ({ lessonHtml, postHtml, productHtml }: Store) => ({
  lesson: addressIn(await lessonHtml()),
  post: addressIn(await postHtml()),
  product: addressIn(await productHtml()),
});

test("a video of a text is played by the browser itself, and sent whole, in ranges and by its head", async () => {
  const shop = await makeStore();
  const src = `/images/${shop.picture.id}/`;
  for (const html of [await shop.lessonHtml(), await shop.postHtml(), await shop.productHtml()]) {
    expect(html).toMatch(
      /^<figure><video controls playsinline preload="none" src="\/api\/[\w-]+\/[\w.-]+\/[\w-]+" poster="[^"]+" width="640" height="360" aria-label="A &lt;walk&gt;"><\/video><figcaption dir="auto">A &lt;walk&gt;<\/figcaption><\/figure>$/,
    );
    expect(html).toContain(`poster="${src}`);
  }
  for (const url of Object.values(await addresses(shop))) {
    const whole = await get(url);
    expect(whole.statusCode, url).toBe(200);
    expect(whole.rawPayload.equals(data)).toBe(true);
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "content-disposition": "inline",
      "accept-ranges": "bytes",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    const part = await get(url, { range: "bytes=100-199" });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(data.subarray(100, 200))).toBe(true);
    expect((await get(url, { range: "bytes=9000-" })).statusCode).toBe(416);
    expect((await app.app.inject({ method: "HEAD", url })).headers["content-length"]).toBe("5000");
  }
});

test("who may not read the text has none of its videos: a refund, a membership's end, a draft, and any other id", async () => {
  const shop = await makeStore();
  const { lesson, post, product } = await addresses(shop);
  const foreign = await store((await makeCreator(app)).id);
  for (const wrong of [foreign.id, (await store(shop.creator.id)).id, "nothing"])
    for (const url of [lesson, post, product])
      expect([400, 403, 404], url).toContain(await statusOf(url.replace(shop.upload.id, wrong)));
  const other = await makeStore();
  const others = await addresses(other);
  // A video that both stores have is still seen through the text alone that it is in.
  expect(await statusOf(product.replace(shop.kit.id, other.kit.id))).toBe(404);
  expect(await statusOf(others.lesson.replace(other.upload.id, shop.upload.id))).toBe(403);
  expect(await statusOf(post.replace("post-video", "lesson-text-video"))).toBe(403);
  expect(await shop.lessonHtml({})).toBe("");

  await db.update(orders).set({ disputed: true }).where(eq(orders.id, shop.order.id));
  expect([await statusOf(lesson), await statusOf(post), await statusOf(product)]).toEqual([403, 404, 200]);
  await db.update(orders).set({ disputed: false }).where(eq(orders.id, shop.order.id));
  expect([await statusOf(lesson), await statusOf(post)]).toEqual([200, 200]);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, shop.order.id));
  expect([await statusOf(lesson), await statusOf(post)]).toEqual([403, 404]);

  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, shop.kit.id));
  expect(await statusOf(product)).toBe(404);
  expect(await statusOf(product, { cookie: await sessionCookieOf(app, other.creator) })).toBe(404);
  const mine = { cookie: await sessionCookieOf(app, shop.creator) };
  expect(await statusOf(product, mine)).toBe(200);
  await db.update(products).set({ state: "ARCHIVED" }).where(eq(products.id, shop.kit.id));
  expect(await statusOf(product, mine)).toBe(404);
  // In the editor a creator sees their own, and nobody's else.
  expect(await statusOf(`/api/text-videos/${shop.upload.id}`, mine)).toBe(200);
  expect(await statusOf(`/api/text-videos/${foreign.id}`, mine)).toBe(404);
  expect(await statusOf(`/api/text-videos/${shop.upload.id}`)).toBe(401);
});

test("only a creator's own MP4 stands in a text, with a picture of their own, at most 20", async () => {
  const { creator, change, describe, me, circle, kit, picture } = await makeStore();
  const stranger = await makeCreator(app);
  const [own, theirs, film, hevc] = [
    await store(creator.id),
    await store(stranger.id),
    await store(creator.id, "walk.mov", "video/quicktime"),
    await store(creator.id),
  ];
  await db
    .update(uploads)
    .set({ mimeType: mp4TypeOf("hvc1") })
    .where(eq(uploads.id, hevc.id));
  const refused = [
    video(theirs.id),
    video(film.id),
    video(hevc.id),
    video(crypto.randomUUID()),
    video(own.id, (await poster(stranger.id)).id),
    video(own.id, crypto.randomUUID()),
  ];
  expect((await change({ content: doc(video(hevc.id)) })).body).toMatchObject({
    fields: { content: formatProblem("hvc1") },
  });
  for (const block of refused) {
    expect((await change({ content: doc(block) })).body).toMatchObject({
      fields: { content: expect.any(String) },
    });
    const written = { title: "N", productId: circle.id, content: doc(block) };
    expect((await me.call(createPost, { body: written })).status).toBe(422);
    expect((await describe(doc(block), kit.revision + 1)).body).toMatchObject({
      fields: { descriptionDocument: expect.any(String) },
    });
  }
  const many = Array.from({ length: 21 }, () => video(own.id, picture.id));
  expect((await change({ content: doc(...many) })).status).toBe(422);
  expect((await change({ content: doc(...many.slice(1)) })).status).toBe(200);
});

test("one that is taken out is seen no more, comes back with undo, and goes with its files after 30 days", async () => {
  const shop = await makeStore();
  const { change, text, upload, picture, post, me, circle, creator } = shop;
  const { lesson, post: postUrl, product } = await addresses(shop);
  const write = (content: RichDocument, revision: number) =>
    me.call(updatePost, {
      params: { id: post.id },
      body: { title: "News", productId: circle.id, content, publishedAt: "now", revision },
    });
  await change({ content: none });
  await write(none, post.revision);
  await shop.describe(none, shop.kit.revision + 1);
  expect([await statusOf(lesson), await statusOf(postUrl), await statusOf(product)]).toEqual([403, 404, 404]);
  await change({ content: text });
  expect(await statusOf(lesson)).toBe(200);
  // A text is saved as it is typed: what stays in it is not written again, but for another picture of its own.
  const rows = () =>
    db
      .select({ written: sql<string>`xmin`, poster: textVideos.posterImageId })
      .from(textVideos)
      .where(eq(textVideos.lessonId, shop.lesson.id));
  const once = await rows();
  await change({ content: doc(...text.content, ...none.content) });
  expect(await rows()).toEqual(once);
  const { id: otherPoster } = await poster(creator.id);
  await change({ content: doc(video(upload.id, otherPoster)) });
  expect(await rows()).toMatchObject([{ poster: otherPoster }]);
  await change({ content: text });

  const sweep = async (days: number) => {
    app.clock.advance({ days });
    await releaseTextVideos(app.services);
    await sweepFiles(app.services);
  };
  const bytes = async () =>
    (await db.select().from(storageUse).where(eq(storageUse.ownerId, creator.id)))[0]?.bytes ?? 0;
  const before = await bytes();
  await sweep(40);
  // The lesson still has it.
  expect(await db.$count(uploads, eq(uploads.id, upload.id))).toBe(1);
  expect(await db.$count(textVideos, eq(textVideos.uploadId, upload.id))).toBe(1);
  await change({ content: none });
  await sweep(29);
  expect(await db.$count(uploads, eq(uploads.id, upload.id))).toBe(1);
  await sweep(2);
  expect(await db.$count(uploads, eq(uploads.id, upload.id))).toBe(0);
  expect(await db.$count(images, eq(images.id, picture.id))).toBe(0);
  expect(await app.services.files.size(upload.storageKey)).toBeUndefined();
  expect(before - (await bytes())).toBeGreaterThan(data.length);
  // What is gone cannot be put back.
  expect((await change({ content: text })).status).toBe(422);
});

test("a copy of a product has the videos of its description and of its lessons", async () => {
  const { me, kit, course, upload, creator } = await makeStore();
  for (const { id } of [kit, course]) {
    const { body: copy } = await me.call(duplicateProduct, { params: { id } });
    await db.update(products).set({ state: "PUBLISHED" }).where(eq(products.id, copy.id));
    const order = await makeOrder(app, { items: [{ product: { ...course, id: copy.id } }] });
    if (id === kit.id) expect(await statusOf(`/api/product-video/${copy.id}/${upload.id}`)).toBe(200);
    else {
      const [lesson] = await db
        .select({ id: lessons.id })
        .from(lessons)
        .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
        .where(eq(courseModules.productId, copy.id));
      const { body } = await app.call(
        getLesson,
        { params: { lessonId: lesson?.id ?? "", email: anyBuyer } },
        { headers: buyerOf(order) },
      );
      expect(await statusOf(addressIn(body.contentHtml))).toBe(200);
    }
  }
  expect(await db.$count(textVideos, eq(textVideos.ownerId, creator.id))).toBe(5);
});
