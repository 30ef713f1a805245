import type { FastifyRequest } from "fastify";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hasAssignment } from "#server/database/lesson-parts.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { getLearner, type Learner } from "#server/features/courses/progress/learner.ts";
import type { Services } from "#server/services.ts";
import { getAskedAssignment } from "./asked-assignment.ts";

/** Which piece of work, as the page calls it. */
export type Numbered = { lessonId: string; number: number };

/**
 * Keeps what is being written, unless something later was typed. Throws like `getLearner`, 404 where the lesson has no
 * assignment, 409 `NO_DRAFT` where this number was handed in, or is not the next.
 */
export async function saveAssignmentDraft(
  services: Services,
  request: FastifyRequest,
  numbered: Numbered,
  { text, secondsAgo }: { text: string; secondsAgo: number },
): Promise<{ saved: boolean }> {
  const learner = await getLearner(services, request, numbered.lessonId);
  const typedAt = new Date(services.clock.now().getTime() - secondsAgo * 1000);
  await inTransaction(services.pool, async (client) => {
    await getAskedAssignment(client, numbered.lessonId);
    await writeDraft(client, learner, numbered, text, typedAt);
  });
  return { saved: true };
}

/**
 * The id of the learner's draft of this number, which is made where it is the next; held until the transaction ends.
 * With a text it is written, where nothing later was. Throws 409 `NO_DRAFT` where there is no such draft.
 */
export async function writeDraft(
  client: Queryable,
  { orderId, orderIds, customerId }: Learner,
  { lessonId, number }: Numbered,
  text: string | null,
  typedAt: Date,
): Promise<string> {
  const update = () => updateDraft(client, lessonId, number, orderIds, text, typedAt);
  const [draft] = await update();
  if (draft) return draft.id;
  const [made] = await insertDraft(client, orderId, lessonId, customerId, number, text, typedAt, orderIds);
  if (made) return made.id;
  // Another tab was faster.
  const [theirs] = await update();
  if (!theirs) throw NoDraft();
  return theirs.id;
}

export const NoDraft = () =>
  Conflict("This was handed in already, here or elsewhere. Please look at it as it is now.", "NO_DRAFT");

const updateDraft = statement("courses_update_assignment_draft")<
  { id: string },
  [lessonId: string, number: number, orderIds: string[], text: string | null, typedAt: Date]
>(`update assignment_submissions s
      set text = case when $5::timestamptz >= s.typed_at then coalesce($4::text, s.text) else s.text end,
          typed_at = case when $4::text is not null then greatest(s.typed_at, $5::timestamptz) else s.typed_at end
    where s.state = 'DRAFT'
      and s.id = (select d.id from assignment_submissions d
                   where d.lesson_id = $1 and d.number = $2 and d.order_id = any ($3::uuid[]) and d.state = 'DRAFT'
                   order by d.typed_at desc, d.id limit 1)
   returning s.id`);

const insertDraft = statement("courses_insert_assignment_draft")<
  { id: string },
  [
    orderId: string,
    lessonId: string,
    customerId: string,
    number: number,
    text: string | null,
    typedAt: Date,
    orderIds: string[],
  ]
>(`insert into assignment_submissions (order_id, lesson_id, customer_id, product_id, owner_id, number, text, typed_at)
   select $1, l.id, $3, p.id, p.owner_id, $4::int, coalesce($5::text, ''), $6::timestamptz
     from lessons l join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
    where l.id = $2 and ${hasAssignment("l")}
      and $4::int = 1 + (select coalesce(max(s.number), 0) from assignment_submissions s
                          where s.lesson_id = l.id and s.order_id = any ($7::uuid[]))
      and $4::int <= 20
      and not exists (select from assignment_submissions s
                       where s.lesson_id = l.id and s.order_id = any ($7::uuid[]) and s.state <> 'RETURNED')
      for key share of l
   on conflict do nothing
   returning id`);
