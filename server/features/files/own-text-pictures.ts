import { and, eq, inArray } from "drizzle-orm";
import type { RichDocument } from "#contract/document/document.ts";
import { picturesOf, withPictures } from "#contract/document/pictures-of.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";

export const textPictureMissing = "A picture of this text was not found. Remove it or upload it again.";

/**
 * The document with the true sizes of its pictures. Throws 422 for `content` where one is not a picture that the creator
 * uploaded for texts.
 */
export async function withOwnPictures(
  tx: Db,
  creatorId: string,
  document: RichDocument,
): Promise<RichDocument> {
  const ids = picturesOf(document).map(({ imageId }) => imageId);
  if (ids.length === 0) return document;
  const rows = await tx
    .select({ id: images.id, width: images.width, height: images.height })
    .from(images)
    .where(and(inArray(images.id, ids), eq(images.ownerId, creatorId), eq(images.kind, "text")));
  const sizes = new Map(rows.map(({ id, width, height }) => [id, { width, height }]));
  return withPictures(document, (picture) => {
    const size = sizes.get(picture.imageId);
    if (!size) throw Invalid({ content: textPictureMissing });
    return { ...picture, ...size };
  });
}
