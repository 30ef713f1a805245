import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { markQuizPreview, previewAssignment, previewQuiz } from "#contract/courses/work-preview.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { progress } from "#server/database/schema/learning.ts";
import { quizAnswers, quizAttempts } from "#server/database/schema/quizzes.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { choosing, question, quizOf } from "#tests/support/quiz-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});

const kept = () =>
  Promise.all([quizAnswers, quizAttempts, assignmentSubmissions, progress].map((table) => db.$count(table)));

test("a creator answers their own quiz as its buyers do, is told all at once, and leaves nothing behind", async () => {
  const { params, change } = await editedLesson(app, creator);
  const me = app.as(creator);
  expect((await me.call(previewQuiz, { params })).status).toBe(404);
  const quiz = quizOf(question("aBc"), question("ABc"), question("Ab"));
  await change({ quiz });

  const asked = await me.call(previewQuiz, { params });
  expect(asked.body).toMatchObject({ attemptCount: 0, answers: [], neededPercent: 70 });
  expect(asked.body.questions).toHaveLength(3);
  expect(JSON.stringify(asked.body)).not.toMatch(/Since it is|correct"/);
  const { versionId } = asked.body;
  const mark = (...letters: string[]) =>
    me.call(markQuizPreview, { params, body: { versionId, answers: choosing(quiz, ...letters) } });
  expect((await mark("b", "a", "a")).body).toMatchObject({
    passed: false,
    scorePercent: 66,
    isRevealed: true,
    questions: [{ isRight: true }, { isRight: false, explanation: "Since it is ABc" }, { isRight: true }],
  });
  expect((await mark("b", "ab", "a")).body).toMatchObject({ passed: true, scorePercent: 100 });
  // Again and again: nothing is counted.
  expect((await mark("", "", "")).body).toMatchObject({ passed: false, scorePercent: 0 });
  expect(await kept()).toEqual([0, 0, 0, 0]);

  await change({ quiz: quizOf(question("aB")) });
  expect(await mark("b", "ab", "a")).toMatchObject({ status: 409, body: { code: "QUIZ_CHANGED" } });
  const body = { versionId: randomUUID(), answers: [] };
  expect((await me.call(markQuizPreview, { params, body })).status).toBe(409);
});

test("a creator sees their assignment before a word is written, and no other creator sees it", async () => {
  const { params, change } = await editedLesson(app, creator);
  const me = app.as(creator);
  expect((await me.call(previewAssignment, { params })).status).toBe(404);
  await change({
    assignment: { task: documentOfMarkdown("Draw **your** logo"), takesFiles: true, needsAnswer: true },
  });
  expect((await me.call(previewAssignment, { params })).body).toMatchObject({
    taskHtml: expect.stringContaining("<strong>your</strong>"),
    takesFiles: true,
    needsAnswer: true,
    draft: { number: 1, text: "", files: [] },
    submissions: [],
  });
  const other = app.as(await makeCreator(app));
  for (const endpoint of [previewAssignment, previewQuiz])
    expect((await other.call(endpoint, { params })).status).toBe(404);
  expect(await kept()).toEqual([0, 0, 0, 0]);
});
