import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { Progress } from "#web/ui/progress.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { lessonsOf } from "#web/features/player/course-outline.ts";
import { completedCount } from "./outline-counts.ts";

/** n/N lessons, with a bar for a buyer. */
export function CourseProgressLine() {
  const { course, hasAccess, learning } = useCourseVisit();
  const lessons = lessonsOf(course);
  const done = completedCount(lessons, learning);
  if (!learning.isReady && !learning.isFailed) return <Skeleton className="mt-1 h-4 w-24" />;
  if (learning.isFailed) {
    return (
      <p className="text-sm text-muted-foreground">
        Your progress could not be loaded.{" "}
        <button
          type="button"
          onClick={learning.reload}
          className="relative z-10 underline underline-offset-2 pointer-coarse:min-h-11"
        >
          Try Again
        </button>
      </p>
    );
  }
  return (
    <>
      <p aria-live="polite" className="text-sm text-muted-foreground">
        {done}/{lessons.length} lessons
      </p>
      {hasAccess && lessons.length > 0 && (
        <Progress value={done} max={lessons.length} label="Course progress" className="mt-2" />
      )}
    </>
  );
}
