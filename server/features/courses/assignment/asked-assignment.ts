import type { AssignmentTask } from "#contract/courses/assignment.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";

/** SQL: whether buyers of the lesson `l` (a row of `lessons`) are asked to hand something in: its task says so. */
export const hasAssignment = (l: string): string => `coalesce(${l}.assignment->>'task' ~ '\\S', false)`;

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
