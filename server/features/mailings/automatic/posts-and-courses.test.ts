import { beforeEach, expect, test } from "vitest";
import { createAutomaticMail, updateAutomaticMail } from "#contract/mailings/automatic-mails.ts";
import { updatePost } from "#contract/posts/posts.ts";
import { progress } from "#server/database/schema/learning.ts";
import { posts } from "#server/database/schema/posts.ts";
import { promotions } from "#server/database/schema/promotions.ts";
import { automaticMailOf, letGoBy, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeTrustedCreator, openMailings, someone } from "#tests/support/mailing-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueAutomaticMails } from "./queue-automatic-mails.ts";

const app = await testApp();
const { db, pool } = app.services;
const { sent, send, reset, buyer } = openMailings(app);
beforeEach(async () => {
  await reset();
  await pool.query("delete from automatic_mails");
});

/** Skipped people by reason. */
async function leftOut(creator: { id: string }, id: string): Promise<Record<string, number>> {
  const { skipped } = await automaticMailOf(app, creator, id);
  return Object.fromEntries(skipped.map(({ reason, people }) => [reason, people]));
}

/** A creator with two memberships, and a way to write a post. */
async function openRoom() {
  const creator = await makeTrustedCreator(app);
  const fields = { ownerId: creator.id, type: "MEMBERSHIP" as const, priceCents: 900 };
  const inner = await makeProduct(app, { ...fields, title: "Inner circle" });
  const outer = await makeProduct(app, { ...fields, title: "Outer circle" });
  const publish = async (
    title: string,
    productId: string | null,
    publishedAt: Date | null = app.clock.now(),
  ) => {
    const [post] = await db
      .insert(posts)
      .values({ ownerId: creator.id, productId, title, publishedAt })
      .returning();
    if (!post) throw new Error("no post was written");
    return post;
  };
  return { creator, inner, outer, publish };
}

test("members hear of a post that they can read, once, whichever membership opens it; nobody of one from before", async () => {
  const { creator, inner, outer, publish } = await openRoom();
  const [ofInner, ofOuter, ofBoth] = [await buyer(inner), await buyer(outer), await buyer(inner)];
  await buyer(outer, ofBoth.replace("@", "+2@"));
  await publish("Old", null);
  app.clock.advance({ seconds: 1 });
  await makeAutomaticMail(app, creator, { kind: "NEW_POST" });
  app.clock.advance({ seconds: 1 });
  await publish("For the inner ones", inner.id);
  await publish("Not yet", null, new Date(app.clock.now().getTime() + 3_600_000));
  const readersOf = (title: string) =>
    sent.filter(({ subject }) => subject.endsWith(title)).map(({ to }) => to.replace("+2", ""));
  for (const _ of [1, 2]) {
    await letGoBy(app, { minutes: 1 });
    await send();
  }
  expect(readersOf("For the inner ones").toSorted()).toEqual([ofInner, ofBoth].toSorted());
  expect(sent[0]?.text).toContain("/members");
  expect(sent).toHaveLength(2);
  // Whoever got one waits for 16 hours, and a post is said when it can be read.
  await letGoBy(app, { hours: 17 });
  await send();
  expect(readersOf("Not yet").toSorted()).toEqual([ofInner, ofOuter, ofBoth].toSorted());
  expect(sent).toHaveLength(5);
});

test("a draft tells nobody, however often it saves itself; members hear of it as it is published", async () => {
  const { creator, inner, publish } = await openRoom();
  const reader = await buyer(inner);
  await makeAutomaticMail(app, creator, { kind: "NEW_POST" });
  app.clock.advance({ seconds: 1 });
  const draft = await publish("Half a sent", inner.id, null);
  const save = async (title: string, revision: number, publishedAt: "now" | null) => {
    const body = { title, productId: inner.id, publishedAt, revision };
    const saved = await app.as(creator).call(updatePost, { params: { id: draft.id }, body });
    expect(saved.status).toBe(200);
    await letGoBy(app, { minutes: 1 });
    await send();
  };
  await save("Half a sentence", 1, null);
  await save("A sentence", 2, null);
  expect(sent).toEqual([]);
  expect(await db.$count(promotions)).toBe(0);
  await save("A sentence.", 3, "now");
  expect(sent.map(({ to, subject }) => [to, subject.endsWith("A sentence.")])).toEqual([[reader, true]]);
});

test("who left a membership, and whoever a post was taken back from, hears nothing, and it says why", async () => {
  const { creator, inner, publish } = await openRoom();
  const mail = await makeAutomaticMail(app, creator, { kind: "NEW_POST", days: 1 });
  app.clock.advance({ seconds: 1 });
  const [stays, leaves] = [await buyer(inner), someone()];
  const left = await makeOrder(app, { items: [{ product: inner }], email: leaves });
  const gone = await publish("Taken back", inner.id);
  app.clock.advance({ seconds: 1 });
  await publish("Stays", inner.id);
  await letGoBy(app, { days: 1, seconds: 1 });
  await pool.query("update access set revoked_at = $2 where order_id = $1", [left.id, app.clock.now()]);
  await pool.query("update posts set published_at = null where id = $1", [gone.id]);
  await send();
  // Two leave at a time: who has just got the one may be asked about the other 16 hours later.
  app.clock.advance({ hours: 17 });
  await send();
  expect(sent.map(({ to, subject }) => [to, subject.endsWith("Stays")])).toEqual([[stays, true]]);
  expect(await leftOut(creator, mail.id)).toEqual({
    "You took the post back": 2,
    "They are no member any more": 1,
  });
});

/** A course of two lessons, and what a buyer of it does. */
async function openCourse(creator: { id: string }) {
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[{}, {}]] });
  const study = async (email: string, lesson: 0 | 1, completed = true) => {
    const { rows } = await pool.query<{ order_id: string; customer_id: string }>(
      `select a.order_id, a.customer_id from access a join customers c on c.id = a.customer_id
        where a.product_id = $1 and c.email = $2`,
      [course.id, email],
    );
    const [held] = rows;
    const now = app.clock.now();
    if (!held) throw new Error("nobody bought it");
    const done = { completed, completedAt: completed ? now : null, updatedAt: now };
    await db
      .insert(progress)
      .values({
        orderId: held.order_id,
        customerId: held.customer_id,
        lessonId: course.lessons[lesson]?.id ?? "",
        ...done,
      })
      .onConflictDoUpdate({ target: [progress.orderId, progress.lessonId], set: done });
  };
  return { course, study };
}

test("who began a course and stopped is reminded once, with a way straight into it; who goes on, is done or never began is not", async () => {
  const creator = await makeTrustedCreator(app);
  const { course, study } = await openCourse(creator);
  const buy = () => buyer(course);
  const before = await buy();
  await study(before, 0);
  app.clock.advance({ seconds: 1 });
  const mail = await makeAutomaticMail(app, creator, { kind: "COURSE_REMINDER", days: 7 });
  app.clock.advance({ seconds: 1 });
  const [stops, goesOn, isDone] = [await buy(), await buy(), await buy()];
  await buy();
  for (const email of [stops, goesOn, isDone]) await study(email, 0);
  await study(isDone, 1);
  await letGoBy(app, { days: 6 });
  await study(goesOn, 0, false);
  await letGoBy(app, { days: 1, hours: 1 });
  await send();
  expect(sent.map(({ to }) => to)).toEqual([stops]);
  expect(sent[0]?.subject).toBe(`Go on with ${course.title}`);
  expect(sent[0]?.text).toMatch(
    new RegExp(`/course/${course.slug}\\?store=${creator.handle}#order=[0-9a-f-]{36}&rt=\\S+`),
  );
  await letGoBy(app, { days: 6, hours: 2 });
  await send();
  expect(sent.map(({ to }) => to)).toEqual([stops, goesOn]);
  await study(stops, 0, false);
  await letGoBy(app, { days: 7, hours: 2 });
  await send();
  expect(sent).toHaveLength(2);
  expect((await automaticMailOf(app, creator, mail.id)).outcomes).toMatchObject({ sent: 2, skipped: 0 });
});

test("who went on, finished or was given their money back before it left is not reminded, and it says why", async () => {
  const creator = await makeTrustedCreator(app);
  const { course, study } = await openCourse(creator);
  const mail = await makeAutomaticMail(app, creator, {
    kind: "COURSE_REMINDER",
    productId: course.id,
    days: 1,
  });
  app.clock.advance({ seconds: 1 });
  const [goesOn, finishes, refunded] = [await buyer(course), await buyer(course), someone()];
  const order = await makeOrder(app, { items: [{ product: course }], email: refunded });
  for (const email of [goesOn, finishes, refunded]) await study(email, 0);
  await letGoBy(app, { days: 1, hours: 1, seconds: 1 });
  await study(goesOn, 0);
  await study(finishes, 1);
  await pool.query("update orders set status = 'REFUNDED', refunded_cents = total_cents where id = $1", [
    order.id,
  ]);
  await send();
  expect(sent).toEqual([]);
  expect(await leftOut(creator, mail.id)).toEqual({
    "They went on by themselves": 1,
    "They finished it, or have it no more": 1,
    "They were given their money back": 1,
  });
});

test("two workers at once remind each person once", async () => {
  const creator = await makeTrustedCreator(app);
  const { course, study } = await openCourse(creator);
  const mail = await makeAutomaticMail(app, creator, { kind: "COURSE_REMINDER", days: 1 });
  app.clock.advance({ seconds: 1 });
  for (const _ of Array.from({ length: 5 })) await study(await buyer(course), 0);
  app.clock.advance({ days: 1, hours: 1 });
  await Promise.all([1, 2, 3].map(() => queueAutomaticMails(app.services)));
  await Promise.all([send(), send()]);
  expect(sent).toHaveLength(5);
  expect((await automaticMailOf(app, creator, mail.id)).outcomes).toMatchObject({ sent: 5, waiting: 0 });
});

test("what a kind does not know is refused with the field named", async () => {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const guide = await makeProduct(app, { ownerId: creator.id, title: "Guide" });
  for (const kind of ["NEW_POST", "WELCOME", "COURSE_REMINDER"] as const) {
    const refused = await me.call(createAutomaticMail, { body: { kind, productId: guide.id } });
    expect(refused).toMatchObject({ status: 422, body: { fields: { productId: expect.any(String) } } });
  }
  const { body } = await me.call(createAutomaticMail, { body: { kind: "COURSE_REMINDER", productId: null } });
  const { subject, content, revision } = body;
  const fields = { subject, content, revision, days: 7, offerProductId: null, couponId: null };
  for (const [field, value] of [
    ["days", 0],
    ["offerProductId", guide.id],
  ] as const) {
    const refused = await me.call(updateAutomaticMail, {
      params: { id: body.id },
      body: { ...fields, [field]: value },
    });
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  }
});
