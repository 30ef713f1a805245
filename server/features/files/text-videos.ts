import { and, eq, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RichDocument } from "#contract/document/document.ts";
import { videoFilesOf } from "#contract/document/video-files-of.ts";
import { videoTypeProblem } from "#contract/files/video-format.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { uploads } from "#server/database/schema/files.ts";
import { textVideos } from "#server/database/schema/text-videos.ts";
import type { ShownVideo } from "#server/documents/document-html.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { pictureOf, type StoredPicture } from "./pictures.ts";
import { type SentFile, sendStoredFile } from "./send-stored-file.ts";
import { findStoredUpload } from "./upload-rows.ts";

/** Whose text it is. */
type Holder = { lessonId: string } | { postId: string } | { productId: string };

const videoMissing = "A video of this text was not found. Remove it or upload it again.";

/**
 * Lets those who may read a text see the videos in it, and no others. The caller holds the text's row. Throws 422 for
 * `field` where one is not a video that the creator uploaded and every browser plays, or its picture not theirs.
 */
export async function saveTextVideos(
  tx: Db,
  creatorId: string,
  holder: Holder,
  document: RichDocument,
  { field, now }: { field: string; now: Date },
): Promise<void> {
  const videos = videoFilesOf(document);
  await requireOwn(tx, creatorId, videos, field);
  const ofHolder = holderIs(holder);
  const kept = videos.map(({ uploadId }) => uploadId);
  await tx
    .update(textVideos)
    .set({ removedAt: now })
    .where(and(ofHolder, isNull(textVideos.removedAt), notInArray(textVideos.uploadId, kept)));
  if (videos.length === 0) return;
  try {
    await tx
      .insert(textVideos)
      .values(
        videos.map(({ uploadId, posterId }) => ({
          ownerId: creatorId,
          ...holder,
          uploadId,
          posterImageId: posterId,
        })),
      )
      .onConflictDoUpdate({
        target: [columnOf(holder), textVideos.uploadId],
        set: { removedAt: null, posterImageId: sql`excluded.poster_image_id` },
        // A text is saved as it is typed.
        setWhere: sql`${textVideos.removedAt} is not null or ${textVideos.posterImageId} is distinct from excluded.poster_image_id`,
      });
  } catch (error) {
    // Swept away in this moment.
    if (brokenConstraint(error)?.startsWith("text_videos_")) throw Invalid({ [field]: videoMissing });
    throw error;
  }
}

async function requireOwn(
  tx: Db,
  creatorId: string,
  videos: ReturnType<typeof videoFilesOf>,
  field: string,
): Promise<void> {
  if (videos.length === 0) return;
  const ids = videos.map(({ uploadId }) => uploadId);
  const own = await tx
    .select({ mimeType: uploads.mimeType })
    .from(uploads)
    .where(
      and(
        inArray(uploads.id, ids),
        eq(uploads.ownerId, creatorId),
        isNull(uploads.customerId),
        eq(uploads.state, "STORED"),
      ),
    );
  if (own.length < ids.length) throw Invalid({ [field]: videoMissing });
  const problem = own.flatMap(({ mimeType }) => videoTypeProblem(mimeType) ?? [])[0];
  if (problem) throw Invalid({ [field]: problem });
  const posters = [...new Set(videos.flatMap(({ posterId }) => posterId ?? []))];
  const ownPosters = and(
    inArray(images.id, posters),
    eq(images.ownerId, creatorId),
    eq(images.kind, "poster"),
  );
  if (posters.length > 0 && (await tx.$count(images, ownPosters)) < posters.length)
    throw Invalid({ [field]: videoMissing });
}

const columnOf = (holder: Holder) =>
  "lessonId" in holder ? textVideos.lessonId : "postId" in holder ? textVideos.postId : textVideos.productId;

const holderIs = (holder: Holder) => eq(columnOf(holder), Object.values(holder)[0] ?? "");

const keptDays = 30;

/** Gives up the videos that were taken out of their text long ago; the sweep of unused files takes them. */
export async function releaseTextVideos({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const longAgo = new Date(clock.now().getTime() - keptDays * 86_400_000);
  await db.delete(textVideos).where(lt(textVideos.removedAt, longAgo));
}

/** A video of a text, as `textVideoList` reads it. */
export type StoredTextVideo = {
  uploadId: string;
  poster: StoredPicture | null;
  /** Their languages. */
  captions: string[];
};

/** What a document shows of its videos: each behind `link` and its id. */
export const shownVideos = (
  videos: readonly StoredTextVideo[],
  link: string,
): ReadonlyMap<string, ShownVideo> =>
  new Map(
    videos.map(({ uploadId, poster, captions }) => {
      const url = `${link}/${uploadId}`;
      const tracks = captions.map((language) => ({ language, url: `${url}/${language}` }));
      return [uploadId, { url, poster: pictureOf(poster)?.src ?? null, tracks }];
    }),
  );

/** Sends a video of a text, whole or in ranges, to somebody who may see it now. */
export async function sendTextVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  video: Pick<SentFile, "storageKey" | "sizeBytes" | "sha256">,
): Promise<FastifyReply> {
  reply.header("content-disposition", "inline");
  return sendStoredFile(services, request, reply, { ...video, mimeType: "video/mp4" });
}

/** Sends a creator's own upload to them as a video, as the editor shows it. Throws 404 for what is none of theirs. */
export async function readOwnVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { creatorId, uploadId }: { creatorId: string; uploadId: string },
): Promise<FastifyReply> {
  const upload = await findStoredUpload(services.db, creatorId, uploadId);
  if (!upload) throw NotFound("Video not found");
  const { id, storageKey, sizeBytes } = upload;
  // An upload is never another file.
  return sendTextVideo(services, request, reply, { storageKey, sizeBytes, sha256: id });
}
