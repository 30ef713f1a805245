import type { FastifyReply, FastifyRequest } from "fastify";
import type { Assignment } from "#contract/courses/assignment.ts";
import { maxSubmittedFileBytes, mostSubmittedFiles } from "#contract/courses/assignment-limits.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { readLessonLink } from "#server/features/courses/lesson-link.ts";
import { LessonLocked } from "#server/features/courses/lesson-locked.ts";
import { getLearner } from "#server/features/courses/progress/learner.ts";
import { receiveUpload } from "#server/features/files/receive-upload.ts";
import { removeUpload } from "#server/features/files/remove-upload.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import type { Services } from "#server/services.ts";
import { getAskedAssignment } from "./asked-assignment.ts";
import { assignmentOf } from "./get-assignment.ts";
import { type Numbered, writeDraft } from "./write-draft.ts";

/**
 * Receives a file for a draft. Whoever has not bought the course is refused before a byte of it is read. Throws like
 * `getLearner`, 404 where the lesson has no assignment, 409 where it takes no files, `TOO_MANY_FILES` past five and
 * `NO_DRAFT` where the draft was handed in meanwhile; else as `receiveUpload`. Of what is refused nothing is kept.
 */
export async function uploadAssignmentFile(
  services: Services,
  request: FastifyRequest,
  numbered: Numbered,
): Promise<Assignment> {
  const { lessonId } = numbered;
  const { pool, clock } = services;
  const learner = await getLearner(services, request, lessonId);
  const { ownerId, assignment } = await getAskedAssignment(pool, lessonId);
  if (!assignment.takesFiles) throw Conflict("This assignment takes no files", "NO_FILES");
  await inTransaction(pool, async (client) => {
    const id = await writeDraft(client, learner, numbered, null, clock.now());
    const [kept] = await countFiles(client, id);
    if ((kept?.count ?? 0) >= mostSubmittedFiles) throw TooManyFiles();
  });
  const { customerId } = learner;
  const upload = await receiveUpload(
    services,
    { ownerId, customerId, maxBytes: maxSubmittedFileBytes, tooLarge: "Use files of at most 20 MB" },
    request,
  );
  try {
    await inTransaction(pool, async (client) => {
      const id = await writeDraft(client, learner, numbered, null, clock.now());
      const [attached] = await attach(client, id, upload.storagePath);
      if (!attached) throw TooManyFiles();
    });
  } catch (error) {
    await removeUpload(services, upload.storagePath, customerId);
    throw error;
  }
  return assignmentOf(services, request, learner, lessonId);
}

/** Removes a file from a draft of the learner's; one that is not there is removed already. Throws like `getLearner`. */
export async function deleteAssignmentFile(
  services: Services,
  request: FastifyRequest,
  { lessonId, fileId }: { lessonId: string; fileId: string },
): Promise<Assignment> {
  const learner = await getLearner(services, request, lessonId);
  const [detached] = await detach(services.pool, fileId, lessonId, learner.orderIds);
  if (detached) await removeUpload(services, fileId, learner.customerId);
  return assignmentOf(services, request, learner, lessonId);
}

/**
 * Sends a file that was handed in, whole or in ranges. A good link is not enough: the buyer's order must still open the
 * course, or the course still be the creator's, who reads no drafts. Throws 403 'Lesson locked' for everything else.
 */
export async function downloadAssignmentFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const grant = readLessonLink(services, request, "assignment-file", token);
  if (!grant) throw LessonLocked();
  const { lessonId: fileId, orderId, creatorId } = grant;
  const [file] = await selectFile(services.pool, fileId, orderId, creatorId, services.clock.now());
  if (!file) throw LessonLocked();
  const { originalName, ...stored } = file;
  return sendStoredFile(services, request, reply, { ...stored, attachmentName: safeFileName(originalName) });
}

const TooManyFiles = () =>
  Conflict(`Hand in at most ${mostSubmittedFiles} files. Remove one first.`, "TOO_MANY_FILES");

const countFiles = statement("courses_count_assignment_files")<{ count: number }, [submissionId: string]>(
  "select count(*)::int as count from assignment_files where submission_id = $1",
);

/** At the first free place. The caller holds the draft. */
const attach = statement("courses_attach_assignment_file")<
  { uploadId: string },
  [submissionId: string, uploadId: string]
>(`insert into assignment_files (submission_id, upload_id, position)
   select $1, $2, n from generate_series(0, ${mostSubmittedFiles - 1}) n
    where not exists (select from assignment_files f where f.submission_id = $1 and f.position = n)
    order by n limit 1
   returning upload_id as "uploadId"`);

const detach = statement("courses_detach_assignment_file")<
  { uploadId: string },
  [fileId: string, lessonId: string, orderIds: string[]]
>(`with held as (
     select s.id from assignment_submissions s join assignment_files f on f.submission_id = s.id
      where f.upload_id = $1 and s.lesson_id = $2 and s.order_id = any ($3::uuid[]) and s.state = 'DRAFT'
        for no key update of s)
   delete from assignment_files f using held where f.submission_id = held.id and f.upload_id = $1
   returning f.upload_id as "uploadId"`);

const selectFile = hotStatement("courses_select_assignment_file")<
  { storageKey: string; sizeBytes: number; sha256: string; mimeType: string; originalName: string },
  [fileId: string, orderId: string | null, creatorId: string | null, now: Date]
>(`select u.storage_key as "storageKey", u.size_bytes::float8 as "sizeBytes", u.sha256, u.mime_type as "mimeType",
          u.original_name as "originalName"
     from assignment_files f
     join uploads u on u.id = f.upload_id and u.state = 'STORED' and u.sha256 is not null
     join assignment_submissions s on s.id = f.submission_id
    where f.upload_id = $1
      and case when $3::uuid is not null then s.owner_id = $3 and s.state <> 'DRAFT'
               else exists (select from ${openAccess("$4")} a
                             where a.order_id = $2 and a.product_id = s.product_id and a.customer_id = s.customer_id) end`);
