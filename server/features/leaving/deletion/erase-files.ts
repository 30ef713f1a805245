import type { ImageVariant } from "#server/database/schema/accounts.ts";
import { statement } from "#server/database/statement.ts";
import { exportKey } from "#server/features/leaving/exports/export-rows.ts";
import type { Services } from "#server/services.ts";

const atOnce = 200;

/**
 * Removes stored files that no buyer needs: exports, and uploads and pictures that stand in nothing that was sold. The row goes
 * first, so that what a killed run leaves is a file without one, which is swept by schedule.
 */
export async function eraseFiles(
  { pool, files }: Services,
  ownerId: string,
  stopping?: AbortSignal,
): Promise<void> {
  await dropPortrait(pool, ownerId);
  for (const { id, run } of await deleteExports(pool, ownerId))
    if (run) await files.remove(exportKey(id, run));
  for (;;) {
    stopping?.throwIfAborted();
    const gone = await deleteUploads(pool, ownerId, atOnce);
    for (const { storageKey } of gone) await files.remove(storageKey);
    if (gone.length < atOnce) break;
  }
  for (;;) {
    stopping?.throwIfAborted();
    const gone = await deleteImages(pool, ownerId, atOnce);
    for (const { variants } of gone) for (const { storageKey } of variants) await files.remove(storageKey);
    if (gone.length < atOnce) break;
  }
}

const dropPortrait = statement("leaving_drop_portrait")<never, [ownerId: string]>(
  "update users set avatar_image_id = null, profile_image_url = null where id = $1",
);

const deleteExports = statement("leaving_delete_exports")<
  { id: string; run: string | null },
  [ownerId: string]
>("delete from account_exports where owner_id = $1 returning id, run");

const deleteUploads = statement("leaving_delete_uploads")<
  { storageKey: string },
  [ownerId: string, limit: number]
>(`delete from uploads where id in (
     select u.id from uploads u
      where u.owner_id = $1
        and not exists (select from products where digital_file_id = u.id)
        and not exists (select from lessons where video_upload_id = u.id)
        and not exists (select from text_videos where upload_id = u.id)
        and not exists (select from lesson_attachments where upload_id = u.id)
        and not exists (select from posts where attachment_id = u.id)
        and not exists (select from assignment_files where upload_id = u.id)
        and not exists (select from work_files where upload_id = u.id)
      limit $2)
   returning storage_key as "storageKey"`);

const deleteImages = statement("leaving_delete_images")<
  { variants: ImageVariant[] },
  [ownerId: string, limit: number]
>(`delete from images where id in (
     select i.id from images i
      where i.owner_id = $1
        and not exists (select from products p where p.cover_image_id = i.id)
        and not exists (select from products p where p.owner_id = $1 and p.pictures @> jsonb_build_array(jsonb_build_object('imageId', i.id)))
        and not exists (select from lessons where poster_image_id = i.id)
        and not exists (select from lesson_captions where poster_image_id = i.id)
        and not exists (select from posts where image_id = i.id)
        and not exists (select from text_videos where poster_image_id = i.id)
        and not exists (select from lesson_pictures where image_id = i.id)
        and not exists (select from post_pictures where image_id = i.id)
      limit $2)
   returning variants`);
