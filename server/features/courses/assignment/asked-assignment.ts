import type { AssignmentTask } from "#contract/courses/assignment.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hasAssignment } from "#server/database/lesson-parts.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";

/** A lesson's assignment as it is now, and whose it is. Throws 404 where it has none. */
export async function getAskedAssignment(client: Queryable, lessonId: string): Promise<AskedAssignment> {
  const [asked] = await selectAsked(client, lessonId);
  if (!asked?.assignment) throw NotFound("This lesson has no assignment");
  return { ...asked, assignment: asked.assignment };
}

type AskedAssignment = { assignment: AssignmentTask; ownerId: string; creatorName: string };

const selectAsked = statement("courses_select_asked_assignment")<
  Omit<AskedAssignment, "assignment"> & { assignment: AssignmentTask | null },
  [lessonId: string]
>(`select l.assignment, p.owner_id as "ownerId", ${creatorName("u")} as "creatorName"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     join users u on u.id = p.owner_id
    where l.id = $1 and ${hasAssignment("l")}`);
