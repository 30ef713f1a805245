import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { AssignmentTask } from "#contract/courses/assignment.ts";
import type { RichDocument } from "#contract/document/document.ts";
import type { Quiz } from "#contract/courses/quiz.ts";
import type { Db } from "#server/database/client.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { Invalid } from "#server/errors.ts";

/** The editor gets all texts of a course at once. */
const maxContentBytes = 10_000_000;
const maxQuizBytes = 5_000_000;
const maxAssignmentBytes = 5_000_000;

type Texts = {
  content: RichDocument | undefined;
  quiz: Quiz | null | undefined;
  assignment: AssignmentTask | null | undefined;
};

/** Throws 422 where a course's texts, its quizzes or its assignments would be too long in all. The caller holds the course's row. */
export async function requireRoomForTexts(
  tx: Db,
  productId: string,
  lessonId: string,
  { content, quiz, assignment }: Texts,
): Promise<void> {
  if (!content && !quiz && !assignment) return;
  const [others] = await tx
    .select({
      contentBytes: bytesOf(sql`coalesce(${lessons.contentDocument}::text, ${lessons.content})`),
      quizBytes: bytesOf(sql`${lessons.quiz}::text`),
      assignmentBytes: bytesOf(sql`${lessons.assignment}::text`),
    })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(and(eq(courseModules.productId, productId), ne(lessons.id, lessonId)));
  const tooLong = (text: string | null | undefined, otherBytes: number | undefined, maxBytes: number) =>
    text && Buffer.byteLength(text) + (otherBytes ?? 0) > maxBytes;
  if (tooLong(content && JSON.stringify(content), others?.contentBytes, maxContentBytes))
    throw Invalid({ content: "The texts of a course may be 10 MB long in all" });
  if (tooLong(quiz && JSON.stringify(quiz), others?.quizBytes, maxQuizBytes))
    throw Invalid({ quiz: "The quizzes of a course may be 5 MB long in all" });
  if (tooLong(assignment && JSON.stringify(assignment), others?.assignmentBytes, maxAssignmentBytes))
    throw Invalid({ assignment: "The assignments of a course may be 5 MB long in all" });
}

const bytesOf = (column: SQL) => sql<number>`coalesce(sum(octet_length(${column})), 0)`.mapWith(Number);
