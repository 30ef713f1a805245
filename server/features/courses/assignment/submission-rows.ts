import type { FastifyRequest } from "fastify";
import type { Submission } from "#contract/courses/assignment.ts";
import { lessonLink, type LinkHolder } from "#server/features/courses/lesson-link.ts";
import { statement } from "#server/database/statement.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import type { Services } from "#server/services.ts";

export type SubmissionRow = {
  id: string;
  number: number;
  state: "DRAFT" | Submission["state"];
  text: string;
  files: { id: string; name: string; sizeBytes: number }[];
  submittedAt: Date | null;
  answer: string;
  answeredAt: Date | null;
};

/** All that was written at these orders for a lesson, drafts too, the oldest first. */
export const selectSubmissions = statement("courses_select_submissions")<
  SubmissionRow,
  [lessonId: string, orderIds: string[]]
>(`select s.id, s.number, s.state, s.text, s.submitted_at as "submittedAt", s.answer, s.answered_at as "answeredAt",
          (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.original_name, 'sizeBytes', u.size_bytes)
                                    order by f.position), '[]')
             from assignment_files f join uploads u on u.id = f.upload_id where f.submission_id = s.id) as files
     from assignment_submissions s
    where s.lesson_id = $1 and s.order_id = any ($2::uuid[])
    order by s.number, s.submitted_at, s.typed_at, s.id`);

/** What was handed in, with the links of its files for whoever asks. */
export const submissionsOf = (
  services: Services,
  request: FastifyRequest,
  rows: readonly SubmissionRow[],
  holder: LinkHolder,
): Submission[] =>
  rows.flatMap(({ id: _id, state, submittedAt, files, ...row }) =>
    state === "DRAFT" || !submittedAt
      ? []
      : [{ ...row, state, submittedAt, files: filesOf(services, request, files, holder) }],
  );

/** Files of a piece of work; each link is of that file alone. */
export const filesOf = (
  services: Services,
  request: FastifyRequest,
  files: SubmissionRow["files"],
  holder: LinkHolder,
): Submission["files"] =>
  files.map(({ id, name, sizeBytes }) => ({
    id,
    name: safeFileName(name),
    sizeBytes,
    url: lessonLink(services, request, "assignment-file", id, holder),
  }));
