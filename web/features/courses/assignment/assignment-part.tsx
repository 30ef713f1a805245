import { Suspense } from "react";
import { AssignmentSkeleton } from "#web/features/player/assignment/assignment-skeleton.tsx";
import { AssignmentSummary } from "#web/features/player/assignment/assignment-summary.tsx";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { loadable } from "#web/ui/loadable.tsx";

const Assignment = loadable(async () => (await import("./assignment.tsx")).Assignment);

type Props = { lesson: OutlineLesson; assignment: { needsAnswer: boolean } };

/** A lesson's assignment: for its buyers alone, also where the lesson is a free preview. */
export function AssignmentPart({ lesson, assignment }: Props) {
  const { hasAccess } = useCourseVisit();
  if (!hasAccess)
    return (
      <AssignmentSummary needsAnswer={assignment.needsAnswer}>
        It is part of the course, and opens once you have bought it.
      </AssignmentSummary>
    );
  return (
    <section aria-labelledby="assignment-title" className="lesson-quiz max-w-3xl px-5 py-6 sm:px-8">
      <h3 id="assignment-title" className="text-base font-semibold">
        Assignment
      </h3>
      <Suspense fallback={<AssignmentSkeleton />}>
        <Assignment key={lesson.id} lessonId={lesson.id} />
      </Suspense>
    </section>
  );
}
