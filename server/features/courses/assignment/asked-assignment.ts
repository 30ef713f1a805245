import { creatorName } from "#server/database/creator-name.ts";
import { hasAssignment } from "#server/database/lesson-parts.ts";
import type { StoredAssignment } from "#server/database/schema/courses.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { storedTask } from "#server/documents/stored-text.ts";
import { NotFound } from "#server/errors.ts";

/** A lesson's assignment as it is now, and whose it is. Throws 404 where it has none. */
export async function getAskedAssignment(client: Queryable, lessonId: string): Promise<AskedAssignment> {
  const [asked] = await selectAsked(client, lessonId);
  if (!asked?.assignment) throw NotFound("This lesson has no assignment");
  return { ...asked, assignment: asked.assignment };
}

/** A task as safe HTML; its headings begin at level 4. */
export function taskHtmlOf(stored: StoredAssignment["task"]): string {
  const task = storedTask(stored);
  return task ? documentHtml(task, 4) : "";
}

type AskedAssignment = { assignment: StoredAssignment; ownerId: string; creatorName: string };

const selectAsked = statement("courses_select_asked_assignment")<
  Omit<AskedAssignment, "assignment"> & { assignment: StoredAssignment | null },
  [lessonId: string]
>(`select l.assignment, p.owner_id as "ownerId", ${creatorName("u")} as "creatorName"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     join users u on u.id = p.owner_id
    where l.id = $1 and ${hasAssignment("l")}`);
