import type { FastifyRequest } from "fastify";
import type { SubmissionPage } from "#contract/courses/submissions.ts";
import { dbOn } from "#server/database/client.ts";
import type { StoredAssignment } from "#server/database/schema/courses.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { completeWhereDone } from "#server/features/courses/progress/mark-lesson.ts";
import { creatorOf, signedInOf } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { taskHtmlOf } from "./asked-assignment.ts";
import { buyerName, shownBuyerName } from "./list-submissions.ts";
import { selectSubmissions, submissionsOf } from "./submission-rows.ts";

type Answer = { verdict: "ACCEPTED" | "RETURNED"; text: string; readRevision: number };

/** A piece of work of the creator's course, with all that its buyer handed in there. Throws 404 for any other, and a draft. */
export async function getSubmission(
  services: Services,
  request: FastifyRequest,
  submissionId: string,
): Promise<SubmissionPage> {
  const creatorId = creatorOf(request);
  const [found] = await selectOwn(services.pool, submissionId, creatorId);
  if (!found) throw SubmissionNotFound();
  const { lessonId, orderId, task, state, submittedAt, ...submission } = found;
  if (state === "DRAFT" || !submittedAt) throw SubmissionNotFound();
  const rows = await selectSubmissions(services.pool, lessonId, [orderId]);
  return {
    ...submission,
    buyerName: shownBuyerName(signedInOf(request), submission.buyerName),
    state,
    submittedAt,
    taskHtml: taskHtmlOf(task),
    submissions: submissionsOf(services, request, rows, { creatorId }),
  };
}

/**
 * Answers a piece of work, once: what its creator accepts completes the lesson, where that is all it waits for. The buyer
 * gets a mail. Throws 404 for what is not theirs or was taken back, 409 `ALREADY_ANSWERED`, 409 `SUBMISSION_CHANGED` where
 * the buyer handed in another text since it was read, 422 where it is returned without a word.
 */
export async function answerSubmission(
  services: Services,
  request: FastifyRequest,
  submissionId: string,
  { verdict, text, readRevision }: Answer,
): Promise<SubmissionPage> {
  const { pool, clock } = services;
  if (verdict === "RETURNED" && text === "")
    throw Invalid({ text: "Say what is missing, so that the next try can be better" });
  const creatorId = creatorOf(request);
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    const [answered] = await writeAnswer(client, submissionId, creatorId, readRevision, verdict, text, now);
    if (!answered) {
      const [found] = await selectOwn(client, submissionId, creatorId);
      if (!found) throw SubmissionNotFound();
      throw found.state === "SUBMITTED" ? SubmissionChanged() : AlreadyAnswered();
    }
    const { lessonId, orderId, customerId, email } = answered;
    if (verdict === "ACCEPTED")
      await completeWhereDone(client, { orderId, orderIds: [orderId], customerId }, lessonId, now);
    await queueMail(dbOn(client), {
      event: `assignment-answer:${submissionId}`,
      recipient: email,
      template: "assignment-answer",
      data: { submissionId },
    });
  });
  wakeListeners(pool, "job_outbox");
  return getSubmission(services, request, submissionId);
}

const SubmissionNotFound = () => NotFound("This is no longer handed in");

const AlreadyAnswered = () => Conflict("This was answered already, in another window", "ALREADY_ANSWERED");

const SubmissionChanged = () =>
  Conflict("Its buyer has changed this since you opened it. Please read it once more.", "SUBMISSION_CHANGED");

type OwnSubmission = Omit<SubmissionPage, "submissions" | "taskHtml" | "state" | "submittedAt"> & {
  state: SubmissionPage["state"] | "DRAFT";
  submittedAt: Date | null;
  lessonId: string;
  orderId: string;
  task: StoredAssignment["task"];
};

const selectOwn = statement("courses_select_own_submission")<
  OwnSubmission,
  [submissionId: string, creatorId: string]
>(`select s.id, s.state, s.needs_answer as "needsAnswer", s.number, s.revision, p.title as "courseTitle", l.title as "lessonTitle",
          ${buyerName("o", "c")} as "buyerName", s.submitted_at as "submittedAt", s.customer_id as "customerId",
          s.lesson_id as "lessonId", s.order_id as "orderId", l.assignment->'task' as task
     from assignment_submissions s
     join lessons l on l.id = s.lesson_id
     join products p on p.id = s.product_id
     join orders o on o.id = s.order_id
     join customers c on c.id = s.customer_id
    where s.id = $1 and s.owner_id = $2 and s.state <> 'DRAFT'`);

/** Of two answers at once the second finds nothing that waits. */
const writeAnswer = statement("courses_answer_submission")<
  { lessonId: string; orderId: string; customerId: string; email: string },
  [submissionId: string, creatorId: string, revision: number, verdict: string, text: string, now: Date]
>(`update assignment_submissions s set state = $4, answer = $5, answered_at = $6, due_at = null
     from customers c
    where s.id = $1 and s.owner_id = $2 and s.state = 'SUBMITTED' and s.revision = $3 and c.id = s.customer_id
   returning s.lesson_id as "lessonId", s.order_id as "orderId", s.customer_id as "customerId", c.email`);
