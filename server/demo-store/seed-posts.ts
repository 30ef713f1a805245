import sharp from "sharp";
import { posts } from "#server/database/schema/posts.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { storeImage } from "#server/features/files/images.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import type { Services } from "#server/services.ts";
import { DEMO_POSTS } from "./content/demo-posts.ts";
import { readCover } from "./demo-assets.ts";
import type { Shelf } from "./seed-shelf.ts";

/** What the demo creator has written for the members of their membership. */
export async function seedPosts(services: Services, ownerId: string, shelf: Shelf): Promise<void> {
  const { db, clock } = services;
  const membership = [...shelf.values()].find(({ type }) => type === "MEMBERSHIP");
  const rows: (typeof posts.$inferInsert)[] = [];
  for (const { title, content, daysAgo, imageOf, attachment } of DEMO_POSTS) {
    const image =
      imageOf &&
      (await storeImage(services, {
        ownerId,
        kind: "post",
        // As large as a post shows it: every further width costs a second of the first start.
        data: await sharp(await readCover(imageOf))
          .resize(800)
          .toBuffer(),
        alt: "",
        generated: true,
      }));
    const file =
      attachment &&
      (await storeUpload(services, {
        ownerId,
        originalName: attachment.fileName,
        mimeType: "text/plain",
        data: Buffer.from(attachment.text),
      }));
    const writtenAt = new Date(clock.now().getTime() - (daysAgo ?? 1) * 86_400_000);
    rows.push({
      ownerId,
      productId: membership?.id ?? null,
      title,
      contentDocument: documentOfMarkdown(content),
      imageId: image ? image.id : null,
      attachmentId: file?.id ?? null,
      publishedAt: daysAgo === null ? null : writtenAt,
      createdAt: writtenAt,
      updatedAt: writtenAt,
    });
  }
  await db.insert(posts).values(rows);
}
