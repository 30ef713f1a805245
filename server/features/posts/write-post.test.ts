import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import {
  createPost,
  deletePost,
  getPost,
  listProductPosts,
  type PostInput,
  updatePost,
} from "#contract/posts/posts.ts";
import { images } from "#server/database/schema/accounts.ts";
import { posts } from "#server/database/schema/posts.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

/** A creator with a membership, a picture and a file for posts. */
async function makeWriter() {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const membership = await makeProduct(app, { ownerId, type: "MEMBERSHIP" });
  const [image] = await db
    .insert(images)
    .values({
      ownerId,
      kind: "post",
      width: 800,
      height: 600,
      variants: [{ width: 800, format: "jpeg", storageKey: "x" }],
      alt: "",
    })
    .returning();
  const upload = await storeUpload(app.services, {
    ownerId,
    originalName: "grid.pdf",
    mimeType: "application/pdf",
    data: Buffer.from("%PDF-1.7"),
  });
  const me = app.as(creator);
  const write = (body: Partial<PostInput> = {}) =>
    me.call(createPost, { body: { title: "News", productId: membership.id, ...body } });
  return { creator, membership, image: image!, upload, me, write };
}

test("a creator writes a post with a picture and a file, lists it, reads it again and deletes it", async () => {
  const { membership, image, upload, me, write } = await makeWriter();
  const created = await write({
    title: "  Grid kit  ",
    content: documentOfMarkdown("**Hello**"),
    imageId: image.id,
    attachmentId: upload.id,
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      title: "Grid kit",
      content: documentOfMarkdown("**Hello**"),
      productId: membership.id,
      publishedAt: null,
      revision: 1,
      image: { id: image.id, picture: { src: `/images/${image.id}/800.jpeg` } },
      attachment: { storagePath: upload.id, originalName: "grid.pdf", size: 8 },
    },
  });
  const { id } = created.body;
  const listed = await me.call(listProductPosts, { params: { id: membership.id }, querystring: {} });
  expect(listed.body).toMatchObject({
    total: 1,
    posts: [{ id, title: "Grid kit", hasImage: true, hasAttachment: true }],
  });
  expect(listed.text).not.toContain("Hello");
  expect((await me.call(getPost, { params: { id } })).body).toEqual(created.body);
  expect((await me.call(deletePost, { params: { id } })).status).toBe(200);
  expect((await me.call(getPost, { params: { id } })).status).toBe(404);
  expect((await me.call(deletePost, { params: { id } })).status).toBe(404);
});

test("a list has drafts first, then the newest, those for every membership too, a page at a time", async () => {
  const { creator, membership, me, write } = await makeWriter();
  const now = app.clock.now().getTime();
  const other = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  await write({ title: "Of another membership", productId: other.id });
  await write({ title: "Old", publishedAt: new Date(now - 9_000).toISOString() });
  await write({ title: "Of all", productId: null, publishedAt: new Date(now + 9_000).toISOString() });
  await write({ title: "Draft" });
  const page = async (page: number) =>
    (await me.call(listProductPosts, { params: { id: membership.id }, querystring: { page } })).body;
  expect((await page(1)).posts.map(({ title }) => title)).toEqual(["Draft", "Of all", "Old"]);
  for (let count = 0; count < 20; count++) await write({ title: `Draft ${count}` });
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.map(({ posts, total }) => [posts.length, total])).toEqual([
    [20, 23],
    [3, 23],
    [0, 23],
  ]);
  expect(new Set(pages.flatMap(({ posts }) => posts.map(({ id }) => id))).size).toBe(23);
});

test("a post may be published at once, later, and be taken back", async () => {
  const { me, write } = await makeWriter();
  const before = app.clock.now().getTime();
  const { body: post } = await write({ publishedAt: "now" });
  expect(Date.parse(post.publishedAt!)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(post.publishedAt!)).toBeLessThanOrEqual(app.clock.now().getTime());
  const params = { id: post.id };
  const later = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const moved = await me.call(updatePost, {
    params,
    body: { title: "News", publishedAt: later, revision: 1 },
  });
  expect(moved.body).toMatchObject({ publishedAt: later, revision: 2 });
  const draft = await me.call(updatePost, { params, body: { title: "News", revision: 2 } });
  expect(draft.body).toMatchObject({ publishedAt: null, revision: 3 });
});

test("two tabs notice each other: of many changes at once of the same revision, one is taken", async () => {
  const { me, write } = await makeWriter();
  const { body: post } = await write({ content: documentOfText("first") });
  const change = (content: string, revision = 1) =>
    me.call(updatePost, {
      params: { id: post.id },
      body: { title: "News", content: documentOfText(content), revision },
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => change(`tab ${index}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "CHANGED_ELSEWHERE" });
  const taken = answers.findIndex(({ status }) => status === 200);
  const { body: now } = await me.call(getPost, { params: { id: post.id } });
  expect(now).toMatchObject({ content: documentOfText(`tab ${taken}`), revision: 2 });
  expect((await change("again", 2)).status).toBe(200);
});

test("memberships, pictures and files of others, of another kind, or of none are refused by name", async () => {
  const { creator, me, write, membership } = await makeWriter();
  const other = await makeWriter();
  const course = await makeProduct(app, { ownerId: creator.id, type: "COURSE" });
  const [cover] = await db
    .insert(images)
    .values({ ownerId: creator.id, kind: "cover", width: 8, height: 8, variants: [], alt: "" })
    .returning();
  const { body: post } = await write({});
  const wrong: [keyof PostInput, string][] = [
    ["productId", other.membership.id],
    ["productId", course.id],
    ["productId", crypto.randomUUID()],
    ["imageId", other.image.id],
    ["imageId", cover!.id],
    ["imageId", crypto.randomUUID()],
    ["attachmentId", other.upload.id],
    ["attachmentId", crypto.randomUUID()],
  ];
  for (const [field, id] of wrong) {
    for (const answer of [
      await write({ [field]: id }),
      await me.call(updatePost, {
        params: { id: post.id },
        body: { title: "News", productId: membership.id, revision: 1, [field]: id },
      }),
    ]) {
      expect(answer.status).toBe(422);
      expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
    }
  }
  expect((await me.call(getPost, { params: { id: post.id } })).body.revision).toBe(1);
});

test("titles and texts that are missing or too long are refused", async () => {
  const { write } = await makeWriter();
  for (const [body, field] of [
    [{ title: "  ", publishedAt: "now" }, "title"],
    [{ title: "x".repeat(201) }, "title"],
    [{ content: documentOfText("x".repeat(100_001)) }, "content"],
    [
      { content: { type: "doc", content: [{ type: "script", content: [] }] } as unknown as RichDocument },
      "content",
    ],
  ] as const) {
    const answer = await write(body);
    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
  }
  expect((await write({ content: documentOfText("🎈".repeat(50_000)) })).status).toBe(201);
});

test("a draft is kept before it has a title, and is published with one only", async () => {
  const { membership, me, write } = await makeWriter();
  const { status, body: draft } = await write({ title: " ", content: documentOfText("First words") });
  expect({ status, title: draft.title, publishedAt: draft.publishedAt }).toEqual({
    status: 201,
    title: "",
    publishedAt: null,
  });
  const save = (title: string, publishedAt: "now" | null, revision: number) =>
    me.call(updatePost, {
      params: { id: draft.id },
      body: { title, productId: membership.id, publishedAt, revision },
    });
  expect(await save("", "now", 1)).toMatchObject({
    status: 422,
    body: { fields: { title: "Title is required" } },
  });
  expect((await save("", null, 1)).body).toMatchObject({ title: "", revision: 2 });
  expect(await save("News", "now", 2)).toMatchObject({
    status: 200,
    body: { title: "News", content: documentOfText("First words") },
  });
  await expect(
    db.update(posts).set({ title: "" }).where(eq(posts.id, draft.id)),
    "the database holds to it, too",
  ).rejects.toThrow();
});

test("whoever asks again with a key gets the post that the first call made, and nobody else's", async () => {
  const { membership, me, write } = await makeWriter();
  const other = await makeWriter();
  const idempotencyKey = crypto.randomUUID();
  const answers = await Promise.all(
    ["First", "Second", "Third"].map((title) => write({ title, idempotencyKey })),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const theirs = await other.write({ title: "Theirs", idempotencyKey });
  expect(theirs).toMatchObject({ status: 201, body: { title: "Theirs" } });
  expect(theirs.body.id).not.toBe(answers[0]?.body.id);
  const listed = await me.call(listProductPosts, { params: { id: membership.id }, querystring: {} });
  expect(listed.body.total).toBe(1);
});

test("a membership that is deleted takes its posts along", async () => {
  const { membership, write } = await makeWriter();
  const { body: post } = await write({});
  await app.services.pool.query("delete from products where id = $1", [membership.id]);
  expect(await db.$count(posts, eq(posts.id, post.id))).toBe(0);
});
