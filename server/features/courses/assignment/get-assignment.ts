import type { FastifyRequest } from "fastify";
import type { Assignment } from "#contract/courses/assignment.ts";
import { mostSubmissions } from "#contract/courses/assignment-limits.ts";
import { getLearner, type Learner } from "#server/features/courses/progress/learner.ts";
import type { Services } from "#server/services.ts";
import { getAskedAssignment, taskHtmlOf } from "./asked-assignment.ts";
import { filesOf, selectSubmissions, submissionsOf } from "./submission-rows.ts";

/**
 * A lesson's assignment for its learner, with all that they wrote at their proven orders. Throws like `getLearner`, and
 * 404 where the lesson has none.
 */
export async function getAssignment(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
): Promise<Assignment> {
  return assignmentOf(services, request, await getLearner(services, request, lessonId), lessonId);
}

/** The same for a learner who was let in already. */
export async function assignmentOf(
  services: Services,
  request: FastifyRequest,
  learner: Learner,
  lessonId: string,
): Promise<Assignment> {
  const { assignment, creatorName } = await getAskedAssignment(services.pool, lessonId);
  const rows = await selectSubmissions(services.pool, lessonId, learner.orderIds);
  const holder = { purchase: learner };
  const submissions = submissionsOf(services, request, rows, holder);
  const last = Math.max(0, ...submissions.map(({ number }) => number));
  const mayWrite = submissions.every(({ state }) => state === "RETURNED") && last < mostSubmissions;
  const draft = rows.findLast(({ state }) => state === "DRAFT");
  return {
    taskHtml: taskHtmlOf(assignment.task),
    takesFiles: assignment.takesFiles,
    needsAnswer: assignment.needsAnswer,
    creatorName,
    draft: mayWrite
      ? {
          number: draft?.number ?? last + 1,
          text: draft?.text ?? "",
          files: filesOf(services, request, draft?.files ?? [], holder),
        }
      : null,
    submissions,
  };
}
