import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import type { Services } from "#server/services.ts";
import { openLinkedLesson } from "./linked-lesson.ts";
import { LessonLocked } from "./lesson-locked.ts";

/** Sends a file of a lesson, whole or in ranges. Throws 403 as `openLinkedLesson` does, also for a file of another lesson. */
export async function downloadLessonAttachment(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, fileId }: { token: string; fileId: string },
): Promise<FastifyReply> {
  if (!isUuid(fileId)) throw LessonLocked();
  const { attachment } = await openLinkedLesson(services, request, "lesson-attachment", token, { fileId });
  if (!attachment) throw LessonLocked();
  const { name, ...stored } = attachment;
  return sendStoredFile(services, request, reply, { ...stored, attachmentName: name });
}
