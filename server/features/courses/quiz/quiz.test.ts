import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportMemberData } from "#contract/buyers/buyers.ts";
import {
  completeLesson,
  getCourseProgress,
  issueCertificate,
  recordPlayed,
} from "#contract/courses/course-progress.ts";
import { getBoughtCourse, getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import {
  getQuiz,
  getQuizReview,
  type Quiz,
  type QuizAnswer,
  saveQuizAnswer,
  submitQuiz,
} from "#contract/courses/quiz.ts";
import { access } from "#server/database/schema/access.ts";
import { quizAnswers, quizAttempts } from "#server/database/schema/quizzes.ts";
import { buyCourse, guessesAt, makeBoughtCourse, type Proof } from "#tests/support/bought-course.ts";
import { choosing, giveQuiz, question, quizOf } from "#tests/support/quiz-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

type Attempted = { proof?: Proof; attemptId?: string; versionId?: string };

/** A bought course whose only lesson ends with this quiz. */
async function quizzed(quiz: Quiz, lesson: object = {}) {
  const bought = await makeBoughtCourse(app, { modules: [[lesson]] });
  const lessonId = bought.course.lessons[0]!.id;
  const version = await giveQuiz(app, lessonId, quiz);
  const { paid } = bought.proofs;
  const submit = (
    answers: QuizAnswer[],
    { proof = paid, attemptId = randomUUID(), versionId = version.id }: Attempted = {},
  ) => {
    app.clock.advance({ seconds: 1 });
    return app.call(submitQuiz, { params: { lessonId, attemptId }, body: { versionId, answers } }, proof);
  };
  const ask = (proof: Proof = paid) => app.call(getQuiz, { params: { lessonId } }, proof);
  const choose = (
    answer: QuizAnswer,
    { proof = paid, secondsAgo = 0 }: { proof?: Proof; secondsAgo?: number } = {},
  ) =>
    app.call(
      saveQuizAnswer,
      { params: { lessonId, questionId: answer.questionId }, body: { ...answer, secondsAgo } },
      proof,
    );
  const complete = (completed = true, proof: Proof = paid) =>
    app.call(completeLesson, { params: { lessonId }, body: { completed } }, proof);
  const progress = async () =>
    (await app.call(getCourseProgress, { params: { slug: bought.course.slug } }, paid)).body.lessons[0];
  return { ...bought, lessonId, version, submit, ask, choose, complete, progress };
}

const three = () => quizOf(question("aBc"), question("ABc"), question("Ab"));
/** What would tell it: the words of the explanations, and the mark at a choice. */
const tells = /Since it is|correct"/i;

test("a quiz is marked by the server, several right choices count all or nothing, and the lesson is complete once it is passed", async () => {
  const quiz = three();
  const { submit, progress, course, proofs } = await quizzed(quiz);
  expect((await submit(choosing(quiz, "b", "a", "a"))).body).toMatchObject({
    correctCount: 2,
    questionCount: 3,
    scorePercent: 66,
    passed: false,
    questions: [{ isRight: true }, { isRight: false }, { isRight: true }],
  });
  expect((await submit(choosing(quiz, "b", "abc", "a"))).body.passed).toBe(false);
  expect(await progress()).toMatchObject({ completed: false, waitsFor: "QUIZ" });
  const certificate = () =>
    app.call(issueCertificate, { params: { slug: course.slug }, body: { name: "Ana" } }, proofs.paid);
  expect((await certificate()).body).toMatchObject({ code: "COURSE_NOT_COMPLETE" });
  expect((await submit(choosing(quiz, "b", "ab", "a"))).body).toMatchObject({
    scorePercent: 100,
    passed: true,
  });
  expect(await progress()).toMatchObject({ completed: true, waitsFor: null });
  expect((await certificate()).status).toBe(200);
});

test("neither a press of 'Mark Complete' nor a video that is played through passes a quiz, and nothing passes with nothing", async () => {
  const quiz = { ...three(), neededPercent: 1 };
  const { submit, complete, progress, lessonId, proofs } = await quizzed(quiz, { duration: 10 });
  expect(await complete()).toMatchObject({ status: 409, body: { code: "QUIZ_NOT_PASSED" } });
  await app.call(
    recordPlayed,
    { params: { lessonId }, body: { intervals: [{ fromSeconds: 0, toSeconds: 10 }] } },
    proofs.paid,
  );
  expect((await submit([])).body).toMatchObject({ scorePercent: 0, passed: false });
  expect((await submit(choosing(quiz, "", "", ""))).body.passed).toBe(false);
  expect(await progress()).toMatchObject({ completed: false, watchedSeconds: 10 });
  expect((await submit(choosing(quiz, "b", "", ""))).body).toMatchObject({ scorePercent: 33, passed: true });
  // From then on its buyer may take the mark away and set it again.
  expect((await complete(false)).body.completed).toBe(false);
  expect((await complete()).body.completed).toBe(true);
});

test("what is right leaves the server with no answer before it is submitted, twice in vain or once with success", async () => {
  const quiz = three();
  const { ask, choose, submit, complete, course, lessonId, proofs, progress } = await quizzed(quiz, {
    freePreview: true,
  });
  const said: unknown[] = [
    (await ask()).body,
    (await choose(choosing(quiz, "b")[0]!)).body,
    (await complete()).body,
    await progress(),
    (await app.call(getBoughtCourse, { params: { slug: course.slug } }, proofs.paid)).body,
    // A free preview is everybody's: that there is a quiz is all they are told.
    (await app.call(getLesson, { params: { lessonId, email: anyBuyer } })).body,
  ];
  const page = await app.app.inject({ url: `/api/products/${course.slug}` });
  said.push(page.body);
  expect(JSON.stringify(said)).not.toMatch(tells);
  expect((await app.call(getLesson, { params: { lessonId, email: anyBuyer } })).body.quiz).toEqual({
    questionCount: 3,
    neededPercent: 70,
  });
  expect((await ask({})).status).toBe(403);

  const first = (await submit(choosing(quiz, "a", "a", "b"))).body;
  expect(first.isRevealed).toBe(false);
  expect(first.questions.map(({ explanation }) => explanation)).toEqual([null, null, null]);
  expect(first.questions.flatMap(({ choices }) => choices.map(({ isCorrect }) => isCorrect))).toEqual(
    Array.from({ length: 8 }, () => null),
  );
  const second = (await submit(choosing(quiz, "a", "a", "b"))).body;
  expect(second).toMatchObject({
    isRevealed: true,
    questions: [
      { explanation: "Since it is aBc", choices: [{ isCorrect: false }, { isCorrect: true }, {}] },
      {},
      {},
    ],
  });
  // Also of the first, by now; and at once for who passes at once.
  const again = await app.call(getQuizReview, { params: { lessonId, attemptId: first.id } }, proofs.paid);
  expect(again.body.isRevealed).toBe(true);
  const fresh = await buyCourse(app, course);
  expect((await submit(choosing(quiz, "b", "ab", "a"), { proof: fresh.paid })).body.isRevealed).toBe(true);
});

test("tries are unlimited by number, the best one counts, and every proof of their buyer reads them", async () => {
  const quiz = three();
  const { ask, submit, lessonId, order, proofs } = await quizzed(quiz);
  for (const letters of ["a", "b", "c"]) await submit(choosing(quiz, letters, "ab", "a"));
  await submit(choosing(quiz, "a", "a", "b"));
  for (const proof of Object.values(proofs))
    expect((await ask(proof)).body).toMatchObject({ attemptCount: 4, bestPercent: 100, passed: true });
  const { attempts } = (await ask()).body;
  expect(attempts.map(({ scorePercent }) => scorePercent)).toEqual([0, 66, 100, 66]);
  for (const guess of guessesAt(order)) {
    expect((await ask(guess)).status).toBe(403);
    const params = { lessonId, attemptId: attempts[0]!.id };
    expect((await app.call(getQuizReview, { params }, guess)).status).toBe(403);
  }
  // Nor does one who took the same course with the same address.
  const other = await buyCourse(app, { ...(await quizzed(quiz)).course }, { email: order.email });
  expect((await ask(other.paid)).status).toBe(403);
});

test("each choice is kept at once, the newest of any device counts, and a submission ends them", async () => {
  const quiz = three();
  const { ask, choose, submit, proofs } = await quizzed(quiz);
  const chosen = async () => (await ask()).body.answers;
  const [first, second] = choosing(quiz, "b", "ab") as [QuizAnswer, QuizAnswer];
  await choose(first);
  await choose(second, { proof: proofs.verified });
  app.clock.advance({ minutes: 1 });
  await choose(choosing(quiz, "c")[0]!, { proof: proofs.receipt });
  // A phone that waited for a connection since.
  await choose(first, { secondsAgo: 30 });
  expect(await chosen()).toEqual([choosing(quiz, "c")[0], second]);
  await submit(choosing(quiz, "c", "ab", "b"));
  expect(await chosen()).toEqual([]);
  await choose(first, { secondsAgo: 30 });
  expect(await chosen()).toEqual([]);
  app.clock.advance({ seconds: 1 });
  await choose(first);
  expect(await chosen()).toEqual([first]);
});

test("choices and questions that the quiz does not have are not kept", async () => {
  const quiz = three();
  const { ask, choose, submit, lessonId } = await quizzed(quiz);
  const [first, second] = choosing(quiz, "b", "ab") as [QuizAnswer, QuizAnswer];
  expect(await choose({ ...first, questionId: randomUUID() })).toMatchObject({
    status: 409,
    body: { code: "QUIZ_CHANGED" },
  });
  await choose({ questionId: first.questionId, choiceIds: [randomUUID(), ...second.choiceIds] });
  expect((await ask()).body.answers).toEqual([]);
  const many = Array.from({ length: 40 }, () => ({ questionId: randomUUID(), choiceIds: [randomUUID()] }));
  expect((await submit([...many, first])).body.correctCount).toBe(1);
  const [attempt] = await db.select().from(quizAttempts).where(eq(quizAttempts.lessonId, lessonId));
  expect(attempt?.answers).toEqual({ [first.questionId]: first.choiceIds });
});

test("an attempt sent twenty times at once is one attempt, and a hundred in a day are enough", async () => {
  const quiz = three();
  const { submit, lessonId, order, version } = await quizzed(quiz);
  const attemptId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => submit(choosing(quiz, "b", "ab", "b"), { attemptId })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.scorePercent))).toEqual(new Set([66]));
  expect(await db.$count(quizAttempts, eq(quizAttempts.orderId, order.id))).toBe(1);
  const row = {
    orderId: order.id,
    customerId: order.customerId,
    lessonId,
    versionId: version.id,
    answers: {},
    rightIds: [],
    questionCount: 3,
    passed: false,
    submittedAt: app.clock.now(),
  };
  await db.insert(quizAttempts).values(Array.from({ length: 95 }, () => ({ ...row, id: randomUUID() })));
  const more = await Promise.all(Array.from({ length: 8 }, () => submit(choosing(quiz, "b", "ab", "a"))));
  expect(more.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
  app.clock.advance({ days: 1 });
  expect((await submit(choosing(quiz, "b", "ab", "a"))).status).toBe(200);
});

test("a quiz opens with its lesson, ends with access, and is its buyer's to take along until they are erased", async () => {
  const quiz = three();
  const later = await quizzed(quiz, { dripDays: 3 });
  expect((await later.ask()).body).toMatchObject({ code: "LESSON_NOT_OPEN" });
  expect((await later.submit(choosing(quiz, "b", "ab", "a"))).status).toBe(403);
  const { ask, submit, choose, order, proofs } = await quizzed(quiz);
  await submit(choosing(quiz, "b", "ab", "a"));
  app.clock.advance({ seconds: 1 });
  await choose(choosing(quiz, "b")[0]!);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect((await ask()).status).toBe(403);
  expect((await submit(choosing(quiz, "b", "ab", "a"))).status).toBe(403);
  expect(await db.$count(quizAnswers, eq(quizAnswers.orderId, order.id))).toBe(1);
  const { body } = await app.call(exportMemberData, {}, proofs.verified);
  expect(body).toMatchObject({ quizAttempts: [{ correctCount: 3, questionCount: 3, passed: true }] });
});
