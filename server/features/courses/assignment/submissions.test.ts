import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerSubmission, getSubmission, listSubmissions } from "#contract/courses/submissions.ts";
import { access } from "#server/database/schema/access.ts";
import { mailOutbox } from "#server/database/schema/delivery.ts";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { users } from "#server/database/schema/accounts.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { assignedLesson } from "#tests/support/assigned-lesson.ts";
import { buyCourse } from "#tests/support/bought-course.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueSubmissionNews } from "./queue-submission-news.ts";

const app = await testApp();
const { db, pool } = app.services;

const mailsOf = (template: string) => db.select().from(mailOutbox).where(eq(mailOutbox.template, template));

test("a creator sees what waits at all courses and at one, the longest wait first, and nothing of another's or a draft", async () => {
  const { handIn, list, course, write, answer } = await assignedLesson(app);
  const others = await assignedLesson(app);
  await others.handIn("Another store's");
  await write("Only a draft");
  expect(await list()).toEqual({ submissions: [], nextCursor: null, waitingCount: 0 });
  await handIn("Mine");
  const second = await buyCourse(app, course, { customerName: "Bo" });
  await handIn("Bo's", { proof: second.paid });
  const { submissions, waitingCount } = await list();
  expect(waitingCount).toBe(2);
  expect(submissions).toMatchObject([{ excerpt: "Mine" }, { excerpt: "Bo's", buyerName: "Bo" }]);
  expect((await list({ productId: course.id })).submissions).toHaveLength(2);
  expect((await list({ productId: others.course.id })).submissions).toEqual([]);
  await answer("RETURNED", "Go on");
  expect((await list()).submissions).toMatchObject([{ excerpt: "Bo's" }]);
  expect((await list({ show: "answered" })).submissions).toMatchObject([
    { excerpt: "Mine", state: "RETURNED" },
  ]);
  // Whose purchase ended waits for nothing.
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, second.order.id));
  expect(await list()).toMatchObject({ submissions: [], waitingCount: 0 });
});

test("a creator's list goes on by its cursor, and reads each that waits a few times", async () => {
  const { course, lessonId, list, order } = await assignedLesson(app);
  const waiting = 3_000;
  const client = await pool.connect();
  // Only what is read counts here: no figures are kept of these orders.
  await client.query("set session_replication_role = replica; set statement_timeout = 0");
  await client.query(
    `with many as (
       select gen_random_uuid() as id, n from generate_series(1, $4::int) n),
     made as (
       insert into orders
       select (jsonb_populate_record(o, jsonb_build_object('id', many.id, 'payment_intent_id', 'pi_' || many.id))).*
         from orders o, many where o.id = $1 returning id),
     bought as (
       insert into order_items
       select (jsonb_populate_record(i, jsonb_build_object('id', many.id, 'order_id', many.id, 'order_payment_id', null))).*
         from order_items i, many where i.order_id = $1 returning id),
     opened as (
       insert into access
       select (jsonb_populate_record(a, jsonb_build_object('id', many.id, 'order_id', many.id, 'order_item_id', many.id))).*
         from access a, many where a.order_id = $1 returning id)
     insert into assignment_submissions (order_id, lesson_id, customer_id, product_id, owner_id, number, state, text, typed_at, submitted_at, needs_answer)
     select many.id, $3, o.customer_id, $2, o.owner_id, 1, 'SUBMITTED', 'Work', o.paid_at, o.paid_at + n * interval '1 second', true
       from many, orders o where o.id = $1`,
    [order.id, course.id, lessonId, waiting],
  );
  await client.query("analyze assignment_submissions; analyze access; analyze orders; analyze order_items");
  client.release(true);
  let first = await list();
  const rows = await rowsHandled(async () => void (first = await list()));
  expect(rows / waiting).toBeLessThan(8);
  expect(first.waitingCount).toBe(100);
  expect(first.submissions).toHaveLength(20);
  const next = await list({ cursor: first.nextCursor });
  const seen = [...first.submissions, ...next.submissions];
  expect(new Set(seen.map(({ id }) => id)).size).toBe(40);
  const moments = seen.map(({ submittedAt }) => submittedAt);
  expect(moments).toEqual(moments.toSorted());
  await db.delete(assignmentSubmissions).where(eq(assignmentSubmissions.productId, course.id));
});

test("of two answers at once one wins and the other is told, and no answer goes to what was changed meanwhile", async () => {
  const { handIn, takeBack, list, read, creator, ask } = await assignedLesson(app);
  await handIn("Mine");
  const { id } = (await list()).submissions[0]!;
  const { revision, taskHtml } = (await read(id)).body;
  expect(taskHtml).toContain("<strong>your</strong>");
  const answer = (verdict: "ACCEPTED" | "RETURNED", readRevision = revision, text = verdict as string) =>
    creator.call(answerSubmission, { params: { id }, body: { verdict, text, readRevision } });
  await takeBack();
  expect((await answer("ACCEPTED")).status).toBe(404);
  expect((await read(id)).status).toBe(404);
  await handIn("Mine, changed");
  expect((await answer("ACCEPTED")).body).toMatchObject({ code: "SUBMISSION_CHANGED" });
  const now = (await read(id)).body.revision;
  expect((await answer("RETURNED", now, " ")).status).toBe(422);
  const two = await Promise.all([answer("ACCEPTED", now), answer("RETURNED", now)]);
  expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(two.find(({ status }) => status === 409)?.body).toMatchObject({ code: "ALREADY_ANSWERED" });
  const won = two[0].status === 200 ? "ACCEPTED" : "RETURNED";
  expect((await ask()).body.submissions).toMatchObject([{ state: won, answer: won }]);
  const ofThis = (await mailsOf("assignment-answer")).filter(({ event }) => event.endsWith(id));
  expect(ofThis).toHaveLength(1);
});

test("another creator reads and answers nothing of it", async () => {
  const { handIn, list, read, course } = await assignedLesson(app);
  await handIn("Mine");
  const { id } = (await list()).submissions[0]!;
  const { revision } = (await read(id)).body;
  const stranger = app.as(await makeCreator(app));
  expect((await stranger.call(getSubmission, { params: { id } })).status).toBe(404);
  const body = { verdict: "ACCEPTED", text: "Mine now", readRevision: revision } as const;
  expect((await stranger.call(answerSubmission, { params: { id }, body })).status).toBe(404);
  const theirs = await stranger.call(listSubmissions, { querystring: { productId: course.id } });
  expect(theirs.body.submissions).toEqual([]);
});

test("a creator hears of what waits once a day, however much is handed in, and of what is silent for a week once more", async () => {
  await db.delete(assignmentSubmissions);
  const { handIn, course } = await assignedLesson(app);
  const ownerId = course.ownerId;
  const mails = async () => (await mailsOf("submissions-waiting")).length;
  const after = async (hours: number) => {
    app.clock.advance({ hours });
    await queueSubmissionNews(app.services);
    return mails();
  };
  await handIn("Mine");
  expect(await after(0)).toBe(1);
  for (let n = 0; n < 5; n++) {
    const { paid } = await buyCourse(app, course);
    await handIn(`More ${n}`, { proof: paid });
    await queueSubmissionNews(app.services);
  }
  expect(await mails()).toBe(1);
  expect(await after(24)).toBe(2);
  expect(await after(24)).toBe(2);
  const mail = await renderMail(app.services, "submissions-waiting", { ownerId });
  expect(mail.subject).toBe("6 assignments wait for you");
  expect(mail.text).toContain("6 × ");
  expect(mail.text).not.toContain("Mine");
  expect(await after(24 * 6)).toBe(3);
  expect(await after(24 * 8)).toBeLessThanOrEqual(4);
  const count = await mails();
  expect(await after(24 * 8)).toBe(count);
  await db.delete(assignmentSubmissions);
  await expect(renderMail(app.services, "submissions-waiting", { ownerId })).rejects.toThrow("Nothing waits");
});

test("the answer's mail leads to the lesson, answers to it reach the creator, and the words of no stranger become links", async () => {
  const { handIn, answer, course, lessonId, order } = await assignedLesson(app, { priceCents: 4_900 });
  await handIn("Mine");
  await answer("RETURNED", "See evil.example/now <b>and</b> try again");
  const submission = await db
    .select()
    .from(assignmentSubmissions)
    .where(eq(assignmentSubmissions.lessonId, lessonId));
  const mail = await renderMail(app.services, "assignment-answer", { submissionId: submission[0]!.id });
  const [owner] = await db.select().from(users).where(eq(users.id, course.ownerId));
  expect(mail.replyTo).toBe(owner!.email);
  expect(mail.subject).toMatch(/^Your assignment: please try again: /);
  expect(mail.text).toContain(`/course/${course.slug}?store=${owner!.handle}&lesson=`);
  expect(mail.text).toContain(`#order=${order.id}&rt=`);
  expect(mail.html).not.toContain("<b>and</b>");
  expect(mail.text).not.toMatch(/evil\.example\/now/);
});
