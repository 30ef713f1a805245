import { useMutation } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { errorMessage } from "#web/api.ts";
import { useCourseVisit } from "#web/features/courses/course-visit.ts";
import type { OutlineLesson } from "#web/features/courses/outline/course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toast } from "#web/ui/toast.ts";

/** Sets a bookmark at a lesson, or takes it away; the outline lists them. */
export function BookmarkButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const isBookmarked = learning.of(lesson.id)?.bookmarked ?? false;
  const change = useMutation({
    mutationFn: () => changes.bookmark(lesson.id, !isBookmarked),
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Please check your connection and try again."),
        variant: "destructive",
      }),
  });
  return (
    <Button
      variant="ghost"
      aria-pressed={isBookmarked}
      aria-busy={change.isPending || undefined}
      onClick={() => !change.isPending && change.mutate()}
      className="max-sm:px-3"
    >
      <Bookmark
        aria-hidden="true"
        className={classNames(isBookmarked && "fill-current text-brand-soft-foreground")}
      />
      <span className="max-sm:sr-only">Bookmark</span>
    </Button>
  );
}
