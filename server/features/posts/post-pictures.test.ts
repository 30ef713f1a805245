import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Block, RichDocument } from "#contract/document/document.ts";
import { createPost, deletePost, listMemberPosts, updatePost } from "#contract/posts/posts.ts";
import { images } from "#server/database/schema/accounts.ts";
import { access } from "#server/database/schema/access.ts";
import { posts } from "#server/database/schema/posts.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { storeImage } from "#server/features/files/images.ts";
import { sweepFiles } from "#server/features/files/sweep-files.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db, secret } = app.services;
let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: "#e0502f" } })
    .jpeg()
    .toBuffer();
});

const block = (imageId: string): Block => ({
  type: "picture",
  attrs: { imageId, width: 10, height: 10, alt: "A chart", caption: "The year" },
});
const doc = (...content: Block[]): RichDocument => ({ type: "doc", content });

/** A creator with a membership and a member, and a published post with one picture. */
async function makeRoom() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  const order = await makeOrder(app, { items: [{ product }] });
  const headers = { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) };
  const me = app.as(creator);
  const store = () => storeImage(app.services, { ownerId: creator.id, kind: "text", data: photo });
  const { id: imageId } = await store();
  const { body: post } = await me.call(createPost, {
    body: { title: "News", productId: product.id, content: doc(block(imageId)), publishedAt: "now" },
  });
  const html = async () =>
    (await app.call(listMemberPosts, { querystring: {} }, { headers })).body.posts[0]?.contentHtml ?? "";
  const change = (content: RichDocument, revision: number, publishedAt: "now" | null = "now") =>
    me.call(updatePost, {
      params: { id: post.id },
      body: { title: "News", productId: product.id, content, publishedAt, revision },
    });
  return { creator, me, order, post, imageId, store, html, change };
}
const addressIn = (html: string) => /<img src="([^"]*)"/.exec(html)?.[1] ?? "";
const statusOf = async (url: string) => (await app.app.inject({ url })).statusCode;

test("a member sees the pictures of a post's text, with what they show and in their own size", async () => {
  const { html, imageId } = await makeRoom();
  const shown = await html();
  expect(shown).toContain('alt="A chart" width="1000" height="500"');
  expect(shown).toContain("The year");
  const url = addressIn(shown);
  expect(url).toMatch(new RegExp(`^/api/post-picture/[^/]+/${imageId}/\\d+\\.`));
  const answer = await app.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "cache-control": "private, no-store",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
  });
});

test("a link opens the pictures of its post, for its member, for 12 hours and no others", async () => {
  const room = await makeRoom();
  const other = await makeRoom();
  const [mine, theirs] = [addressIn(await room.html()), addressIn(await other.html())];
  expect(await statusOf(mine.replace(room.imageId, other.imageId))).toBe(404);
  expect(await statusOf(mine.replace(room.imageId, "x"))).toBe(404);
  expect(await statusOf(mine.replace(/\d+\.(\w+)$/, "1.$1"))).toBe(404);
  const tokenOf = (url: string) => url.split("/")[3] ?? "";
  const [post, , ends, signature] = tokenOf(mine).split(".");
  const bent = [post, other.order.id, ends, signature].join(".");
  expect(await statusOf(mine.replace(tokenOf(mine), bent))).toBe(404);
  // A picture that was uploaded and stands in no text is seen by nobody.
  const { id: unused } = await room.store();
  expect(await statusOf(mine.replace(room.imageId, unused))).toBe(404);
  expect([await statusOf(mine), await statusOf(theirs)]).toEqual([200, 200]);
  app.clock.advance({ hours: 12, seconds: 1 });
  expect(await statusOf(mine)).toBe(404);
});

test("what is taken out of a text, taken back or deleted, and a membership that is revoked, closes its pictures at once", async () => {
  for (const close of [
    ({ change }: Awaited<ReturnType<typeof makeRoom>>) => change(doc({ type: "paragraph", content: [] }), 1),
    ({ change, imageId }: Awaited<ReturnType<typeof makeRoom>>) => change(doc(block(imageId)), 1, null),
    ({ me, post }: Awaited<ReturnType<typeof makeRoom>>) => me.call(deletePost, { params: { id: post.id } }),
    ({ order }: Awaited<ReturnType<typeof makeRoom>>) =>
      db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id)),
  ]) {
    const room = await makeRoom();
    const url = addressIn(await room.html());
    expect(await statusOf(url)).toBe(200);
    await close(room);
    expect(await statusOf(url)).toBe(404);
  }
});

test("pictures of others, of another kind or of none are refused by name, and nothing is written", async () => {
  const { creator, change, post } = await makeRoom();
  const other = await makeRoom();
  const cover = await storeImage(app.services, { ownerId: creator.id, kind: "cover", data: photo });
  for (const id of [other.imageId, cover.id, crypto.randomUUID()]) {
    const answer = await change(doc(block(id)), 1);
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as { fields: object }).fields).toEqual({
      content: "A picture of this text was not found. Remove it or upload it again.",
    });
  }
  const [row] = await db.select().from(posts).where(eq(posts.id, post.id));
  expect(row?.revision).toBe(1);
});

test("a picture that a post shows stays however old it is, and goes once none does", async () => {
  const { change, imageId } = await makeRoom();
  await db
    .update(images)
    .set({ createdAt: new Date(0) })
    .where(eq(images.id, imageId));
  await sweepFiles(app.services);
  expect(await db.$count(images, eq(images.id, imageId))).toBe(1);
  await change(doc({ type: "paragraph", content: [] }), 1);
  await sweepFiles(app.services);
  expect(await db.$count(images, eq(images.id, imageId))).toBe(0);
});

test("a picture that was taken out of a draft stays for undo until the post is published", async () => {
  const { change, imageId } = await makeRoom();
  await db
    .update(images)
    .set({ createdAt: new Date(0) })
    .where(eq(images.id, imageId));
  const empty = doc({ type: "paragraph", content: [] });
  await change(empty, 1, null);
  await sweepFiles(app.services);
  expect((await change(doc(block(imageId)), 2, null)).status).toBe(200);
  await change(empty, 3, null);
  await change(empty, 4);
  await sweepFiles(app.services);
  expect(await db.$count(images, eq(images.id, imageId))).toBe(0);
});
