import { and, eq, sql } from "drizzle-orm";
import { lessons } from "#server/database/schema/courses.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import type { Services } from "#server/services.ts";

/** One run stays far below a job's time; the next takes the rest. */
const mostTexts = 500;

/**
 * Makes documents of texts that were written as Markdown, which stays beside them until the lesson is next saved. Until
 * its turn comes each is read through the same conversion, so that nobody sees a difference; it is no change of the
 * lesson, and what its creator saves in this moment takes its place.
 */
export async function convertLessonTexts({ db }: Pick<Services, "db">): Promise<void> {
  const waiting = await db
    .select({ id: lessons.id, content: lessons.content, revision: lessons.revision })
    .from(lessons)
    .where(sql`${lessons.contentDocument} is null and ${lessons.content} <> ''`)
    .limit(mostTexts);
  for (const { id, content, revision } of waiting)
    await db
      .update(lessons)
      .set({ contentDocument: documentOfMarkdown(content ?? "") })
      .where(and(eq(lessons.id, id), eq(lessons.revision, revision)));
}
