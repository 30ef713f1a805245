import { Link } from "@tanstack/react-router";
import { CirclePlay, Lock } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type Course, lessonName, minutesText, type OutlineLesson } from "./course-outline.ts";

type Props = {
  course: Course;
  lesson: OutlineLesson;
  open: boolean;
  current: boolean;
  email: string | undefined;
  onSelect: () => void;
};

/** One lesson of the outline: a link, or a disabled button while it is locked. */
export function LessonRow({ course, lesson, open, current, email, onSelect }: Props) {
  const Icon = open ? CirclePlay : Lock;
  const content = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span className="min-w-0 grow">
        <span className="block leading-snug">{lesson.title}</span>
        <span className="mt-0.5 block text-xs text-muted-foreground">{minutesText(lesson.duration)}</span>
      </span>
      {!open && <span className="sr-only">Locked</span>}
      {lesson.freePreview && <Badge tone="success">Free</Badge>}
    </>
  );
  const look = "flex min-h-11 w-full items-start gap-3 rounded-lg px-3 py-2 text-left text-sm";
  return (
    <li>
      {open ? (
        <Link
          to="/course/$slug"
          params={{ slug: course.slug }}
          search={{ lesson: lessonName(course, lesson), email }}
          resetScroll={false}
          onClick={onSelect}
          aria-current={current ? "true" : undefined}
          className={classNames(
            look,
            current ? "bg-brand-soft font-medium text-brand-soft-foreground" : "hover:bg-accent",
          )}
        >
          {content}
        </Link>
      ) : (
        <button
          type="button"
          disabled
          className={classNames(look, "text-muted-foreground", current && "bg-muted")}
        >
          {content}
        </button>
      )}
    </li>
  );
}
