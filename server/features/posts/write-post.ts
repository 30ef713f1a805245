import { and, eq, notInArray } from "drizzle-orm";
import { createHash } from "node:crypto";
import type { z } from "zod";
import { picturesOf } from "#contract/document/pictures-of.ts";
import type { Deleted } from "#contract/deletions/deletions.ts";
import type { RichDocument } from "#contract/document/document.ts";
import type { Post, PostInput } from "#contract/posts/posts.ts";
import { brokenConstraint, type Db, dbOn } from "#server/database/client.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { requireTextRoom, textRoomFor } from "#server/database/text-room.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { postPictures, posts } from "#server/database/schema/posts.ts";
import { emptyDocument, storedDocument, storedText } from "#server/documents/stored-text.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { requireOwnProducts } from "#server/features/catalog/products-in-texts.ts";
import { textPictureMissing, withOwnPictures } from "#server/features/files/own-text-pictures.ts";
import { saveTextVideos } from "#server/features/files/text-videos.ts";
import { findStoredUpload } from "#server/features/files/upload-rows.ts";
import type { Services } from "#server/services.ts";
import { getPost } from "./read-posts.ts";

type Dependencies = Pick<Services, "pool" | "clock">;
type Created = z.output<typeof PostInput>;
type Given = Omit<Created, "idempotencyKey">;

const productMissing = "Choose one of your memberships";
const pictureMissing = "This picture was not found. Please upload it again.";
const mostPosts = 5_000;
const fileMissing = "This file was not found. Please upload it again.";

/**
 * Writes a post. The same key again writes no second one: a tab that never heard the answer asks again. Throws 422 for a
 * membership, picture or file that is not the creator's own, 409 past 5,000, 413 where the store has no room for its text.
 */
export function createPost(
  { pool, clock }: Dependencies,
  creatorId: string,
  { idempotencyKey, ...given }: Created,
): Promise<Post> {
  const now = clock.now();
  const id = idempotencyKey === undefined ? crypto.randomUUID() : idOf(creatorId, idempotencyKey);
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    await requireOwn(tx, creatorId, given);
    const content = given.content && (await ownText(tx, creatorId, given.content));
    const created = await writing(
      tx
        .insert(posts)
        .values({ ...columnsOf(given, content, now), id, ownerId: creatorId, createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: posts.id })
        .returning({ id: posts.id }),
    );
    if (created.length > 0)
      await requireFewer(
        tx,
        {
          table: posts,
          own: eq(posts.ownerId, creatorId),
          most: mostPosts,
          what: "posts. Delete one first",
        },
        0,
      );
    if (created.length > 0 && content) {
      await writing(savePictures(tx, id, content));
      await saveTextVideos(tx, creatorId, { postId: id }, content, { field: "content", now });
      await requireTextRoom(client, creatorId);
    }
    return getPost(tx, creatorId, id);
  });
}

/**
 * Changes a post. Throws as `createPost` does, 404 for a post that is not theirs, and 409 where it has been changed since the
 * `revision` that this change began with: another tab's text is not lost unseen.
 */
export function updatePost(
  { pool, clock }: Dependencies,
  creatorId: string,
  postId: string,
  { revision, ...given }: Given & { revision: number },
): Promise<Post> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    const own = and(eq(posts.id, postId), eq(posts.ownerId, creatorId));
    const [current] = await tx.select({ id: posts.id }).from(posts).where(own).for("update");
    if (!current) throw NotFound("Post not found");
    await requireOwn(tx, creatorId, given);
    const requireRoomInStore = await textRoomFor(client, creatorId, postId);
    const content = given.content && (await ownText(tx, creatorId, given.content));
    const updated = await writing(
      tx
        .update(posts)
        .set({ ...columnsOf(given, content, now), updatedAt: now })
        .where(and(own, unchangedSince(posts.revision, revision)))
        .returning({ id: posts.id }),
    );
    requireUnchanged(updated);
    // A draft saves itself after each word: a picture that was taken out of it stays, for undo may bring it back.
    if (given.publishedAt !== null) await removePictures(tx, postId, content);
    if (content) {
      await writing(savePictures(tx, postId, content));
      await saveTextVideos(tx, creatorId, { postId }, content, { field: "content", now });
      await requireRoomInStore();
    }
    return getPost(tx, creatorId, postId);
  });
}

/**
 * Throws 404 for a post that is not theirs. It can be put back for some minutes; its picture and file are swept a day later, like
 * any that nothing uses.
 */
export const deletePost = (
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  postId: string,
): Promise<Deleted> =>
  inTransaction(pool, async (client) => {
    const deletion = { ownerId, kind: "POST", now: clock.now() } as const;
    const deletionId = await deleteUndoably(client, deletion, async () => {
      const deleted = await dbOn(client)
        .delete(posts)
        .where(and(eq(posts.id, postId), eq(posts.ownerId, ownerId)))
        .returning({ id: posts.id });
      if (deleted.length === 0) throw NotFound("Post not found");
    });
    return { success: true, deletionId };
  });

/** The text as it is stored. Throws 422 for `content` where it shows what is not the creator's. */
async function ownText(tx: Db, creatorId: string, document: RichDocument): Promise<RichDocument> {
  await requireOwnProducts(tx, creatorId, document, "content");
  return withOwnPictures(tx, creatorId, document);
}

const columnsOf = (
  { productId, title, imageId, attachmentId, publishedAt }: Given,
  content: RichDocument | undefined,
  now: Date,
) => ({
  productId,
  title,
  imageId,
  attachmentId,
  // Nothing of Markdown is left.
  ...(content && { ...storedText(content), content: "" }),
  publishedAt: publishedAt === "now" ? now : publishedAt,
});

/** Lets members see the pictures of the post's text. The caller holds the post's row. */
async function savePictures(tx: Db, postId: string, document: RichDocument): Promise<void> {
  const ids = pictureIdsOf(document);
  if (ids.length > 0)
    await tx
      .insert(postPictures)
      .values(ids.map((imageId) => ({ postId, imageId })))
      .onConflictDoNothing();
}

/** Lets nobody see pictures any more that are not of the text; where none is given, of the one that is stored. */
async function removePictures(tx: Db, postId: string, given: RichDocument | undefined): Promise<void> {
  const content = given ?? (await storedContent(tx, postId));
  await tx
    .delete(postPictures)
    .where(and(eq(postPictures.postId, postId), notInArray(postPictures.imageId, pictureIdsOf(content))));
}

async function storedContent(tx: Db, postId: string): Promise<RichDocument> {
  const [row] = await tx
    .select({ content: posts.content, contentDocument: posts.contentDocument })
    .from(posts)
    .where(eq(posts.id, postId));
  return (row && storedDocument(row)) ?? emptyDocument;
}

const pictureIdsOf = (document: RichDocument): string[] => [
  ...new Set(picturesOf(document).map(({ imageId }) => imageId)),
];

/** The id of the post that a creator made with a key: the same key again names the same post, and only theirs. */
function idOf(creatorId: string, key: string): string {
  const digest = createHash("sha256").update(`${creatorId} ${key}`).digest("hex");
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

async function requireOwn(
  tx: Db,
  creatorId: string,
  { productId, imageId, attachmentId }: Given,
): Promise<void> {
  const wrong: Record<string, string> = {};
  if (productId !== null) {
    const own = and(
      eq(products.id, productId),
      eq(products.ownerId, creatorId),
      eq(products.type, "MEMBERSHIP"),
    );
    if ((await tx.$count(products, own)) === 0) wrong["productId"] = productMissing;
  }
  if (imageId !== null) {
    const own = and(eq(images.id, imageId), eq(images.ownerId, creatorId), eq(images.kind, "post"));
    if ((await tx.$count(images, own)) === 0) wrong["imageId"] = pictureMissing;
  }
  if (attachmentId !== null && !(await findStoredUpload(tx, creatorId, attachmentId)))
    wrong["attachmentId"] = fileMissing;
  if (Object.keys(wrong).length > 0) throw Invalid(wrong);
}

/** Names the field whose thing was there a moment ago and is no more. */
async function writing<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "posts_product_fk") throw Invalid({ productId: productMissing });
    if (constraint === "posts_image_fk") throw Invalid({ imageId: pictureMissing });
    if (constraint === "post_pictures_image_id_images_id_fk") throw Invalid({ content: textPictureMissing });
    if (constraint === "posts_attachment_fk") throw Invalid({ attachmentId: fileMissing });
    throw error;
  }
}
