import type { FastifyRequest } from "fastify";
import { previewLesson } from "#contract/courses/course-editor.ts";
import type { LessonDetail } from "#contract/courses/courses.ts";
import { mayCall } from "#contract/team/roles.ts";
import type { Picture } from "#contract/values.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { pictureOf } from "#server/features/files/pictures.ts";
import { shownVideos } from "#server/features/files/text-videos.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { noCourse } from "./course-id.ts";
import { storedDocument } from "#server/documents/stored-text.ts";
import { lessonLink, type LinkHolder, type LinkKind } from "./lesson-link.ts";
import { LessonLocked } from "./lesson-locked.ts";
import { LessonNotOpen, lessonOpensAt } from "./lesson-opening.ts";
import { type LessonRow, selectLesson } from "./lesson-row.ts";
import { outsideVideo } from "./outside-video.ts";

/**
 * A lesson with its text and video, for the buyer of its course, for anybody while it is a free preview on sale, and for
 * its creator as a free preview that is not on sale yet.
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
  if (!lesson) throw LessonLocked();
  const creatorId = purchase || lesson.freeToAll ? undefined : ownPreview(request, lesson);
  if (!purchase && !lesson.freeToAll && creatorId === undefined) throw LessonLocked();
  const opensAt = purchase && lessonOpensAt(lesson, purchase.grantedAt, services.clock.now());
  if (opensAt) throw LessonNotOpen(opensAt);
  return lessonDetail(services, request, lesson, { purchase, creatorId });
}

/** Whose free preview it is, where they or their team ask for it: it opens before the course is on sale, as its page does. */
const ownPreview = ({ signedIn }: FastifyRequest, { freePreview, isArchived, ownerId }: LessonRow) =>
  freePreview &&
  !isArchived &&
  signedIn?.creatorId === ownerId &&
  mayCall(signedIn.role, previewLesson.config.roles)
    ? ownerId
    : undefined;

/** A lesson as whoever may see it gets it; the links of its video are theirs. */
export async function lessonDetail(
  services: Services,
  request: FastifyRequest,
  lesson: LessonRow,
  holder: LinkHolder,
): Promise<LessonDetail> {
  // Signed where there is something to fetch by it: most lessons have one of the five at most.
  const link: Link = (kind) => lessonLink(services, request, kind, lesson.id, holder);
  const document = storedDocument(lesson);
  const attachments = attachmentsOf(lesson, link);
  return {
    id: lesson.id,
    slug: lesson.slug,
    title: lesson.title,
    contentHtml:
      document &&
      documentHtml(document, 4, {
        pictures: picturesOf(lesson, link),
        videos: textVideosOf(lesson, link),
        products: await listProductsInTexts(services.pool, lesson.ownerId, [document]),
        files: new Map(attachments.map((file) => [file.id, file])),
      }),
    video: videoOf(lesson, link),
    attachments,
    quiz: lesson.quiz,
    assignment: lesson.assignment,
    duration: lesson.duration,
    freePreview: lesson.freePreview,
  };
}

type Link = (kind: LinkKind) => string;

/** Those of its text, by their ids. */
function picturesOf({ pictures }: LessonRow, link: Link): Map<string, Picture> {
  if (pictures.length === 0) return new Map();
  const folder = link("lesson-picture");
  return new Map(pictures.map((stored) => [stored.id, pictureOf(stored, folder)]));
}

const textVideosOf = ({ textVideos }: LessonRow, link: Link): ReturnType<typeof shownVideos> =>
  textVideos.length === 0 ? new Map() : shownVideos(textVideos, link("lesson-text-video"));

function attachmentsOf({ attachments }: LessonRow, link: Link): LessonDetail["attachments"] {
  if (attachments.length === 0) return [];
  const folder = link("lesson-attachment");
  return attachments.map((file) => ({ ...file, url: `${folder}/${file.id}` }));
}

function videoOf(lesson: LessonRow, link: Link): LessonDetail["video"] {
  if (lesson.hasUpload)
    return lesson.uploadStored
      ? { kind: "FILE", url: link("lesson-video"), ...shownOf(lesson, link) }
      : { kind: "PENDING" };
  if (!lesson.videoUrl?.trim()) return null;
  const video = outsideVideo(lesson.videoUrl.trim());
  return video.kind === "PENDING" ? video : { ...video, ...shownOf(lesson, link) };
}

/** What is shown before a video plays, and beside it. */
function shownOf({ poster, captions }: LessonRow, link: Link) {
  const folder = captions.length === 0 ? "" : link("lesson-captions");
  return {
    poster: pictureOf(poster),
    captions: captions.map(({ language, poster: own }) => ({
      language,
      url: `${folder}/${language}`,
      poster: pictureOf(own),
    })),
  };
}
