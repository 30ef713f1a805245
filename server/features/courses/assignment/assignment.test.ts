import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { eraseMember, exportMemberData } from "#contract/buyers/buyers.ts";
import { issueCertificate } from "#contract/courses/course-progress.ts";
import { getLesson } from "#contract/courses/courses.ts";
import { submitQuiz } from "#contract/courses/quiz.ts";
import { sqlState } from "#server/database/client.ts";
import { access } from "#server/database/schema/access.ts";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { assignedLesson, taskOf } from "#tests/support/assigned-lesson.ts";
import { buyCourse, guessesAt } from "#tests/support/bought-course.ts";
import { choosing, giveQuiz, question, quizOf } from "#tests/support/quiz-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

test("a buyer writes, hands in, is asked for another try, hands in again, and the lesson is complete once it is accepted", async () => {
  const { ask, write, handIn, answer, progress, course, proofs } = await assignedLesson(app);
  expect((await ask()).body).toMatchObject({
    taskHtml: '<p dir="auto">Draw <strong>your</strong> logo</p>',
    takesFiles: true,
    needsAnswer: true,
    draft: { number: 1, text: "", files: [] },
    submissions: [],
  });
  expect((await write("A first thought")).status).toBe(200);
  expect((await ask()).body.draft).toMatchObject({ text: "A first thought" });
  expect((await progress())?.waitsFor).toBe("SUBMISSION");

  const handed = await handIn("My logo is a circle");
  expect(handed.body).toMatchObject({
    draft: null,
    submissions: [{ number: 1, state: "SUBMITTED", text: "My logo is a circle", answeredAt: null }],
  });
  expect(await progress()).toMatchObject({ completed: false, waitsFor: "ANSWER" });
  const certificate = () =>
    app.call(issueCertificate, { params: { slug: course.slug }, body: { name: "Ana" } }, proofs.paid);
  expect((await certificate()).body).toMatchObject({ code: "COURSE_NOT_COMPLETE" });

  await answer("RETURNED", "Which colour?");
  expect((await ask()).body).toMatchObject({
    draft: { number: 2, text: "" },
    submissions: [{ number: 1, state: "RETURNED", answer: "Which colour?" }],
  });
  expect((await progress())?.waitsFor).toBe("SUBMISSION");
  await handIn("A blue circle", { number: 2 });
  await answer("ACCEPTED");
  expect((await ask()).body).toMatchObject({
    draft: null,
    submissions: [{ state: "RETURNED" }, { number: 2, state: "ACCEPTED", answer: "Well done" }],
  });
  expect(await progress()).toMatchObject({ completed: true, waitsFor: null });
  expect((await certificate()).status).toBe(200);
  // Nothing comes after it.
  expect((await handIn("Once more", { number: 3 })).body).toMatchObject({ code: "NO_DRAFT" });
});

test("neither the button nor the quiz completes a lesson whose assignment is not done, and one that waits for no answer is done at once", async () => {
  const { complete, handIn, progress, lessonId, proofs, answer } = await assignedLesson(app);
  const quiz = quizOf(question("aB"));
  const version = await giveQuiz(app, lessonId, quiz);
  expect((await complete()).body).toMatchObject({ code: "QUIZ_NOT_PASSED" });
  const passed = await app.call(
    submitQuiz,
    {
      params: { lessonId, attemptId: crypto.randomUUID() },
      body: { versionId: version.id, answers: choosing(quiz, "b") },
    },
    proofs.paid,
  );
  expect(passed.body.passed).toBe(true);
  expect(await progress()).toMatchObject({ completed: false, waitsFor: "SUBMISSION" });
  expect((await complete()).body).toMatchObject({ code: "ASSIGNMENT_NOT_DONE" });
  await handIn("Done");
  expect((await complete()).body).toMatchObject({ code: "ASSIGNMENT_NOT_DONE" });
  await answer("ACCEPTED");
  expect((await progress())?.completed).toBe(true);

  const atOnce = await assignedLesson(app, { task: { needsAnswer: false } });
  await atOnce.handIn("Done");
  expect(await atOnce.progress()).toMatchObject({ completed: true, waitsFor: null });
  expect((await atOnce.list()).submissions).toEqual([]);
  expect((await atOnce.list({ show: "done" })).submissions).toHaveLength(1);
});

test("what is typed later stands, whatever comes late or twice, and nothing is written into what was handed in", async () => {
  const { ask, write, handIn, takeBack, answer } = await assignedLesson(app);
  await write("Typed now");
  await write("Typed an hour ago, offline", { secondsAgo: 3_600 });
  expect((await ask()).body.draft?.text).toBe("Typed now");
  const [first, second] = await Promise.all([handIn("Mine"), handIn("Mine")]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await ask()).body.submissions).toHaveLength(1);
  expect((await write("Late")).body).toMatchObject({ code: "NO_DRAFT" });
  expect((await handIn("Something else")).body).toMatchObject({ code: "NO_DRAFT" });
  expect((await write("Of another number", { number: 2 })).body).toMatchObject({ code: "NO_DRAFT" });

  expect((await takeBack()).body).toMatchObject({ draft: { number: 1, text: "Mine" }, submissions: [] });
  expect((await takeBack()).status).toBe(200);
  await handIn("Mine, better");
  await answer("RETURNED", "Go on");
  expect((await takeBack()).body).toMatchObject({ code: "ALREADY_ANSWERED" });
  expect((await ask()).body.submissions).toMatchObject([{ text: "Mine, better", state: "RETURNED" }]);
});

test("nothing is handed in that is neither a text nor a file, and nobody hands in more than twenty times", async () => {
  const { handIn, answer, ask } = await assignedLesson(app);
  const empty = await handIn("  \n ");
  expect(empty.status).toBe(422);
  for (let number = 1; number <= 20; number++) {
    expect((await handIn(`Try ${number}`, { number })).status).toBe(200);
    await answer("RETURNED", "Again");
  }
  expect((await ask()).body.draft).toBeNull();
  expect((await handIn("Try 21", { number: 21 })).body).toMatchObject({ code: "NO_DRAFT" });
});

test("only who bought the course is asked, while they may open it: no visitor of a free preview, nobody whose purchase was taken back", async () => {
  const { ask, write, handIn, takeBack, send, lessonId, order, course } = await assignedLesson(app, {
    modules: [[{ freePreview: true }]],
  });
  const preview = await app.call(getLesson, { params: { lessonId, email: anyBuyer } });
  expect(preview.body.assignment).toEqual({ takesFiles: true, needsAnswer: true });
  expect(preview.text).not.toContain("Draw");
  await handIn("Mine");
  const other = await buyCourse(app, course);
  expect((await ask(other.paid)).body.submissions).toEqual([]);
  await takeBack(1, other.paid);
  expect((await ask()).body.submissions).toMatchObject([{ state: "SUBMITTED" }]);
  for (const guess of guessesAt(order)) {
    const answers = [
      await ask(guess),
      await write("Theirs", { proof: guess }),
      await handIn("Theirs", { proof: guess }),
      await takeBack(1, guess),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await send(1, undefined, guess)).statusCode).toBe(403);
  }
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect((await ask()).status).toBe(403);
  expect((await handIn("Once more")).status).toBe(403);
  expect((await takeBack()).status).toBe(403);
});

test("a lesson whose task is empty asks for nothing, and one whose task was taken away keeps what was handed in", async () => {
  const { ask, lessonId, complete, handIn, write } = await assignedLesson(app);
  await handIn("Mine");
  const setTask = (task: string) =>
    db
      .update(lessons)
      .set({ assignment: taskOf({ task }) })
      .where(eq(lessons.id, lessonId));
  await setTask(" \n");
  expect((await ask()).status).toBe(404);
  expect((await write("Mine")).status).toBe(404);
  expect((await complete()).status).toBe(200);
  await setTask("Draw it once more");
  expect((await ask()).body.submissions).toHaveLength(1);
});

test("the database lets no answer change, no answer come to a draft, and no two pieces of work be open at once", async () => {
  const { handIn, write, answer, order, lessonId, course } = await assignedLesson(app);
  await write("A draft");
  const ofOrder = eq(assignmentSubmissions.orderId, order.id);
  const change = (fields: Partial<typeof assignmentSubmissions.$inferInsert>) =>
    db
      .update(assignmentSubmissions)
      .set(fields)
      .where(ofOrder)
      .then(
        () => "written",
        (error: unknown) => sqlState(error),
      );
  const now = app.clock.now();
  expect(await change({ state: "ACCEPTED", submittedAt: now, answeredAt: now })).toBe("23514");
  const second = db.insert(assignmentSubmissions).values({
    orderId: order.id,
    lessonId,
    customerId: order.customerId,
    productId: course.id,
    ownerId: course.ownerId,
    number: 2,
    typedAt: now,
  });
  expect(await second.then(() => "written", sqlState)).toBe("23505");
  await handIn("Mine");
  expect(await change({ text: "Another" })).toBe("23514");
  await answer("ACCEPTED");
  expect(await change({ answer: "Another" })).toBe("23514");
  expect(await change({ state: "SUBMITTED", answeredAt: null, answer: "" })).toBe("23514");
});

test("who has their data removed takes their work and its files along, and can have all of it before", async () => {
  const { handIn, send, order, proofs, answer } = await assignedLesson(app);
  await send(1);
  await handIn("My own work");
  await answer("RETURNED", "Which colour?");
  const { email } = order;
  const data = await app.call(exportMemberData, { body: { email } }, proofs.verified);
  expect(data.text).toContain("My own work");
  expect(data.text).toContain("logo.pdf");
  const [kept] = await db.select().from(uploads).where(eq(uploads.customerId, order.customerId));
  expect(await app.services.files.size(kept?.storageKey ?? "")).toBeGreaterThan(0);
  const erased = await app.call(eraseMember, { body: { email } }, proofs.verified);
  expect(erased.status, erased.text).toBe(200);
  const ofCustomer = eq(assignmentSubmissions.customerId, order.customerId);
  expect(await db.select().from(assignmentSubmissions).where(ofCustomer)).toEqual([]);
  expect(await db.select().from(uploads).where(eq(uploads.customerId, order.customerId))).toEqual([]);
});
