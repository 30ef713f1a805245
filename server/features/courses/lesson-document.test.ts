import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { getLesson } from "#contract/courses/courses.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { markdownTexts } from "#tests/support/markdown-texts.ts";
import { testApp } from "#tests/support/test-app.ts";
import { convertLessonTexts } from "./convert-lesson-texts.ts";

const app = await testApp();
const { db } = app.services;
const shown = async (lessonId: string) =>
  (await app.call(getLesson, { params: { lessonId, email: anyBuyer } })).body.contentHtml;
const waiting = () =>
  db.$count(
    lessons,
    and(isNull(lessons.contentDocument), isNotNull(lessons.content), ne(lessons.content, "")),
  );

test("every lesson written in Markdown reads the same before it is converted and after, and keeps its Markdown", async () => {
  const course = await makeCourse(app, {
    modules: [[...markdownTexts, "", " \n ", null].map((content) => ({ content, freePreview: true }))],
  });
  const before = await Promise.all(course.lessons.map(({ id }) => shown(id)));
  expect(before.slice(-3)).toEqual([null, null, null]);
  expect(before.filter((html) => html !== null)).toHaveLength(51);
  while ((await waiting()) > 0) await convertLessonTexts(app.services);
  expect(await Promise.all(course.lessons.map(({ id }) => shown(id)))).toEqual(before);
  const rows = await db.select().from(lessons).where(eq(lessons.moduleId, course.modules[0]!.id));
  for (const { id, content, revision } of course.lessons)
    expect(rows.find((row) => row.id === id)).toMatchObject({ content, revision });
});

test("one run converts a part, and the next the rest", async () => {
  const texts = Array.from({ length: 620 }, (_, index) => ({ content: `**${index}**` }));
  await makeCourse(app, { modules: [texts] });
  await convertLessonTexts(app.services);
  const rest = await waiting();
  expect(rest).toBeGreaterThan(0);
  await convertLessonTexts(app.services);
  expect(await waiting()).toBeLessThan(rest);
  while ((await waiting()) > 0) await convertLessonTexts(app.services);
});

test("what a creator saves takes the place of the Markdown, also while it is converted", async () => {
  const creator = await makeCreator(app);
  const { change, lesson } = await editedLesson(app, creator, { content: "# Old", freePreview: true });
  const [, saved] = await Promise.all([
    convertLessonTexts(app.services),
    change({ content: documentOfText("New") }),
  ]);
  expect(saved.body.content).toEqual(documentOfText("New"));
  await convertLessonTexts(app.services);
  expect(await shown(lesson.id)).toBe('<p dir="auto">New</p>');
  const [row] = await db.select().from(lessons).where(eq(lessons.id, lesson.id));
  expect(row).toMatchObject({ content: null, contentDocument: documentOfText("New") });
  await change({ content: documentOfMarkdown("") });
  await convertLessonTexts(app.services);
  expect(await shown(lesson.id)).toBeNull();
});

test("a change of something else leaves a text in Markdown as it reads", async () => {
  const creator = await makeCreator(app);
  const { change, lesson } = await editedLesson(app, creator, { content: "# *Old*", freePreview: true });
  const html = await shown(lesson.id);
  const { body } = await change({ title: "Another" });
  expect(body.content).toEqual(documentOfMarkdown("# *Old*"));
  expect(await shown(lesson.id)).toBe(html);
});
