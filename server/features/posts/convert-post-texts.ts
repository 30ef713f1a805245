import { and, eq, sql } from "drizzle-orm";
import { posts } from "#server/database/schema/posts.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import type { Services } from "#server/services.ts";

/** One run stays far below a job's time; the next takes the rest. */
const mostTexts = 500;

/**
 * Makes documents of posts that were written as Markdown, which stays beside them until the post is next saved. Until its
 * turn comes each is read through the same conversion, so that nobody sees a difference. The revision stays as it is only
 * where the text does: what its creator saves in this moment takes its place.
 */
export async function convertPostTexts({ db }: Pick<Services, "db">): Promise<void> {
  const waiting = await db
    .select({ id: posts.id, content: posts.content, revision: posts.revision })
    .from(posts)
    .where(sql`${posts.contentDocument} is null and ${posts.content} <> ''`)
    .limit(mostTexts);
  for (const { id, content, revision } of waiting)
    await db
      .update(posts)
      .set({ contentDocument: documentOfMarkdown(content) })
      .where(and(eq(posts.id, id), eq(posts.revision, revision)));
}
