import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { largestCaptionsOfAll, mostCaptionLanguages } from "#contract/files/caption-limits.ts";
import type { listVideoCaptions as contract } from "#contract/files/text-media.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { cleanCaptions } from "./captions.ts";

type VideoCaptions = z.infer<(typeof contract)["schema"]["response"][200]>;
type Needs = Pick<Services, "pool">;

/** The captions of a creator's own video. Throws 404 for what is none of theirs. */
export async function listVideoCaptions(
  { pool }: Needs,
  ownerId: string,
  uploadId: string,
): Promise<VideoCaptions> {
  const [video] = await selectVideo(pool, ownerId, uploadId);
  if (!video) throw NotFound("Video not found");
  return video.captions;
}

/**
 * Gives a creator's own video captions in one language, or takes them away (null). Throws 404 as above, 422 for `captions`
 * where they cannot be read, or there would be too many.
 */
export async function saveVideoCaptions(
  { pool }: Needs,
  ownerId: string,
  { uploadId, language, captions }: { uploadId: string; language: string; captions: string | null },
): Promise<VideoCaptions> {
  const webvtt = captions === null ? null : cleanCaptions(captions);
  return inTransaction(pool, async (client) => {
    // One after another, so that two at once do not pass what holds of all of them together.
    await lockOwner(client, ownerId);
    const [video] = await selectVideo(client, ownerId, uploadId);
    if (!video) throw NotFound("Video not found");
    if (webvtt === null) await remove(client, uploadId, language);
    else await save(client, ownerId, uploadId, language, webvtt);
    const [saved] = await selectVideo(client, ownerId, uploadId);
    const list = saved?.captions ?? [];
    if (list.length > mostCaptionLanguages)
      throw Invalid({ captions: `Use captions in at most ${mostCaptionLanguages} languages` });
    const [sum] = await selectSum(client, ownerId);
    if ((sum?.bytes ?? 0) > largestCaptionsOfAll)
      throw Invalid({ captions: "The captions of all the videos in your texts may be 50 MB long" });
    return list;
  });
}

/** Captions as a player fetches them. */
export const sendCaptions = (reply: FastifyReply, webvtt: string): FastifyReply =>
  reply
    .headers({
      "content-type": "text/vtt; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    })
    .send(webvtt);

const lockOwner = statement("files_lock_captions")<never, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended('captions of ' || $1, 0))",
);

const selectVideo = statement("files_select_video_captions")<
  { captions: VideoCaptions },
  [ownerId: string, uploadId: string]
>(`select (select coalesce(json_agg(json_build_object('language', c.language, 'sizeBytes', octet_length(c.webvtt)) order by c.language), '[]')
            from video_captions c where c.upload_id = u.id) as captions
     from uploads u
    where u.id = $2 and u.owner_id = $1 and u.customer_id is null and u.state = 'STORED' and u.mime_type = 'video/mp4'`);

const save = statement("files_save_video_captions")<
  never,
  [ownerId: string, uploadId: string, language: string, webvtt: string]
>(`insert into video_captions (owner_id, upload_id, language, webvtt) values ($1, $2, $3, $4)
   on conflict (upload_id, language) do update set webvtt = excluded.webvtt`);

const remove = statement("files_delete_video_captions")<never, [uploadId: string, language: string]>(
  "delete from video_captions where upload_id = $1 and language = $2",
);

const selectSum = statement("files_sum_video_captions")<{ bytes: number }, [ownerId: string]>(
  "select coalesce(sum(octet_length(webvtt)), 0)::float8 as bytes from video_captions where owner_id = $1",
);
