import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Share2 } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import {
  type Course,
  lessonName,
  neighbours,
  type OutlineLesson,
} from "#web/features/courses/outline/course-outline.ts";

type Props = { course: Course; lesson: OutlineLesson; email: string | undefined; shareLink: string };

/** To the lessons before and after this one, and the course's public link. */
export function LessonNavigation({ course, lesson, email, shareLink }: Props) {
  const navigate = useNavigate();
  const { previous, next } = neighbours(course, lesson);
  const open = (target: OutlineLesson | undefined) => {
    if (!target) return;
    void navigate({
      to: "/course/$slug",
      params: { slug: course.slug },
      search: { lesson: lessonName(course, target), email },
      resetScroll: false,
    });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border px-4 py-3">
      <Button variant="outline" disabled={!previous} onClick={() => open(previous)} className="max-sm:grow">
        <ChevronLeft aria-hidden="true" />
        Previous Lesson
      </Button>
      <Button
        variant="outline"
        disabled={!next}
        onClick={() => open(next)}
        className="max-sm:grow sm:order-last"
      >
        Next Lesson
        <ChevronRight aria-hidden="true" />
      </Button>
      <Button variant="ghost" onClick={() => void share(shareLink)} className="max-sm:w-full">
        <Share2 aria-hidden="true" />
        Share
      </Button>
    </div>
  );
}

async function share(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: "The course link is ready to paste." });
  } catch {
    // Without leave to write to the clipboard, the link can still be selected by hand.
    toast({ title: "Copy this link", description: link });
  }
}
