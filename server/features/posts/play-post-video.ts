import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement, statement } from "#server/database/statement.ts";
import { textVideoCaptions, textVideoFile } from "#server/database/text-videos.ts";
import { NotFound } from "#server/errors.ts";
import { sendTextVideo } from "#server/features/files/text-videos.ts";
import { sendCaptions } from "#server/features/files/video-captions.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Services } from "#server/services.ts";
import { openingOrder } from "./open-posts.ts";
import { readPostLink } from "./post-link.ts";

/**
 * Sends a video in a post's text, whole or in ranges. A good link is not enough: the post must still be published and show
 * it, and the membership still be open. Throws 404 for everything else.
 */
export async function playPostVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, uploadId }: { token: string; uploadId: string },
): Promise<FastifyReply> {
  const grant = readPostLink(services, "post-video", token);
  const [video] =
    grant && isUuid(uploadId)
      ? await selectVideo(services.pool, grant.postId, uploadId, [grant.orderId], services.clock.now())
      : [];
  if (!video) throw NotFound();
  return sendTextVideo(services, request, reply, video);
}

/** Sends the captions of such a video in one language. Throws 404 likewise. */
export async function readPostVideoCaptions(
  services: Services,
  reply: FastifyReply,
  { token, uploadId, language }: { token: string; uploadId: string; language: string },
): Promise<FastifyReply> {
  const grant = readPostLink(services, "post-video", token);
  const [captions] =
    grant && isUuid(uploadId)
      ? await selectCaptions(
          services.pool,
          grant.postId,
          uploadId,
          [grant.orderId],
          services.clock.now(),
          language,
        )
      : [];
  if (!captions) throw NotFound();
  return sendCaptions(reply, captions.webvtt);
}

const selectCaptions = statement("posts_select_video_captions")<
  { webvtt: string },
  [postId: string, uploadId: string, orderIds: [string], now: Date, language: string]
>(`select t.webvtt
     from posts p
     cross join lateral (${textVideoCaptions("post_id = p.id", "p.owner_id", "$2::uuid", "$5")}) t
     cross join lateral ${openingOrder("p", "$3", "$4")} opening
    where p.id = $1::uuid and p.published_at <= $4::timestamptz`);

const selectVideo = hotStatement("posts_select_video")<
  { storageKey: string; sizeBytes: number; sha256: string },
  [postId: string, uploadId: string, orderIds: [string], now: Date]
>(`select t.storage_key as "storageKey", t.size_bytes::float8 as "sizeBytes", t.sha256
     from posts p
     cross join lateral (${textVideoFile("post_id = p.id", "p.owner_id", "$2::uuid")}) t
     cross join lateral ${openingOrder("p", "$3", "$4")} opening
    where p.id = $1::uuid and p.published_at <= $4::timestamptz`);
