import { Bookmark } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useLessonChange } from "./use-lesson-change.ts";

/** Sets a bookmark at a lesson, or takes it away; the outline lists them. */
export function BookmarkButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const isBookmarked = learning.of(lesson.id)?.bookmarked ?? false;
  const change = useLessonChange(() => changes.bookmark(lesson.id, !isBookmarked));
  return (
    <Button variant="ghost" aria-pressed={isBookmarked} className="max-sm:px-3" {...change}>
      <Bookmark
        aria-hidden="true"
        className={classNames(isBookmarked && "fill-current text-brand-soft-foreground")}
      />
      <span className="max-sm:sr-only">Bookmark</span>
    </Button>
  );
}
