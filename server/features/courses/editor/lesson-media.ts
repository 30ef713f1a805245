import { and, eq } from "drizzle-orm";
import type { LessonChange } from "#contract/courses/course-editor.ts";
import { videoTypeProblem } from "#contract/files/video-format.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";
import { findStoredUpload } from "#server/features/files/upload-rows.ts";

export const videoMissing = "This video was not found. Please upload it again.";
export const pictureMissing = "This picture was not found. Please upload it again.";
const onlyOne = "Use either a link or an uploaded video";
const needsVideo = "Give the lesson a video first";

type Current = { videoUrl: string | null; videoUploadId: string | null };
type Media = {
  columns: Partial<Record<"videoUrl" | "videoUploadId" | "posterImageId", string | null>>;
  /** All that the lesson is to have; undefined where they stay. */
  captions: LessonChange["captions"];
};

/**
 * What a change of a lesson's video sets: a link and an own video take each other's place, and poster and captions go with
 * the video they belong to. Throws 422 with the field for files that are not the creator's own, videos that not every browser plays,
 * and for a poster or captions of no video.
 */
export async function changedMedia(
  tx: Db,
  creatorId: string,
  current: Current,
  { videoUrl, videoUploadId, posterImageId, captions }: LessonChange,
): Promise<Media> {
  if (videoUrl && videoUploadId) throw Invalid({ videoUrl: onlyOne });
  const media: Media["columns"] = {};
  if (videoUrl !== undefined) media.videoUrl = videoUrl;
  if (videoUploadId !== undefined) media.videoUploadId = videoUploadId;
  if (videoUploadId) media.videoUrl = null;
  if (videoUrl) media.videoUploadId = null;
  const uploadId = media.videoUploadId === undefined ? current.videoUploadId : media.videoUploadId;
  const url = media.videoUrl === undefined ? current.videoUrl : media.videoUrl;
  if (uploadId !== null && uploadId !== current.videoUploadId) await requirePlayable(tx, creatorId, uploadId);
  const isOther = uploadId !== current.videoUploadId || url !== current.videoUrl;
  const hasVideo = uploadId !== null || Boolean(url);
  if (posterImageId && !hasVideo) throw Invalid({ posterImageId: needsVideo });
  if (captions?.length && !hasVideo) throw Invalid({ captions: needsVideo });
  if (isOther) media.posterImageId = null;
  if (posterImageId) await requireOwnPoster(tx, creatorId, posterImageId);
  if (posterImageId !== undefined) media.posterImageId = posterImageId;
  return { columns: media, captions: captions ?? (isOther ? [] : undefined) };
}

async function requirePlayable(tx: Db, creatorId: string, uploadId: string): Promise<void> {
  const upload = await findStoredUpload(tx, creatorId, uploadId);
  if (!upload) throw Invalid({ videoUploadId: videoMissing });
  const problem = videoTypeProblem(upload.mimeType);
  if (problem) throw Invalid({ videoUploadId: problem });
}

async function requireOwnPoster(tx: Db, creatorId: string, imageId: string): Promise<void> {
  const own = and(eq(images.id, imageId), eq(images.ownerId, creatorId), eq(images.kind, "poster"));
  if ((await tx.$count(images, own)) === 0) throw Invalid({ posterImageId: pictureMissing });
}
