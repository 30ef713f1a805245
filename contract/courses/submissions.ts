import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id, multiLine, PlaceCursor, Revision, Timestamp } from "#contract/values.ts";
import { Submission } from "./assignment.ts";
import { longestSubmission } from "./assignment-limits.ts";

const tags = ["Courses"];

/** A piece of work as a line of its creator's list. */
export const ListedSubmission = z.object({
  id: Id,
  state: z.enum(["SUBMITTED", "RETURNED", "ACCEPTED"]),
  /** The lesson counts as done only once this is accepted. */
  needsAnswer: z.boolean(),
  number: z.int(),
  courseTitle: z.string(),
  lessonTitle: z.string(),
  /** As the buyer wrote it, else their address. */
  buyerName: z.string(),
  /** How its text begins. */
  excerpt: z.string(),
  fileCount: z.int(),
  submittedAt: Timestamp,
});
export type ListedSubmission = z.infer<typeof ListedSubmission>;

/** A piece of work to be read and answered. */
export const SubmissionPage = ListedSubmission.omit({ excerpt: true, fileCount: true }).extend({
  customerId: Id,
  /** To be named by the answer: the buyer may have changed it meanwhile. */
  revision: Revision,
  /** Safe HTML. */
  taskHtml: z.string(),
  /** All that this buyer has handed in at this lesson, the oldest first; this one is the last or before it. */
  submissions: z.array(Submission),
});
export type SubmissionPage = z.infer<typeof SubmissionPage>;

const params = z.object({ id: Id });

export const listSubmissions = endpoint({
  method: "GET",
  url: "/api/my-submissions",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary:
      "What buyers handed in: what waits for an answer and what needs none, the oldest first; what was answered, the newest first; 20 to a page",
    querystring: z.object({
      productId: Id.optional(),
      show: z.enum(["waiting", "done", "answered"]).default("waiting"),
      cursor: PlaceCursor.optional(),
    }),
    response: {
      200: z.object({
        submissions: z.array(ListedSubmission),
        nextCursor: z.string().nullable(),
        /** That wait for an answer, of all courses; 100 means 100 or more. */
        waitingCount: z.int(),
      }),
    },
  },
});

export const getSubmission = endpoint({
  method: "GET",
  url: "/api/my-submissions/:id",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "A piece of work of one's own course, with what came before it",
    params,
    response: { 200: SubmissionPage },
  },
});

export const answerSubmission = endpoint({
  method: "PUT",
  url: "/api/my-submissions/:id/answer",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary:
      "Accept a piece of work, or ask for another try; 409 where it was answered, or changed since it was read",
    params,
    body: z.object({
      verdict: z.enum(["ACCEPTED", "RETURNED"]),
      text: multiLine(longestSubmission),
      /** Of what its creator has read. */
      readRevision: Revision,
    }),
    response: { 200: SubmissionPage },
  },
});
