import { and, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import { type Post, postsPerPage, type PostSummary } from "#contract/posts/posts.ts";
import type { Db } from "#server/database/client.ts";
import { images } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { uploads } from "#server/database/schema/files.ts";
import { posts } from "#server/database/schema/posts.ts";
import { emptyDocument, storedDocument } from "#server/documents/stored-text.ts";
import { NotFound } from "#server/errors.ts";
import { pictureOf } from "#server/features/files/pictures.ts";
import { uploadedFileOf } from "#server/features/files/upload-rows.ts";

/**
 * A page of the posts that members of one of the creator's products see or will see: its own, and those for all. Drafts
 * come first, then the newest. Throws 404 for a product of somebody else's.
 */
export async function listProductPosts(
  db: Db,
  creatorId: string,
  productId: string,
  page: number,
): Promise<{ posts: PostSummary[]; total: number }> {
  const owned = await db.$count(products, and(eq(products.id, productId), eq(products.ownerId, creatorId)));
  if (owned === 0) throw NotFound("Product not found");
  const where = and(
    eq(posts.ownerId, creatorId),
    or(eq(posts.productId, productId), isNull(posts.productId)),
  );
  const { content: _, contentDocument: __, ...columns } = getTableColumns(posts);
  const rows = await db
    .select(columns)
    .from(posts)
    .where(where)
    .orderBy(sql`${posts.publishedAt} desc nulls first, ${posts.createdAt} desc, ${posts.id}`)
    .limit(postsPerPage)
    .offset((page - 1) * postsPerPage);
  return {
    posts: rows.map(({ imageId, attachmentId, ...post }) => ({
      ...post,
      hasImage: imageId !== null,
      hasAttachment: attachmentId !== null,
    })),
    total: await db.$count(posts, where),
  };
}

/** One of the creator's posts. Throws 404 for any other id. */
export async function getPost(db: Db, creatorId: string, postId: string): Promise<Post> {
  const [row] = await db
    .select({ post: posts, image: images, upload: uploads })
    .from(posts)
    .leftJoin(images, eq(images.id, posts.imageId))
    .leftJoin(uploads, eq(uploads.id, posts.attachmentId))
    .where(and(eq(posts.id, postId), eq(posts.ownerId, creatorId)));
  if (!row) throw NotFound("Post not found");
  const { image, upload } = row;
  const { content, contentDocument, ...post } = row.post;
  const picture = pictureOf(image);
  return {
    ...post,
    content: storedDocument({ content, contentDocument }) ?? emptyDocument,
    image: image && picture ? { id: image.id, picture } : null,
    attachment: upload && uploadedFileOf(upload),
  };
}
