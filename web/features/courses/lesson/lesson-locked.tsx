import { Lock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCourseVisit } from "#web/features/courses/course-visit.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const loadProof = () => import("./prove-purchase.tsx");
const ProvePurchase = lazy(async () => ({ default: (await loadProof()).ProvePurchase }));

/** Instead of a lesson that was not bought, or not yet proved to be. */
export function LessonLocked() {
  const { course } = useCourseVisit();
  const [isProving, setProving] = useState(false);
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
      {isProving ? (
        <div className="w-full max-w-sm px-6 pt-2 pb-12">
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <ProvePurchase />
          </Suspense>
        </div>
      ) : (
        <div className="px-6 pb-12 text-center text-sm text-muted-foreground">
          <p>
            Already bought it?{" "}
            <button
              type="button"
              onPointerEnter={() => void loadProof()}
              onClick={() => setProving(true)}
              className="min-h-6 font-medium text-foreground underline underline-offset-4 pointer-coarse:min-h-11"
            >
              Verify your email
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
