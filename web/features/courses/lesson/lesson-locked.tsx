import { Lock } from "lucide-react";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Instead of a lesson that was not bought. */
export function LessonLocked({ courseId }: { courseId: string }) {
  return (
    <div className="flex grow flex-col items-center justify-center">
      <EmptyState
        icon={Lock}
        title="Lesson Locked"
        className="pb-4"
        action={
          <LinkButton href={`/checkout/${courseId}`} variant="brand">
            Purchase Course
          </LinkButton>
        }
      >
        Purchase the course to access this lesson
      </EmptyState>
      <p className="px-6 pb-12 text-center text-sm text-muted-foreground">
        Already bought it? Open the link in your receipt.
      </p>
    </div>
  );
}
