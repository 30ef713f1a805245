import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { largestCaptionsOfAll } from "#contract/files/caption-limits.ts";
import { listVideoCaptions, saveVideoCaptions } from "#contract/files/text-media.ts";
import { createPost, listMemberPosts } from "#contract/posts/posts.ts";
import { access } from "#server/database/schema/access.ts";
import { products } from "#server/database/schema/catalog.ts";
import { uploads } from "#server/database/schema/files.ts";
import { videoCaptions } from "#server/database/schema/text-videos.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { editedLesson, storeFile } from "#tests/support/edited-lesson.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;
const captionsOf = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}`;
const none: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };

/** A creator with one video in a lesson, a post and a description, and somebody who has bought all of it. */
async function makeStore() {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const upload = await storeFile(app, creator.id, "walk.mp4", "video/mp4");
  const text: RichDocument = {
    type: "doc",
    content: [
      {
        type: "videoFile",
        attrs: { uploadId: upload.id, posterId: null, width: 640, height: 360, title: "A walk" },
      },
    ],
  };
  const { course, change, lesson } = await editedLesson(app, creator, {});
  expect((await change({ content: text })).status).toBe(200);
  const circle = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  await me.call(createPost, {
    body: { title: "News", productId: circle.id, content: text, publishedAt: "now" },
  });
  const kit = await makeProduct(app, { ownerId: creator.id });
  const describe = (descriptionDocument: RichDocument) =>
    me.call(updateProduct, { params: { id: kit.id }, body: { descriptionDocument } });
  expect((await describe(text)).status).toBe(200);
  const order = await makeOrder(app, { items: [{ product: course }, { product: circle }] });
  const proof = { headers: { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) } };
  const params = { uploadId: upload.id };
  return {
    creator,
    me,
    upload,
    kit,
    order,
    change,
    describe,
    save: (language: string, captions: string | null) =>
      me.call(saveVideoCaptions, { params, body: { language, captions } }),
    list: async () => (await me.call(listVideoCaptions, { params })).body,
    pages: async () => [
      (await app.call(getLesson, { params: { lessonId: lesson.id, email: anyBuyer } }, proof)).body
        .contentHtml ?? "",
      (await app.call(listMemberPosts, { querystring: {} }, proof)).body.posts[0]?.contentHtml ?? "",
      (await app.call(getProduct, { params: { idOrSlug: kit.id } })).body.descriptionHtml ?? "",
    ],
  };
}
const tracksIn = (html: string) =>
  [...html.matchAll(/<track kind="captions" srclang="([^"]*)" label="([^"]*)" src="([^"]*)">/g)].map(
    ([, language, label, src = ""]) => ({ language, label, src }),
  );
const get = (url: string) => app.app.inject({ url });
const statusOf = async (url: string) => (await get(url)).statusCode;

test("captions of a video are shown by each text that plays it, one track for a language", async () => {
  const shop = await makeStore();
  for (const html of await shop.pages()) expect(tracksIn(html)).toEqual([]);
  expect((await shop.save("pt-BR", captionsOf("Olá"))).status).toBe(200);
  const { body } = await shop.save("en", captionsOf("Hello <b>you</b>"));
  expect(body.map(({ language }) => language)).toEqual(["en", "pt-BR"]);
  expect(await shop.list()).toEqual(body);
  for (const html of await shop.pages()) {
    const [english, portuguese] = tracksIn(html);
    expect([english?.label, portuguese?.label]).toEqual(["English", "Português (Brasil)"]);
    const sent = await get(english?.src ?? "");
    expect(sent.statusCode, english?.src).toBe(200);
    expect(sent.headers).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    // Written anew, as lessons' are: plain text.
    expect(sent.body).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello you\n");
    expect(await statusOf(`${english?.src.replace(/en$/, "de")}`)).toBeGreaterThanOrEqual(403);
  }
  await shop.save("en", null);
  for (const html of await shop.pages())
    expect(tracksIn(html).map(({ language }) => language)).toEqual(["pt-BR"]);
});

test("who may not read the text has none of its captions, and what is taken out of it shows them to nobody", async () => {
  const shop = await makeStore();
  await shop.save("en", captionsOf("Hello"));
  const [lesson = "", post = "", product = ""] = (await shop.pages()).map(
    (html) => tracksIn(html)[0]?.src ?? "",
  );
  const other = await makeStore();
  await other.save("en", captionsOf("Theirs"));
  for (const url of [lesson, post, product])
    expect([403, 404], url).toContain(await statusOf(url.replace(shop.upload.id, other.upload.id)));
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, shop.order.id));
  expect([await statusOf(lesson), await statusOf(post), await statusOf(product)]).toEqual([403, 404, 200]);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, shop.kit.id));
  expect(await statusOf(product)).toBe(404);
  await db.update(products).set({ state: "PUBLISHED" }).where(eq(products.id, shop.kit.id));
  expect((await shop.describe(none)).status).toBe(200);
  expect(await statusOf(product)).toBe(404);
});

test("captions that cannot be read are refused with their line, and they are of one's own video alone", async () => {
  const shop = await makeStore();
  const stranger = app.as(await makeCreator(app));
  const fields = { captions: expect.stringMatching(/^Line 3: /) };
  expect(await shop.save("en", "WEBVTT\n\nnot a time --> 2")).toMatchObject({
    status: 422,
    body: { fields },
  });
  expect((await shop.save("english", captionsOf("Hello"))).status).toBe(422);
  const params = { uploadId: shop.upload.id };
  const body = { language: "en", captions: captionsOf("Hello") };
  expect((await stranger.call(saveVideoCaptions, { params, body })).status).toBe(404);
  expect((await stranger.call(listVideoCaptions, { params })).status).toBe(404);
  const picture = await storeFile(app, shop.creator.id, "notes.pdf", "application/pdf");
  const ofPicture = await shop.me.call(saveVideoCaptions, { params: { uploadId: picture.id }, body });
  expect(ofPicture.status).toBe(404);
  expect(await shop.list()).toEqual([]);
});

test("of many at once no more than 20 languages are kept, and no more than 50 MB of a creator's", async () => {
  const shop = await makeStore();
  const languages = Array.from({ length: 24 }, (_, n) => `${String.fromCharCode(97 + n)}a`);
  const answers = await Promise.all(languages.map((language) => shop.save(language, captionsOf("Hello"))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(await shop.list()).toHaveLength(20);
  // Nearly all of it is taken by another video.
  const { id } = await storeFile(app, shop.creator.id, "long.mp4", "video/mp4");
  const large = "x".repeat(2_000_000);
  await db.insert(videoCaptions).values(
    Array.from({ length: largestCaptionsOfAll / large.length - 1 }, (_, n) => ({
      ownerId: shop.creator.id,
      uploadId: id,
      language: `${String.fromCharCode(97 + (n % 26))}b${n < 26 ? "" : "c"}`,
      webvtt: large,
    })),
  );
  const most = `WEBVTT\n\n${Array.from({ length: 1_200 }, (_, n) => `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}.000 --> 59:59.000\n${"y".repeat(1_630)}`).join("\n\n")}`;
  expect((await shop.save("aa", most)).status).toBe(200);
  expect(await shop.save("ba", most)).toMatchObject({
    status: 422,
    body: { fields: { captions: expect.stringMatching(/50 MB/) } },
  });
});

test("they go with their video, and a change of them is on the product's page at once", async () => {
  const shop = await makeStore();
  const heard: string[] = [];
  await app.services.notifications.listen("storefront_changed", (handle) => void heard.push(handle ?? ""));
  await shop.save("en", captionsOf("Hello"));
  await expect.poll(() => heard).toContain(shop.creator.handle);
  // No text shows this one: it is swept away, with what belongs to it.
  const { id: uploadId } = await storeFile(app, shop.creator.id, "unused.mp4", "video/mp4");
  const body = { language: "en", captions: captionsOf("Hello") };
  expect((await shop.me.call(saveVideoCaptions, { params: { uploadId }, body })).status).toBe(200);
  app.clock.advance({ days: 40 });
  await sweepFiles(app.services);
  expect(await db.$count(uploads, eq(uploads.id, uploadId))).toBe(0);
  expect(await db.$count(videoCaptions, eq(videoCaptions.uploadId, uploadId))).toBe(0);
  expect(await db.$count(videoCaptions, eq(videoCaptions.uploadId, shop.upload.id))).toBe(1);
});
