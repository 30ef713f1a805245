import type { FastifyRequest } from "fastify";
import type { LessonDetail } from "#contract/courses.ts";
import { hotStatement } from "#server/database/hot-statement.ts";
import { canSeeProduct, type ProvenPurchase } from "#server/features/access/can-see-product.ts";
import type { Services } from "#server/services.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "./lesson-opening.ts";
import { renderLessonText } from "./lesson-text.ts";
import { lessonVideoLink } from "./lesson-video-link.ts";
import { outsideVideo } from "./outside-video.ts";

/**
 * A lesson with its text and video, for the buyer of its course, or for anybody while it is a free preview on sale.
 * Throws the same 403 for a locked lesson and for an unknown one, and 403 `LESSON_NOT_OPEN` to a buyer who is too early.
 */
export async function getLesson(
  services: Services,
  request: FastifyRequest,
  lessonId: string,
  email: string | undefined,
): Promise<LessonDetail> {
  const [lesson] = uuid.test(lessonId) ? await selectLesson(services.pool, lessonId) : [];
  // Asked in every case, so that the time an answer takes does not tell which lessons exist.
  const purchase = await canSeeProduct(services, request, { productId: lesson?.productId ?? nobodys, email });
  if (!lesson || (!purchase && !lesson.freeToAll)) throw LessonLocked();
  const opensAt = purchase && lessonOpensAt(lesson, purchase.grantedAt, services.clock.now());
  if (opensAt) throw LessonNotOpen(opensAt);

  return {
    id: lesson.id,
    slug: lesson.slug,
    title: lesson.title,
    contentHtml: lesson.content?.trim() ? renderLessonText(lesson.content) : null,
    video: videoOf(services, request, lesson, purchase),
    duration: lesson.duration,
    freePreview: lesson.freePreview,
  };
}

function videoOf(
  services: Services,
  request: FastifyRequest,
  lesson: LessonRow,
  purchase: ProvenPurchase | undefined,
): LessonDetail["video"] {
  if (lesson.hasUpload) {
    if (!lesson.uploadStored) return { kind: "PENDING" };
    return {
      kind: "FILE",
      url: lessonVideoLink(services, request, lesson.id, purchase),
      poster: null,
      captionsUrl: null,
    };
  }
  return lesson.videoUrl?.trim() ? outsideVideo(lesson.videoUrl.trim()) : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobodys = "00000000-0000-0000-0000-000000000000";

type LessonRow = {
  id: string;
  productId: string;
  slug: string;
  title: string;
  content: string | null;
  videoUrl: string | null;
  hasUpload: boolean;
  uploadStored: boolean;
  duration: number;
  freePreview: boolean;
  dripDays: number;
  /** A free preview of a product that is on sale. */
  freeToAll: boolean;
};

const selectLesson = hotStatement<LessonRow, [lessonId: string]>(
  "courses_select_lesson",
  `select l.id, p.id as "productId", l.slug, l.title, l.content, l.video_url as "videoUrl", l.duration,
          l.video_upload_id is not null as "hasUpload", coalesce(u.state = 'STORED', false) as "uploadStored",
          l.free_preview as "freePreview", l.drip_days as "dripDays", l.free_preview and p.active and p.archived_at is null as "freeToAll"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     left join uploads u on u.id = l.video_upload_id and u.owner_id = p.owner_id
    where l.id = $1`,
);
