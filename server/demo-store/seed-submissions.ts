import type { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import type { lessons } from "#server/database/schema/courses.ts";
import type { progress } from "#server/database/schema/learning.ts";
import { DEMO_WORK } from "./content/demo-assignment.ts";
import type { SoldLine } from "./seed-orders.ts";

const dayMs = 86_400_000;

type Course = { productId: string; ownerId: string; outline: (typeof lessons.$inferSelect)[] };
type Row = typeof progress.$inferInsert & { updatedAt: Date };

/**
 * What a learner handed in: whoever has completed a lesson with an assignment has had it accepted, and whoever is at it
 * waits for an answer.
 */
export function submissionsOf(
  { orderId, customerId }: SoldLine,
  { productId, ownerId, outline }: Course,
  rows: Row[],
  index: number,
): (typeof assignmentSubmissions.$inferInsert)[] {
  const work = DEMO_WORK[index % DEMO_WORK.length] ?? DEMO_WORK[0];
  return outline.flatMap(({ id, assignment }) => {
    const row = rows.find(({ lessonId }) => lessonId === id);
    if (!assignment || !row) return [];
    const submittedAt = row.completed ? new Date(row.updatedAt.getTime() - dayMs / 2) : row.updatedAt;
    return [
      {
        orderId,
        customerId,
        lessonId: id,
        productId,
        ownerId,
        number: 1,
        text: work.text,
        typedAt: submittedAt,
        submittedAt,
        createdAt: submittedAt,
        needsAnswer: assignment.needsAnswer,
        ...(row.completed
          ? { state: "ACCEPTED" as const, answer: work.answer, answeredAt: row.updatedAt }
          : { state: "SUBMITTED" as const }),
      },
    ];
  });
}
