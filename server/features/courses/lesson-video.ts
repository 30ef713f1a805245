import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "#contract/uuid.ts";
import { sendTextVideo } from "#server/features/files/text-videos.ts";
import { sendCaptions } from "#server/features/files/video-captions.ts";
import type { Services } from "#server/services.ts";
import { openLinkedLesson } from "./linked-lesson.ts";
import { LessonLocked } from "./lesson-locked.ts";

/** Sends a lesson's own video, whole or in ranges. Throws 403 as `openLinkedLesson` does. */
export async function playLessonVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const { video } = await openLinkedLesson(services, request, "lesson-video", token);
  if (!video) throw LessonLocked();
  return sendTextVideo(services, request, reply, video);
}

/** Sends a video in a lesson's text, likewise. Throws 403 as `openLinkedLesson` does, also for another lesson's. */
export async function playLessonTextVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, uploadId }: { token: string; uploadId: string },
): Promise<FastifyReply> {
  if (!isUuid(uploadId)) throw LessonLocked();
  const { textVideo } = await openLinkedLesson(services, request, "lesson-text-video", token, { uploadId });
  if (!textVideo) throw LessonLocked();
  return sendTextVideo(services, request, reply, textVideo);
}

/** Sends the captions of a lesson's video in one language. Throws 403 as `openLinkedLesson` does, also where there are none. */
export async function readLessonCaptions(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, language }: { token: string; language: string },
): Promise<FastifyReply> {
  const { captions } = await openLinkedLesson(services, request, "lesson-captions", token, {
    language,
  });
  if (captions === null) throw LessonLocked();
  return sendCaptions(reply, captions);
}

/** Sends the captions of a video in a lesson's text in one language. Throws 403 likewise. */
export async function readLessonTextVideoCaptions(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, uploadId, language }: { token: string; uploadId: string; language: string },
): Promise<FastifyReply> {
  if (!isUuid(uploadId)) throw LessonLocked();
  const { textVideoCaptions } = await openLinkedLesson(services, request, "lesson-text-video", token, {
    uploadId,
    language,
  });
  if (textVideoCaptions === null) throw LessonLocked();
  return sendCaptions(reply, textVideoCaptions);
}
