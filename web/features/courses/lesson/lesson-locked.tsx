import { Lock } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { AlreadyBought } from "#web/features/courses/proof/already-bought.tsx";
import { useCoursePurchase } from "#web/features/courses/proof/use-course-purchase.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Instead of a lesson that was not bought, or not yet proved to be. */
export function LessonLocked() {
  const { course } = useCourseVisit();
  const purchase = useCoursePurchase();
  return (
    <div className="flex grow flex-col items-center justify-center">
      <EmptyState
        icon={Lock}
        title="Lesson Locked"
        className="pb-4"
        action={
          <LinkButton href={`/checkout/${course.id}`} variant="brand">
            Purchase Course
          </LinkButton>
        }
      >
        Purchase the course to access this lesson
      </EmptyState>
      <AlreadyBought {...purchase} className="px-6 pb-12" />
    </div>
  );
}
