import { and, eq, inArray } from "drizzle-orm";
import { missingText } from "#contract/catalog/missing-for-sale.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { findStoredUpload } from "#server/features/files/upload-rows.ts";

export const pictureMissing = "This picture was not found. Please upload it again.";

/** The columns about a product's file. Facts come from the upload itself. Throws 422 unless it is the creator's own. */
export async function fileColumns(tx: Db, creatorId: string, storagePath: string | null) {
  if (storagePath === null) return noFile;
  const upload = await findStoredUpload(tx, creatorId, storagePath);
  if (!upload) throw Invalid({ digitalFileUrl: missingText.file });
  return {
    digitalFileId: upload.id,
    digitalFileName: safeFileName(upload.originalName),
    digitalFileSize: upload.sizeBytes,
    digitalFileMimeType: upload.mimeType,
    digitalFileOriginalName: upload.originalName,
  };
}

const noFile = {
  digitalFileId: null,
  digitalFileName: null,
  digitalFileSize: null,
  digitalFileMimeType: null,
  digitalFileOriginalName: null,
};

/** Throws 422 unless the picture is a cover of the creator's own. */
export async function requireOwnCover(tx: Db, creatorId: string, imageId: string | null): Promise<void> {
  if (imageId === null) return;
  const own = and(eq(images.id, imageId), eq(images.ownerId, creatorId), eq(images.kind, "cover"));
  if ((await tx.$count(images, own)) === 0) throw Invalid({ coverImageId: pictureMissing });
}

/** Throws 422 unless every picture is one that the creator uploaded as a cover. */
export async function requireOwnPictures(
  tx: Db,
  creatorId: string,
  pictures: readonly { imageId: string }[],
): Promise<void> {
  if (pictures.length === 0) return;
  const ids = pictures.map(({ imageId }) => imageId);
  const own = and(inArray(images.id, ids), eq(images.ownerId, creatorId), eq(images.kind, "cover"));
  if ((await tx.$count(images, own)) !== ids.length) throw Invalid({ pictures: pictureMissing });
}

/** The images of a product's pictures, in their order. */
export const productPictures = (product: string): string => `coalesce((
  select json_agg(json_build_object('id', g.id, 'width', g.width, 'height', g.height, 'variants', g.variants,
           'alt', named.entry ->> 'alt') order by named.place)
    from jsonb_array_elements(${product}.pictures) with ordinality named(entry, place)
    join images g on g.id = (named.entry ->> 'imageId')::uuid and g.owner_id = ${product}.owner_id), '[]')`;
