import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { RichDocument } from "#contract/document/document.ts";
import { getCourseDraft, updateLesson } from "#contract/courses/course-editor.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { convertTasks } from "#server/features/courses/convert-tasks.ts";
import { assignedLesson } from "#tests/support/assigned-lesson.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

/** A lesson with a task as it is stored, and what its creator and its buyer read of it. */
async function assigned(task: string | RichDocument | null) {
  const made = await assignedLesson(app, { task: { task } });
  const { lessonId, creator, course, ask } = made;
  const row = async () => {
    const [lesson] = await db.select().from(lessons).where(eq(lessons.id, lessonId));
    return { stored: lesson?.assignment?.task, revision: lesson?.revision ?? 0 };
  };
  const edited = async () => {
    const { body } = await creator.call(getCourseDraft, { params: { productId: course.id } });
    return body.modules[0]?.lessons[0]?.assignment?.task;
  };
  const save = async (task: unknown) =>
    creator.call(updateLesson, {
      params: { productId: course.id, lessonId },
      body: {
        revision: (await row()).revision,
        assignment: { task: task as RichDocument, takesFiles: true, needsAnswer: true },
      },
    });
  return { ...made, row, edited, save, html: async () => (await ask()).body.taskHtml };
}

test("a task that was written as Markdown reads the same before and after it is made a document, once", async () => {
  const markdown =
    "Draw **your** logo:\n\n- by hand\n- <script>alert(1)</script>\n\n# [Rules](javascript:alert(1))";
  const { html, edited, row } = await assigned(markdown);
  const blank = await assigned(" \n");
  const before = await html();
  expect(before).toContain("<strong>your</strong>");
  expect(before).toContain("<h4");
  expect(before).not.toMatch(/<script|href="javascript/);
  expect(await edited()).toEqual(documentOfMarkdown(markdown));
  expect((await blank.ask()).status).toBe(404);

  await convertTasks(app.services);
  const converted = await row();
  expect(converted.stored).toEqual(documentOfMarkdown(markdown));
  expect(await html()).toBe(before);
  expect((await blank.row()).stored).toBeNull();
  expect((await blank.ask()).status).toBe(404);
  await convertTasks(app.services);
  expect(await row()).toEqual(converted);
});

test("a task is a document of the nodes it may hold, whatever a browser sends; a blank one asks for nothing", async () => {
  const { save, html, edited, ask, row } = await assigned("Old");
  const task = documentOfMarkdown("Draw *it*");
  expect((await save(task)).status).toBe(200);
  expect((await row()).stored).toEqual(task);
  expect(await edited()).toEqual(task);
  expect(await html()).toBe('<p dir="auto">Draw <em>it</em></p>');
  for (const wrong of [
    "Markdown",
    { type: "doc", content: [{ type: "script", content: [] }] },
    { type: "doc", content: [{ type: "product", attrs: { productId: crypto.randomUUID() } }] },
    documentOfText("x".repeat(10_001)),
  ]) {
    const answer = await save(wrong);
    expect(answer.status).toBe(422);
    const { fields } = answer.body as unknown as { fields: object };
    expect(Object.keys(fields)).toEqual(["assignment.task"]);
  }
  expect((await save(documentOfText(" "))).status).toBe(200);
  expect((await ask()).status).toBe(404);
});

test("whatever 10,000 characters of Markdown were made of can be saved again", async () => {
  const { save } = await assigned("Old");
  for (const pattern of [
    "- a\n",
    "*a*b ",
    "-\n",
    "> a\n\n",
    "[a](https://a.b) ",
    "|a|b|c|\n|-|-|-|\n|d|e|f|\n\n",
  ])
    expect((await save(documentOfMarkdown(pattern.repeat(10_000 / pattern.length)))).status, pattern).toBe(
      200,
    );
});
