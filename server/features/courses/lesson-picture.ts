import type { FastifyReply, FastifyRequest } from "fastify";
import { sendTextPicture } from "#server/features/files/text-pictures.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Services } from "#server/services.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { openLinkedLesson } from "./linked-lesson.ts";

/** Sends one encoding of a picture of a lesson's text. Throws 403 as `openLinkedLesson` does, also for another lesson's. */
export async function readLessonPicture(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, imageId, file }: { token: string; imageId: string; file: string },
): Promise<FastifyReply> {
  if (!isUuid(imageId)) throw LessonLocked();
  const { picture } = await openLinkedLesson(services, request, "lesson-picture", token, { imageId });
  const variant = picture?.find(({ width, format }) => file === `${width}.${format}`);
  if (!variant) throw LessonLocked();
  return sendTextPicture(services, reply, variant);
}
