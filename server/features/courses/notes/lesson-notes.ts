import type { FastifyRequest } from "fastify";
import type { LessonNote } from "#contract/courses/lesson-notes.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { findCourseId, type NamedCourse } from "#server/features/courses/course-id.ts";
import { LessonLocked } from "#server/features/courses/lesson-locked.ts";
import { findLearner, getLearner } from "#server/features/courses/progress/learner.ts";
import type { Services } from "#server/services.ts";

/** Nobody writes more by hand; on all courses of one order together. */
const mostNotes = 500;

type Named = { lessonId: string; noteId: string };
type Written = { seconds: number | null; text: string };

/** A learner's own notes on a course, at all of their proven orders; null for whoever proves no purchase. */
export async function listNotes(
  services: Services,
  request: FastifyRequest,
  named: NamedCourse,
): Promise<{ notes: LessonNote[] | null }> {
  const learner = await findLearner(services, request, await findCourseId(services, named));
  if (!learner) return { notes: null };
  return { notes: await selectNotes(services.pool, learner.productId, learner.orderIds) };
}

/**
 * Saves a note: changes it at whichever proven order it is, else adds it. Sending the same again changes nothing. Throws
 * like `getLearner`, and 409 `TOO_MANY_NOTES`.
 */
export async function saveNote(
  services: Services,
  request: FastifyRequest,
  { lessonId, noteId }: Named,
  { seconds, text }: Written,
): Promise<LessonNote> {
  const learner = await getLearner(services, request, lessonId);
  const now = services.clock.now();
  const { orderId, orderIds, customerId } = learner;
  return inTransaction(services.pool, async (client) => {
    const [changed] = await updateNote(client, noteId, lessonId, orderIds, seconds, text, now);
    if (changed) return changed;
    // Held, so that of two at once the second counts the first.
    await lockOrder(client, orderId);
    const [kept] = await countNotes(client, orderId);
    if ((kept?.count ?? 0) >= mostNotes) throw TooManyNotes();
    const [added] = await insertNote(client, orderId, noteId, lessonId, customerId, seconds, text, now);
    // The lesson was deleted a moment ago, or the id is another lesson's.
    if (!added) throw LessonLocked();
    return added;
  });
}

/** Deletes a note at whichever proven order it is. Throws like `getLearner`. */
export async function deleteNote(
  services: Services,
  request: FastifyRequest,
  { lessonId, noteId }: Named,
): Promise<{ deleted: boolean }> {
  const { orderIds } = await getLearner(services, request, lessonId);
  await removeNote(services.pool, noteId, lessonId, orderIds);
  return { deleted: true };
}

const TooManyNotes = () =>
  Conflict(
    `There is room for ${mostNotes} notes. Please delete some that you no longer need.`,
    "TOO_MANY_NOTES",
  );

const columns = (note: string) =>
  `${note}.id, ${note}.lesson_id as "lessonId", ${note}.seconds, ${note}.text, ${note}.updated_at as "updatedAt"`;

const selectNotes = statement("courses_select_notes")<LessonNote, [productId: string, orderIds: string[]]>(
  `select ${columns("n")}
     from lesson_notes n
     join lessons l on l.id = n.lesson_id
     join course_modules m on m.id = l.module_id
    where m.product_id = $1 and n.order_id = any ($2::uuid[])
    order by m.position, m.id, l.position, l.id, n.seconds nulls first, n.created_at, n.id`,
);

const updateNote = statement("courses_update_note")<
  LessonNote,
  [noteId: string, lessonId: string, orderIds: string[], seconds: number | null, text: string, now: Date]
>(`update lesson_notes n set seconds = $4::int, text = $5, updated_at = $6
    where n.id = $1 and n.lesson_id = $2 and n.order_id = any ($3::uuid[])
   returning ${columns("n")}`);

const lockOrder = statement("courses_lock_order_of_notes")<{ id: string }, [orderId: string]>(
  "select id from orders where id = $1 for no key update",
);

const countNotes = statement("courses_count_notes")<{ count: number }, [orderId: string]>(
  "select count(*)::int as count from lesson_notes where order_id = $1",
);

const insertNote = statement("courses_insert_note")<
  LessonNote,
  [
    orderId: string,
    noteId: string,
    lessonId: string,
    customerId: string,
    seconds: number | null,
    text: string,
    now: Date,
  ]
>(`insert into lesson_notes as n (order_id, id, lesson_id, customer_id, seconds, text, created_at, updated_at)
   select $1, $2, l.id, $4, $5::int, $6, $7::timestamptz, $7::timestamptz from lessons l where l.id = $3 for key share of l
   on conflict (order_id, id) do update set seconds = excluded.seconds, text = excluded.text, updated_at = excluded.updated_at
    where n.lesson_id = excluded.lesson_id
   returning ${columns("n")}`);

const removeNote = statement("courses_remove_note")<
  { id: string },
  [noteId: string, lessonId: string, orderIds: string[]]
>("delete from lesson_notes where id = $1 and lesson_id = $2 and order_id = any ($3::uuid[]) returning id");
