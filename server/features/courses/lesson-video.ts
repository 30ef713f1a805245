import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/hot-statement.ts";
import { accessIsOpen } from "#server/features/access/open-access.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import type { Services } from "#server/services.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "./lesson-opening.ts";
import { readVideoLink } from "./lesson-video-link.ts";

/**
 * Sends a lesson's own video, whole or in ranges. A good link is not enough: its order must still be paid for, or its
 * lesson still be a free preview. Throws 403 'Lesson locked' for everything else, `LESSON_NOT_OPEN` where it is too early.
 */
export async function playLessonVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const grant = readVideoLink(services, request, token);
  const now = services.clock.now();
  const [video] = grant ? await selectVideo(services.pool, grant.lessonId, grant.orderId ?? null, now) : [];
  if (!video) throw LessonLocked();
  const opensAt = video.grantedAt && lessonOpensAt(video, video.grantedAt, now);
  if (opensAt) throw LessonNotOpen(opensAt);
  reply.header("content-disposition", "inline");
  return sendStoredFile(services, request, reply, { ...video, mimeType: "video/mp4" });
}

type VideoRow = {
  storageKey: string;
  sizeBytes: number;
  sha256: string;
  freePreview: boolean;
  dripDays: number;
  /** Null without an order: a free preview. */
  grantedAt: Date | null;
};

const selectVideo = hotStatement<VideoRow, [lessonId: string, orderId: string | null, now: Date]>(
  "courses_select_video",
  `select u.storage_key as "storageKey", u.size_bytes::float8 as "sizeBytes", u.sha256,
          l.free_preview as "freePreview", l.drip_days as "dripDays", bought.at as "grantedAt"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     join uploads u on u.id = l.video_upload_id and u.owner_id = p.owner_id
     cross join lateral (select min(a.granted_at) from access a join orders o on o.id = a.order_id
                          where a.order_id = $2 and a.product_id = p.id and ${accessIsOpen("a", "$3")}
                            and o.status in ('PAID', 'REFUNDED') and not o.disputed) bought (at)
    where l.id = $1 and u.state = 'STORED'
      and case when $2::uuid is null then l.free_preview and p.active and p.archived_at is null
               else bought.at is not null end`,
);
