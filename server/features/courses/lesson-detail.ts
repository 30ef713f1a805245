import type { FastifyRequest } from "fastify";
import type { LessonDetail } from "#contract/courses/courses.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { pictureOf } from "#server/features/files/pictures.ts";
import { shownVideos } from "#server/features/files/text-videos.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { noCourse } from "./course-id.ts";
import { storedDocument } from "#server/documents/stored-text.ts";
import { lessonLink, type LinkHolder } from "./lesson-link.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "./lesson-opening.ts";
import { type LessonRow, selectLesson } from "./lesson-row.ts";
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
  const [lesson] = isUuid(lessonId) ? await selectLesson(services.pool, lessonId) : [];
  // Asked in every case, so that the time an answer takes does not tell which lessons exist.
  const purchase = await canSeeProduct(services, request, {
    productId: lesson?.productId ?? noCourse,
    email,
  });
  if (!lesson || (!purchase && !lesson.freeToAll)) throw LessonLocked();
  const opensAt = purchase && lessonOpensAt(lesson, purchase.grantedAt, services.clock.now());
  if (opensAt) throw LessonNotOpen(opensAt);
  return lessonDetail(services, request, lesson, { purchase });
}

/** A lesson as whoever may see it gets it; the links of its video are theirs. */
export async function lessonDetail(
  services: Services,
  request: FastifyRequest,
  lesson: LessonRow,
  holder: LinkHolder,
): Promise<LessonDetail> {
  const document = storedDocument(lesson);
  const attachments = attachmentsOf(services, request, lesson, holder);
  return {
    id: lesson.id,
    slug: lesson.slug,
    title: lesson.title,
    contentHtml:
      document &&
      documentHtml(document, 4, {
        pictures: picturesOf(services, request, lesson, holder),
        videos: shownVideos(
          lesson.textVideos,
          lessonLink(services, request, "lesson-text-video", lesson.id, holder),
        ),
        products: await listProductsInTexts(services.pool, lesson.ownerId, [document]),
        files: new Map(attachments.map((file) => [file.id, file])),
      }),
    video: videoOf(services, request, lesson, holder),
    attachments,
    quiz: lesson.quiz,
    assignment: lesson.assignment,
    duration: lesson.duration,
    freePreview: lesson.freePreview,
  };
}

/** Those of its text, by their ids. */
function picturesOf(
  services: Services,
  request: FastifyRequest,
  { id, pictures }: LessonRow,
  holder: LinkHolder,
) {
  const link = lessonLink(services, request, "lesson-picture", id, holder);
  return new Map(
    pictures.flatMap((stored) => {
      const picture = pictureOf(stored, link);
      return picture ? [[stored.id, picture]] : [];
    }),
  );
}

function attachmentsOf(
  services: Services,
  request: FastifyRequest,
  { id, attachments }: LessonRow,
  holder: LinkHolder,
): LessonDetail["attachments"] {
  const link = lessonLink(services, request, "lesson-attachment", id, holder);
  return attachments.map((file) => ({ ...file, url: `${link}/${file.id}` }));
}

function videoOf(
  services: Services,
  request: FastifyRequest,
  lesson: LessonRow,
  holder: LinkHolder,
): LessonDetail["video"] {
  const captionsLink = lessonLink(services, request, "lesson-captions", lesson.id, holder);
  const shown = {
    poster: pictureOf(lesson.poster),
    captions: lesson.captions.map(({ language, poster }) => ({
      language,
      url: `${captionsLink}/${language}`,
      poster: pictureOf(poster),
    })),
  };
  if (lesson.hasUpload) {
    if (!lesson.uploadStored) return { kind: "PENDING" };
    return {
      kind: "FILE",
      url: lessonLink(services, request, "lesson-video", lesson.id, holder),
      ...shown,
    };
  }
  if (!lesson.videoUrl?.trim()) return null;
  const video = outsideVideo(lesson.videoUrl.trim());
  return video.kind === "PENDING" ? video : { ...video, ...shown };
}
