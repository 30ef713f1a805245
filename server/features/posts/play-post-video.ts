import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { textVideoFile } from "#server/database/text-videos.ts";
import { NotFound } from "#server/errors.ts";
import { sendTextVideo } from "#server/features/files/text-videos.ts";
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

const selectVideo = hotStatement("posts_select_video")<
  { storageKey: string; sizeBytes: number; sha256: string },
  [postId: string, uploadId: string, orderIds: [string], now: Date]
>(`select t.storage_key as "storageKey", t.size_bytes::float8 as "sizeBytes", t.sha256
     from posts p
     cross join lateral (${textVideoFile("post_id = p.id", "p.owner_id", "$2::uuid")}) t
     cross join lateral ${openingOrder("p", "$3", "$4")} opening
    where p.id = $1::uuid and p.published_at <= $4::timestamptz`);
