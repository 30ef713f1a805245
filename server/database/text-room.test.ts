import { expect, test } from "vitest";
import { createProduct } from "#contract/catalog/catalog.ts";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { createLesson, createModule, updateLesson } from "#contract/courses/course-editor.ts";
import { createPost, updatePost } from "#contract/posts/posts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const text = (words: string) => ({
  type: "doc" as const,
  content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text: words }] }],
});
const full = { status: 413, body: { code: "TEXTS_FULL" } };

/** Captions of `megabytes` in all beside a lesson, that it has none of yet; what repeats itself takes little of a disk. */
const fill = (lessonId: string, languages: string, megabytes: number) =>
  pool.query(
    `insert into lesson_captions (lesson_id, language, webvtt, position)
     select $1, $2 || chr(97 + n / 26) || chr(97 + n % 26), repeat('x', 1000000), n % 20 from generate_series(1, $3::int) n`,
    [lessonId, languages, megabytes],
  );

test("lessons with their captions and posts take up 500 MB of a store in all, and copies count", async () => {
  const me = app.as(await makeCreator(app));
  const body = { title: "Course", slug: "text-room", type: "COURSE" as const, active: false };
  const { id: productId } = (await me.call(createProduct, { body })).body;
  const made = await me.call(createModule, { params: { productId }, body: { title: "One" } });
  const moduleId = made.body.modules[0]?.id ?? "";
  const outline = await me.call(createLesson, { params: { productId, moduleId }, body: { title: "L" } });
  const lessonId = outline.body.modules[0]?.lessons[0]?.id ?? "";
  const post = (await me.call(createPost, { body: { title: "News", content: text("Soon") } })).body;
  let revision = 1;
  const write = async (words: string) => {
    const params = { productId, lessonId };
    const answer = await me.call(updateLesson, { params, body: { content: text(words), revision } });
    if (answer.status === 200) revision++;
    return answer;
  };
  const copy = () => me.call(duplicateProduct, { params: { id: productId } });

  await fill(lessonId, "x", 125);
  await fill(lessonId, "y", 124);
  expect((await copy()).status).toBe(201);
  expect(await copy()).toMatchObject(full);
  expect((await write("There is room")).status).toBe(200);

  await fill(lessonId, "z", 3);
  expect(await write("There is room no longer")).toMatchObject(full);
  expect(await me.call(createPost, { body: { title: "More", content: text("More") } })).toMatchObject(full);
  const change = { ...post, imageId: null, attachmentId: null, publishedAt: null };
  const rewrite = (words: string) =>
    me.call(updatePost, { params: { id: post.id }, body: { ...change, content: text(words) } });
  expect(await rewrite("Sooner or later")).toMatchObject(full);
  // What takes up no more than before finds its room.
  expect((await rewrite("Now")).status).toBe(200);
  expect((await write("Room")).status).toBe(200);

  await pool.query("delete from lesson_captions where lesson_id = $1", [lessonId]);
  expect((await write("Now there is")).status).toBe(200);
  expect((await copy()).status).toBe(201);
});
