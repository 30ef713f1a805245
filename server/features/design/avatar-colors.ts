import { and, eq } from "drizzle-orm";
import { buffer } from "node:stream/consumers";
import { images, users } from "#server/database/schema/accounts.ts";
import { NotFound } from "#server/errors.ts";
import { render, renderUnavailable } from "#server/render-process/render-process.ts";
import type { Services } from "#server/services.ts";

/**
 * The colours that a creator's own picture offers: the one named, which may have been uploaded just now, or else the one
 * that stands on their store. None where there is no picture, or a grey one. Throws 404 for another's.
 */
export async function listAvatarColors(
  { db, files }: Pick<Services, "db" | "files">,
  ownerId: string,
  imageId: string | undefined,
): Promise<string[]> {
  const own = and(eq(images.ownerId, ownerId), eq(images.kind, "avatar"));
  const [image] =
    imageId === undefined
      ? await db
          .select({ variants: images.variants })
          .from(users)
          .innerJoin(images, eq(images.id, users.avatarImageId))
          .where(eq(users.id, ownerId))
      : await db
          .select({ variants: images.variants })
          .from(images)
          .where(and(own, eq(images.id, imageId)));
  if (!image && imageId !== undefined) throw NotFound("Picture not found");
  const key = image?.variants[0]?.storageKey;
  if (key === undefined) return [];
  const data = await buffer(await files.read(key));
  return render(ownerId, "pictureColors", data).catch(renderUnavailable);
}
