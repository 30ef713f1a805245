import { and, eq, type SQL, sql } from "drizzle-orm";
import type { EditedLesson } from "#contract/courses/course-editor.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { uploads } from "#server/database/schema/files.ts";
import { emptyDocument, storedDocument, storedTask } from "#server/documents/stored-text.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";

/** Lessons as their creator edits them, in the order of their modules; `where` may speak of modules and lessons. */
export async function selectEditedLessons(
  db: Db,
  where: SQL | undefined,
): Promise<(EditedLesson & { moduleId: string })[]> {
  const rows = await db
    .select({
      id: lessons.id,
      moduleId: lessons.moduleId,
      slug: lessons.slug,
      title: lessons.title,
      content: lessons.content,
      contentDocument: lessons.contentDocument,
      videoUrl: lessons.videoUrl,
      upload: { id: uploads.id, originalName: uploads.originalName, sizeBytes: uploads.sizeBytes },
      image: images,
      captions: captionsOf,
      attachments: attachmentsOf,
      quiz: lessons.quiz,
      assignment: lessons.assignment,
      duration: lessons.duration,
      freePreview: lessons.freePreview,
      dripDays: lessons.dripDays,
      revision: lessons.revision,
      updatedAt: lessons.updatedAt,
    })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .leftJoin(uploads, and(eq(uploads.id, lessons.videoUploadId), eq(uploads.state, "STORED")))
    .leftJoin(images, eq(images.id, lessons.posterImageId))
    .where(where)
    .orderBy(courseModules.position, courseModules.id, lessons.position, lessons.id);
  return rows.map(({ upload, image, content, contentDocument, captions, assignment, ...lesson }) => {
    return {
      ...lesson,
      content: storedDocument({ content, contentDocument }) ?? emptyDocument,
      assignment: assignment && { ...assignment, task: storedTask(assignment.task) ?? emptyDocument },
      video: upload && {
        uploadId: upload.id,
        fileName: safeFileName(upload.originalName),
        sizeBytes: upload.sizeBytes,
      },
      poster: posterOf(image),
      captions: captions.map(({ image, ...one }) => ({ ...one, poster: posterOf(image) })),
    };
  });
}

function posterOf(image: StoredPicture | null): EditedLesson["poster"] {
  const picture = pictureOf(image);
  return image && picture && { imageId: image.id, picture };
}

type StoredCaptions = Omit<EditedLesson["captions"][number], "poster"> & { image: StoredPicture | null };

const captionsOf = sql<StoredCaptions[]>`coalesce((
  select json_agg(json_build_object('id', c.id, 'language', c.language, 'sizeBytes', octet_length(c.webvtt), 'image', (
                    select json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt)
                      from images i where i.id = c.poster_image_id))
                  order by c.position, c.id)
    from lesson_captions c where c.lesson_id = ${lessons.id}), '[]')`;

const attachmentsOf = sql<EditedLesson["attachments"]>`coalesce((
  select json_agg(json_build_object('uploadId', f.id, 'name', a.name, 'sizeBytes', f.size_bytes) order by a.position)
    from lesson_attachments a join uploads f on f.id = a.upload_id
   where a.lesson_id = ${lessons.id}), '[]')`;
