import type { FastifyRequest } from "fastify";
import type { Assignment } from "#contract/courses/assignment.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { getLearner } from "#server/features/courses/progress/learner.ts";
import { completeWhereDone } from "#server/features/courses/progress/mark-lesson.ts";
import type { Services } from "#server/services.ts";
import { getAskedAssignment } from "./asked-assignment.ts";
import { assignmentOf } from "./get-assignment.ts";
import { type Numbered, writeDraft } from "./write-draft.ts";

/**
 * Hands a draft in with this text, and completes its lesson where that is all it waits for. The same again is the same,
 * however late its first answer got lost. Throws like `getLearner`, 404 where the lesson has no assignment, 422 where
 * there is neither a text nor a file, 409 `NO_DRAFT` where another text was handed in as this number.
 */
export async function submitAssignment(
  services: Services,
  request: FastifyRequest,
  numbered: Numbered,
  text: string,
): Promise<Assignment> {
  const { lessonId, number } = numbered;
  const { pool, clock } = services;
  const learner = await getLearner(services, request, lessonId);
  const now = clock.now();
  try {
    await inTransaction(pool, async (client) => {
      const { assignment } = await getAskedAssignment(client, lessonId);
      const id = await writeDraft(client, learner, numbered, text, now);
      const [submitted] = await submit(client, id, assignment.needsAnswer, now);
      if (!submitted) throw Invalid({ text: "Write something first, or add a file" });
      await completeWhereDone(client, learner, lessonId, now);
    });
  } catch (error) {
    const [same] = await selectHandedIn(pool, lessonId, number, learner.orderIds, text);
    if (!same) throw error;
  }
  return assignmentOf(services, request, learner, lessonId);
}

/**
 * Makes what was handed in a draft again, until it is answered. What it completed stays so. Throws like `getLearner`, 404
 * where the lesson has no assignment, 409 `ALREADY_ANSWERED`.
 */
export async function takeBackAssignment(
  services: Services,
  request: FastifyRequest,
  { lessonId, number }: Numbered,
): Promise<Assignment> {
  const { pool, clock } = services;
  const learner = await getLearner(services, request, lessonId);
  const [taken] = await takeBack(pool, lessonId, number, learner.orderIds, clock.now());
  const assignment = await assignmentOf(services, request, learner, lessonId);
  // A second press finds its draft.
  if (!taken && assignment.draft?.number !== number) throw AlreadyAnswered();
  return assignment;
}

const AlreadyAnswered = () =>
  Conflict("This was answered a moment ago. Please read the answer first.", "ALREADY_ANSWERED");

const selectHandedIn = statement("courses_select_handed_in")<
  { id: string },
  [lessonId: string, number: number, orderIds: string[], text: string]
>(`select id from assignment_submissions
    where lesson_id = $1 and number = $2 and order_id = any ($3::uuid[]) and text = $4 and state <> 'DRAFT'`);

const submit = statement("courses_submit_assignment")<
  { id: string },
  [submissionId: string, needsAnswer: boolean, now: Date]
>(`update assignment_submissions s
      set state = 'SUBMITTED', submitted_at = $3, needs_answer = $2::boolean,
          due_at = case when $2::boolean then $3::timestamptz end
    where s.id = $1 and s.state = 'DRAFT'
      and (s.text ~ '\\S' or exists (select from assignment_files f where f.submission_id = s.id))
   returning s.id`);

const takeBack = statement("courses_take_back_assignment")<
  { id: string },
  [lessonId: string, number: number, orderIds: string[], now: Date]
>(`update assignment_submissions
      set state = 'DRAFT', submitted_at = null, needs_answer = false, due_at = null, typed_at = $4
    where lesson_id = $1 and number = $2 and order_id = any ($3::uuid[]) and state = 'SUBMITTED'
   returning id`);
