import type { FastifyRequest } from "fastify";
import type { ImageVariant } from "#server/database/schema/accounts.ts";
import { hotStatement } from "#server/database/statement.ts";
import { textVideoCaptions, textVideoFile } from "#server/database/text-videos.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";
import { type LinkKind, readLessonLink } from "./lesson-link.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "./lesson-opening.ts";

type StoredVideo = { storageKey: string; sizeBytes: number; sha256: string };

type LinkedLesson = {
  /** Null where the video is an outside one, and where something else was asked for. */
  video: StoredVideo | null;
  /** WebVTT; null also where no language was asked for. */
  captions: string | null;
  /** The encodings of one of its text's pictures; null also where none was asked for. */
  picture: ImageVariant[] | null;
  /** One of its text's videos; null also where none was asked for. */
  textVideo: StoredVideo | null;
  /** Those of that video, as WebVTT; null also where no language was asked for. */
  textVideoCaptions: string | null;
  /** One of the files beside it; null also where none was asked for. */
  attachment: (StoredVideo & { mimeType: string; name: string }) | null;
};

/** Which of several a link fetches. */
type LinkedPart = { language?: string; fileId?: string; imageId?: string; uploadId?: string };

/**
 * The gate of what a signed link fetches: a lesson's own video, or its captions, files, and what its text shows. A good link is not enough: its order must still be
 * paid for and its buyer known, its course still be its creator's, or its lesson still be a free preview. Throws 403
 * 'Lesson locked' for everything else, `LESSON_NOT_OPEN` where it is too early.
 */
export async function openLinkedLesson(
  services: Services,
  request: FastifyRequest,
  kind: LinkKind,
  token: string,
  part: LinkedPart = {},
): Promise<LinkedLesson> {
  const grant = readLessonLink(services, request, kind, token);
  if (!grant) throw LessonLocked();
  const now = services.clock.now();
  const { lessonId, orderId, creatorId } = grant;
  const { language = null, fileId = null, imageId = null, uploadId = null } = part;
  const { pool } = services;
  const [lesson] =
    kind === "lesson-video"
      ? await selectWithVideo(pool, lessonId, orderId, now, creatorId)
      : await selectWithPart(pool, lessonId, orderId, now, creatorId, language, fileId, imageId, uploadId);
  if (!lesson) throw LessonLocked();
  const opensAt = lesson.grantedAt && lessonOpensAt(lesson, lesson.grantedAt, now);
  if (opensAt) throw LessonNotOpen(opensAt);
  return lesson;
}

type LinkedRow = LinkedLesson & {
  freePreview: boolean;
  dripDays: number;
  /** Null without an order: a free preview, or a creator's own. */
  grantedAt: Date | null;
};

/** SQL of a lesson that somebody may fetch from by `$1` to `$4`, with what is fetched. */
const linked = (parts: string) => `select ${parts},
          l.free_preview as "freePreview", l.drip_days as "dripDays", bought.at as "grantedAt"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     left join uploads u on u.id = l.video_upload_id and u.owner_id = p.owner_id
                        and u.state = 'STORED' and u.sha256 is not null
     cross join lateral (select min(a.granted_at) from ${openAccess("$3")} a
                          where a.order_id = $2 and a.product_id = p.id) bought (at)
    where l.id = $1
      and case when $4::uuid is not null then p.owner_id = $4 and p.state <> 'ARCHIVED'
               when $2::uuid is not null then bought.at is not null
               else l.free_preview and p.state = 'PUBLISHED' end`;

type Holder = [lessonId: string, orderId: string | null, now: Date, creatorId: string | null];

/** A player asks for a piece of the video every few seconds: nothing else is looked for. */
const selectWithVideo = hotStatement("courses_select_linked_video")<LinkedRow, Holder>(
  linked(`case when u.id is not null then json_build_object(
            'storageKey', u.storage_key, 'sizeBytes', u.size_bytes, 'sha256', u.sha256) end as video,
          null as captions, null::json as attachment, null::jsonb as picture, null::json as "textVideo", null as "textVideoCaptions"`),
);

const selectWithPart = hotStatement("courses_select_linked_lesson")<
  LinkedRow,
  [...Holder, language: string | null, fileId: string | null, imageId: string | null, uploadId: string | null]
>(
  linked(`null::json as video,
          (select c.webvtt from lesson_captions c where c.lesson_id = l.id and c.language = $5) as captions,
          (select json_build_object('storageKey', f.storage_key, 'sizeBytes', f.size_bytes, 'sha256', f.sha256,
                    'mimeType', f.mime_type, 'name', a.name)
             from lesson_attachments a join uploads f on f.id = a.upload_id and f.owner_id = p.owner_id and f.state = 'STORED'
            where a.lesson_id = l.id and a.upload_id = $6::uuid) as attachment,
          (select i.variants from lesson_pictures s join images i on i.id = s.image_id and i.owner_id = p.owner_id
            where s.lesson_id = l.id and s.image_id = $7::uuid and s.removed_at is null) as picture,
          (select json_build_object('storageKey', t.storage_key, 'sizeBytes', t.size_bytes, 'sha256', t.sha256)
             from (${textVideoFile("lesson_id = l.id", "p.owner_id", "$8::uuid")}) t) as "textVideo",
          (${textVideoCaptions("lesson_id = l.id", "p.owner_id", "$8::uuid", "$5")}) as "textVideoCaptions"`),
);
