import { and, eq, isNull, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPost, getPost, listMemberPosts, updatePost } from "#contract/posts/posts.ts";
import { posts } from "#server/database/schema/posts.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { markdownTexts } from "#tests/support/markdown-texts.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { convertPostTexts } from "./convert-post-texts.ts";

const app = await testApp();
const { db, secret } = app.services;

/** A creator with one member; `shown` is what that member reads, by the posts' ids. */
async function makeRoom() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP" });
  const order = await makeOrder(app, { items: [{ product }] });
  const headers = { "x-order-id": order.id, "x-order-proof": receiptToken(secret, order.id) };
  const publishedAt = new Date(app.clock.now().getTime() - 1_000);
  const insert = async (contents: string[]) =>
    db
      .insert(posts)
      .values(contents.map((content) => ({ ownerId: creator.id, title: "News", content, publishedAt })))
      .returning();
  const shown = async () => {
    const found = new Map<string, string>();
    let before: string | undefined;
    do {
      const { body } = await app.call(
        listMemberPosts,
        { querystring: before === undefined ? {} : { before } },
        { headers },
      );
      for (const { id, contentHtml } of body.posts) found.set(id, contentHtml);
      before = body.next ?? undefined;
    } while (before !== undefined);
    return found;
  };
  return { creator, me: app.as(creator), insert, shown };
}
const waiting = () => db.$count(posts, and(isNull(posts.contentDocument), ne(posts.content, "")));

test("each of 51 posts written in Markdown reads the same before it is converted and after, and keeps its Markdown", async () => {
  const { insert, shown } = await makeRoom();
  const rows = await insert([...markdownTexts, "", " \n "]);
  const before = await shown();
  // What the renderer of Markdown showed is compared in document-of-markdown.test.ts, text by text.
  for (const { id, content } of rows.slice(0, 51))
    expect(before.get(id)).toBe(documentHtml(documentOfMarkdown(content), 4));
  expect([...before.values()].filter((html) => html === "")).toHaveLength(2);
  while ((await waiting()) > 0) await convertPostTexts(app.services);
  expect(await shown()).toEqual(before);
  for (const { id, content, revision } of rows) {
    const [row] = await db.select().from(posts).where(eq(posts.id, id));
    expect(row).toMatchObject({ content, revision });
  }
});

test("one run converts a part, and the next the rest", async () => {
  const { insert } = await makeRoom();
  await insert(Array.from({ length: 620 }, (_, index) => `**${index}**`));
  await convertPostTexts(app.services);
  expect(await waiting()).toBeGreaterThan(0);
  while ((await waiting()) > 0) await convertPostTexts(app.services);
});

test("what a creator saves takes the place of the Markdown, also while it is converted; a change of something else does not", async () => {
  const { me, insert, shown } = await makeRoom();
  const [post] = await insert(["# *Old*"]);
  if (!post) throw new Error("no post was made");
  const params = { id: post.id };
  expect((await me.call(getPost, { params })).body.content).toEqual(documentOfMarkdown("# *Old*"));
  const html = await shown();
  const renamed = await me.call(updatePost, {
    params,
    body: { title: "Renamed", publishedAt: post.publishedAt!.toISOString(), revision: 1 },
  });
  expect(renamed.status).toBe(200);
  expect(await shown()).toEqual(html);
  const [, saved] = await Promise.all([
    convertPostTexts(app.services),
    me.call(updatePost, {
      params,
      body: {
        title: "Renamed",
        content: documentOfText("New"),
        publishedAt: post.publishedAt!.toISOString(),
        revision: 2,
      },
    }),
  ]);
  expect(saved.body.content).toEqual(documentOfText("New"));
  await convertPostTexts(app.services);
  expect((await shown()).get(post.id)).toBe('<p dir="auto">New</p>');
  const [row] = await db.select().from(posts).where(eq(posts.id, post.id));
  expect(row).toMatchObject({ content: "", contentDocument: documentOfText("New") });
});

test("a post without a text has none", async () => {
  const { me } = await makeRoom();
  const { body } = await me.call(createPost, { body: { title: "News", content: documentOfText(" ") } });
  const [row] = await db.select().from(posts).where(eq(posts.id, body.id));
  expect(row).toMatchObject({ content: "", contentDocument: null });
});
