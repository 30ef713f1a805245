import { Check, CircleCheck } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { useLessonChange } from "./use-lesson-change.ts";

/** Marks a lesson complete, or takes that back. */
export function CompleteButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const isCompleted = learning.of(lesson.id)?.completed ?? false;
  const change = useLessonChange(() => changes.complete(lesson.id, !isCompleted));
  return (
    <Button
      variant={isCompleted ? "secondary" : "brand"}
      aria-pressed={isCompleted}
      className="max-sm:order-first max-sm:w-full"
      {...change}
    >
      {isCompleted ? <CircleCheck aria-hidden="true" /> : <Check aria-hidden="true" />}
      {isCompleted ? "Completed" : "Mark Complete"}
    </Button>
  );
}
