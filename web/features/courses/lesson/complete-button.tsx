import { useMutation } from "@tanstack/react-query";
import { Check, CircleCheck } from "lucide-react";
import { errorMessage } from "#web/api.ts";
import { useCourseVisit } from "#web/features/courses/course-visit.ts";
import type { OutlineLesson } from "#web/features/courses/outline/course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Marks a lesson complete, or takes that back. */
export function CompleteButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const isCompleted = learning.of(lesson.id)?.completed ?? false;
  const change = useMutation({
    mutationFn: () => changes.complete(lesson.id, !isCompleted),
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Please check your connection and try again."),
        variant: "destructive",
      }),
  });
  return (
    <Button
      variant={isCompleted ? "secondary" : "brand"}
      aria-pressed={isCompleted}
      aria-busy={change.isPending || undefined}
      onClick={() => !change.isPending && change.mutate()}
      className="max-sm:order-first max-sm:w-full"
    >
      {isCompleted ? <CircleCheck aria-hidden="true" /> : <Check aria-hidden="true" />}
      {isCompleted ? "Completed" : "Mark Complete"}
    </Button>
  );
}
