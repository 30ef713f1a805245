import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportMemberData } from "#contract/buyers/buyers.ts";
import { deleteNote, listNotes, saveNote } from "#contract/courses/lesson-notes.ts";
import { access } from "#server/database/schema/access.ts";
import { lessonNotes } from "#server/database/schema/learning.ts";
import { buyCourse, guessesAt, makeBoughtCourse, type Proof } from "#tests/support/bought-course.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { db } = app.services;

const save = (
  lessonId: string,
  proof: Proof,
  text: string,
  seconds: number | null = 5,
  id: string = randomUUID(),
) => app.call(saveNote, { params: { lessonId, noteId: id }, body: { seconds, text } }, proof);
const remove = (lessonId: string, proof: Proof, noteId: string) =>
  app.call(deleteNote, { params: { lessonId, noteId } }, proof);
const listed = async (slug: string, proof: Proof) =>
  (await app.call(listNotes, { params: { slug } }, proof)).body.notes?.map(({ text }) => text) ?? null;

test("a note is told to every proof of its buyer in the order of the course, changed, and deleted", async () => {
  const { course, proofs } = await makeBoughtCourse(app);
  const [first, second] = course.lessons.map(({ id }) => id) as [string, string];
  const id = randomUUID();
  await save(second, proofs.verified, "last", null);
  await save(first, proofs.paid, "later", 90);
  expect((await save(first, proofs.receipt, "  early  ", 3, id)).body).toMatchObject({ id, text: "early" });
  for (const proof of Object.values(proofs))
    expect(await listed(course.slug, proof)).toEqual(["early", "later", "last"]);
  // What an outbox sends twice is one note; what it sends anew is its text.
  await save(first, proofs.bearer, "early", 3, id);
  await save(first, proofs.bearer, "first of all", 1, id);
  expect(await listed(course.slug, proofs.paid)).toEqual(["first of all", "later", "last"]);
  for (let again = 0; again < 2; again++) expect((await remove(first, proofs.paid, id)).status).toBe(200);
  expect(await listed(course.slug, proofs.paid)).toEqual(["later", "last"]);
});

test("nobody reads, changes or deletes the notes of another, whatever ids they know", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app);
  const lesson = course.lessons[0]!.id;
  const id = randomUUID();
  await save(lesson, proofs.paid, "Mine", 5, id);
  for (const guess of guessesAt(order)) {
    expect(await listed(course.slug, guess)).toBeNull();
    expect((await save(lesson, guess, "Theirs", 5, id)).status).toBe(403);
    expect((await remove(lesson, guess, id)).status).toBe(403);
  }
  // One who took the same course with the same address, and one who bought it for themselves.
  for (const other of [await buyCourse(app, course, { email: order.email }), await buyCourse(app, course)]) {
    expect(await listed(course.slug, other.paid)).toEqual([]);
    expect((await save(lesson, other.paid, "Theirs", 5, id)).status).toBe(200);
    expect((await remove(lesson, other.paid, id)).status).toBe(200);
  }
  expect(await listed(course.slug, proofs.paid)).toEqual(["Mine"]);
});

test("notes are kept when access ends, and are there again when it comes back", async () => {
  const { course, order, browser, proofs } = await makeBoughtCourse(app);
  const lesson = course.lessons[0]!.id;
  const id = randomUUID();
  await save(lesson, proofs.paid, "Kept", 5, id);
  await db.update(access).set({ revokedAt: app.clock.now() }).where(eq(access.orderId, order.id));
  expect(await listed(course.slug, proofs.paid)).toBeNull();
  expect((await save(lesson, proofs.paid, "More")).status).toBe(403);
  // Its buyer takes it along all the same.
  const { body } = await app.call(exportMemberData, {}, proofs.verified);
  expect(body).toMatchObject({ notes: [{ text: "Kept", seconds: 5, course: course.title }] });
  const again = await buyCourse(app, course, { email: order.email, browser });
  expect(await listed(course.slug, again.paid)).toEqual(["Kept"]);
  expect((await save(lesson, again.paid, "Changed", 5, id)).status).toBe(200);
  expect(await listed(course.slug, again.paid)).toEqual(["Changed"]);
});

test("there is room for 500 notes, also for those that come at once, and for 4,000 characters in each", async () => {
  const { course, order, proofs } = await makeBoughtCourse(app);
  const lesson = course.lessons[0]!.id;
  const row = { orderId: order.id, customerId: order.customerId, lessonId: lesson, text: "x" };
  await db.insert(lessonNotes).values(Array.from({ length: 495 }, () => ({ ...row, id: randomUUID() })));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => save(lesson, proofs.paid, `n${n}`)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  expect(await db.$count(lessonNotes, eq(lessonNotes.orderId, order.id))).toBe(500);
  // Those that are there can be changed.
  const { id } = answers.find(({ status }) => status === 200)!.body;
  expect((await save(lesson, proofs.paid, "y".repeat(4_000), 5, id)).status).toBe(200);
  expect((await save(lesson, proofs.paid, "y".repeat(4_001), 5, id)).status).toBe(422);
  for (const [text, seconds] of [
    [" ", 5] as const,
    ["a\0b", 5] as const,
    ["a", -1] as const,
    ["a", 86_401] as const,
  ])
    expect((await save(lesson, proofs.paid, text, seconds, id)).status).toBe(422);
});

test("a note sent twenty times at once is one note", async () => {
  const { course, proofs } = await makeBoughtCourse(app);
  const lesson = course.lessons[0]!.id;
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => save(lesson, Object.values(proofs)[at % 4]!, "Once", 5, id)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await listed(course.slug, proofs.paid)).toEqual(["Once"]);
  // Under another lesson the id is taken.
  expect((await save(course.lessons[1]!.id, proofs.paid, "Twice", 5, id)).status).toBe(403);
});
