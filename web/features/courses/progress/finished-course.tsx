import { Suspense } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { isFinished } from "#web/features/courses/outline/outline-counts.ts";
import { late } from "#web/ui/late.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const FinishedCard = late(async () => (await import("./finished-card.tsx")).FinishedCard);

/** Once every lesson is complete: the way to the certificate. */
export function FinishedCourse() {
  const { course, learning } = useCourseVisit();
  if (!isFinished(course, learning)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-44 w-full rounded-2xl" />}>
      <FinishedCard />
    </Suspense>
  );
}
