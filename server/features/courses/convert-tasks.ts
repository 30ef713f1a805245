import { and, eq, sql } from "drizzle-orm";
import { lessons } from "#server/database/schema/courses.ts";
import { storedTask } from "#server/documents/stored-text.ts";
import type { Services } from "#server/services.ts";

/** One run stays far below a job's time; the next takes the rest. */
const mostTasks = 500;

/**
 * Makes documents of assignments' tasks that were written as Markdown. Until its turn comes each is read through the same
 * conversion, so that nobody sees a difference. What its creator saves in this moment takes its place; a tab in which the
 * lesson is open finds the same text at a newer revision, and goes on.
 */
export async function convertTasks({ db }: Pick<Services, "db">): Promise<void> {
  const waiting = await db
    .select({ id: lessons.id, assignment: lessons.assignment, revision: lessons.revision })
    .from(lessons)
    .where(sql`jsonb_typeof(${lessons.assignment} -> 'task') = 'string'`)
    .limit(mostTasks);
  for (const { id, assignment, revision } of waiting)
    await db
      .update(lessons)
      .set({ assignment: assignment && { ...assignment, task: storedTask(assignment.task) } })
      .where(and(eq(lessons.id, id), eq(lessons.revision, revision)));
}
