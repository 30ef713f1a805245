import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { duplicateProduct } from "#contract/catalog/product-actions.ts";
import { deleteLesson, getCourseDraft } from "#contract/courses/course-editor.ts";
import { completeLesson } from "#contract/courses/course-progress.ts";
import {
  getQuiz,
  getQuizFigures,
  getQuizReview,
  type Quiz,
  type QuizAnswer,
  saveQuizAnswer,
  submitQuiz,
} from "#contract/courses/quiz.ts";
import type { users } from "#server/database/schema/accounts.ts";
import { quizAttempts, quizVersions } from "#server/database/schema/quizzes.ts";
import { buyCourse, type Proof } from "#tests/support/bought-course.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { choosing, question, quizOf } from "#tests/support/quiz-factory.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;
let creator: typeof users.$inferSelect;
beforeAll(async () => {
  creator = await makeCreator(app);
});

async function edited() {
  const { course, lesson, params, change } = await editedLesson(app, creator);
  const { order, paid } = await buyCourse(app, course);
  const ask = async () => (await app.call(getQuiz, { params: { lessonId: lesson.id } }, paid)).body;
  const submit = async (answers: QuizAnswer[], versionId?: string, proof: Proof = paid) => {
    app.clock.advance({ seconds: 1 });
    const body = { answers, versionId: versionId ?? (await ask()).versionId };
    return app.call(submitQuiz, { params: { lessonId: lesson.id, attemptId: randomUUID() }, body }, proof);
  };
  const figures = async () => (await app.as(creator).call(getQuizFigures, { params })).body;
  return { course, lesson, params, change, order, paid, ask, submit, figures };
}

test("a quiz is kept as it is written, and asked once it is whole", async () => {
  const { change, ask } = await edited();
  const empty: Quiz = { neededPercent: 70, questions: [] };
  const half = quizOf(question("aB"), { ...question("aB"), text: " " });
  for (const quiz of [empty, half, quizOf(question("a")), quizOf(question("ab"))]) {
    expect((await change({ quiz })).body.quiz).toEqual(quiz);
    expect(await ask()).toMatchObject({ code: "NOT_FOUND" });
  }
  const whole = quizOf(question("aB"));
  await change({ quiz: whole });
  expect((await ask()).questions).toHaveLength(1);
  // Half-written again: buyers go on with what was whole.
  await change({ quiz: { ...whole, questions: [...whole.questions, question("a")] } });
  expect((await ask()).questions).toHaveLength(1);
  await change({ quiz: null });
  expect(await ask()).toMatchObject({ code: "NOT_FOUND" });
});

test("an edit makes a version: an attempt at the one before is refused, what was answered is kept, and old attempts are read as they were", async () => {
  const { change, ask, submit, lesson, paid } = await edited();
  const before = quizOf(question("aBc"), question("Ab"));
  await change({ quiz: before });
  const { versionId } = await ask();
  const old = (await submit(choosing(before, "b", "b"))).body;
  app.clock.advance({ seconds: 1 });
  const [first] = choosing(before, "b") as [QuizAnswer];
  const params = { lessonId: lesson.id, questionId: first.questionId };
  await app.call(saveQuizAnswer, { params, body: first }, paid);
  const [kept] = before.questions as [Quiz["questions"][number]];
  const after = quizOf({ ...kept, text: "Asked otherwise" }, question("aB"));
  await change({ quiz: after });
  expect(await submit(choosing(before, "b", "a"), versionId)).toMatchObject({
    status: 409,
    body: { code: "QUIZ_CHANGED" },
  });
  expect(await ask()).toMatchObject({ answers: [first], questions: [{ text: "Asked otherwise" }, {}] });
  expect((await submit(choosing(after, "b", "b"))).body.passed).toBe(true);
  const review = await app.call(getQuizReview, { params: { lessonId: lesson.id, attemptId: old.id } }, paid);
  expect(review.body.questions[0]?.text).toBe("Which of abc?");
  // What nobody has answered is not kept, and the same again is no edit.
  await change({ quiz: { ...after, neededPercent: 80 } });
  await change({ quiz: { ...after, neededPercent: 90 } });
  await change({ quiz: { ...after, neededPercent: 90 }, title: "Another" });
  expect(await db.$count(quizVersions, eq(quizVersions.lessonId, lesson.id))).toBe(3);
});

test("who has passed stays so when a quiz is changed, and a failure at another version tells nothing of this one", async () => {
  const { change, submit, lesson, paid } = await edited();
  const quiz = quizOf(question("aB"));
  await change({ quiz });
  for (let count = 0; count < 2; count++) await submit(choosing(quiz, "a"));
  const other = quizOf(question("Ab"));
  await change({ quiz: other });
  expect((await submit(choosing(other, "b"))).body.isRevealed).toBe(false);
  expect((await submit(choosing(other, "a"))).body.passed).toBe(true);
  await change({ quiz: quizOf(question("abC")) });
  const complete = await app.call(
    completeLesson,
    { params: { lessonId: lesson.id }, body: { completed: true } },
    paid,
  );
  expect(complete.status).toBe(200);
});

test("edits and submissions at once: each attempt is marked by the version that it saw, or refused", async () => {
  const { change, ask, submit, lesson, course } = await edited();
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyCourse(app, course)));
  let quiz = quizOf(question("aB"));
  await change({ quiz });
  for (let round = 0; round < 5; round++) {
    const { versionId } = await ask();
    const shown = quiz;
    quiz = quizOf(question("Ab"));
    const [edit, ...answers] = await Promise.all([
      change({ quiz }),
      ...buyers.map(({ paid }) => submit(choosing(shown, "b"), versionId, paid)),
    ]);
    expect(edit?.status).toBe(200);
    for (const answer of answers)
      expect([answer.status, "code" in answer.body ? answer.body.code : true]).toEqual(
        answer.status === 200 ? [200, true] : [409, "QUIZ_CHANGED"],
      );
    const again = await ask();
    expect(again.questions[0]?.id).toBe(quiz.questions[0]?.id);
    quiz = quizOf(question("aB"));
    await change({ quiz });
  }
  const rows = await db.select().from(quizAttempts).where(eq(quizAttempts.lessonId, lesson.id));
  expect(rows.every(({ passed }) => passed)).toBe(true);
});

test("its creator sees tries, who passed, and how often each question was answered right, of the quiz as it is now", async () => {
  const { change, submit, figures, course, params, lesson } = await edited();
  const quiz = quizOf(question("aB"), question("Ab"));
  expect(await figures()).toEqual({
    attemptCount: 0,
    learnerCount: 0,
    passedCount: 0,
    passedPercent: 0,
    questions: [],
  });
  await change({ quiz });
  await submit(choosing(quiz, "b", "b"));
  await submit(choosing(quiz, "b", "a"));
  const other = await buyCourse(app, course);
  await submit(choosing(quiz, "a", "a"), undefined, other.paid);
  const counts = await figures();
  expect(counts).toMatchObject({ attemptCount: 3, learnerCount: 2, passedCount: 1, passedPercent: 50 });
  const right = new Map(counts.questions.map(({ id, rightCount }) => [id, rightCount]));
  expect(quiz.questions.map(({ id }) => right.get(id))).toEqual([2, 2]);
  // Who writes courses for the store learns how well its questions work, and not how many bought.
  const { browser } = await colleagueBrowser(app, creator, "EDITOR");
  expect((await browser.call(getQuizFigures, { params })).body).toEqual({
    attemptCount: null,
    learnerCount: null,
    passedCount: null,
    passedPercent: 50,
    questions: counts.questions.map(({ id }) => ({ id, rightCount: null, rightPercent: 66 })),
  });
  const stranger = await makeCreator(app);
  expect((await app.as(stranger).call(getQuizFigures, { params })).status).toBe(404);
  // A lesson goes with everything that was answered in it.
  expect((await app.as(creator).call(deleteLesson, { params })).status).toBe(200);
  expect(await db.$count(quizAttempts, eq(quizAttempts.lessonId, lesson.id))).toBe(0);
});

test("the copy of a course asks the same, and nothing of who answered goes with it", async () => {
  const { change, submit, course } = await edited();
  const quiz = quizOf(question("aB"));
  await change({ quiz });
  await submit(choosing(quiz, "b"));
  const copy = await app.as(creator).call(duplicateProduct, { params: { id: course.id } });
  const draft = await app.as(creator).call(getCourseDraft, { params: { productId: copy.body.id } });
  const lesson = draft.body.modules[0]!.lessons[0]!;
  expect(lesson.quiz).toEqual(quiz);
  const { paid } = await buyCourse(app, { ...course, id: copy.body.id });
  expect((await app.call(getQuiz, { params: { lessonId: lesson.id } }, paid)).body).toMatchObject({
    questions: [{ id: quiz.questions[0]?.id }],
    attemptCount: 0,
  });
});

test("a quiz has at most fifty questions of ten choices, all with ids of their own", async () => {
  const { change } = await edited();
  const same = question("aB");
  for (const questions of [
    Array.from({ length: 51 }, () => question("aB")),
    [question("aBcdefghijk")],
    [same, same],
    [{ ...same, choices: same.choices.map((choice) => ({ ...choice, id: same.id })) }],
  ])
    expect((await change({ quiz: { neededPercent: 70, questions } })).status).toBe(422);
  for (const neededPercent of [0, 101, 50.5])
    expect((await change({ quiz: { neededPercent, questions: [same] } })).status).toBe(422);
});
