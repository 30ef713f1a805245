import { Link } from "@tanstack/react-router";
import { Bookmark, CircleCheck, Clock, Lock } from "lucide-react";
import { lessonFacts } from "#contract/courses/lesson-parts.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { lessonName, minutesText, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { LessonIcon } from "#web/features/player/lesson-icon.tsx";
import { dripText, openingOf, opensText } from "#web/features/player/lesson-opening.ts";

type Props = { lesson: OutlineLesson; current: boolean; onSelect?: (() => void) | undefined };

/** One lesson of the outline: a link, or a disabled button while it is locked. */
export function LessonRow({ lesson, current, onSelect }: Props) {
  const { course, hasAccess, now, learning } = useCourseVisit();
  const progress = learning.of(lesson.id);
  const opening = openingOf(lesson, hasAccess, progress);
  const facts = [
    ...lessonFacts(lesson.parts, minutesText(lesson.duration)),
    opening === "LOCKED" && lesson.dripDays > 0 && dripText(lesson.dripDays),
    progress?.opensAt && opensText(progress.opensAt, now),
  ];
  const content = (
    <>
      <StateIcon lesson={lesson} opening={opening} isComplete={progress?.completed ?? false} />
      <span className="min-w-0 grow">
        <span dir="auto" className="block leading-snug wrap-anywhere">
          {lesson.title}
        </span>
        <span className="mt-0.5 block text-xs text-muted-foreground" suppressHydrationWarning>
          {facts.filter(Boolean).join(" · ")}
        </span>
      </span>
      {opening === "LOCKED" && <span className="sr-only">Locked</span>}
      {progress?.completed && <span className="sr-only">Completed</span>}
      {progress?.bookmarked && (
        <>
          <Bookmark aria-hidden="true" className="mt-0.5 size-4 shrink-0 fill-current" />
          <span className="sr-only">Bookmarked</span>
        </>
      )}
      {lesson.freePreview && <Badge tone="success">Free</Badge>}
    </>
  );
  const look = "flex min-h-11 w-full items-start gap-3 rounded-lg px-3 py-2 text-left text-sm";
  return (
    <li>
      {opening === "LOCKED" ? (
        <button
          type="button"
          disabled
          className={classNames(look, "text-muted-foreground", current && "bg-muted")}
        >
          {content}
        </button>
      ) : (
        <Link
          from="/course/$slug"
          search={(before) => ({ ...before, lesson: lessonName(course, lesson) })}
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
      )}
    </li>
  );
}

type StateIconProps = { lesson: OutlineLesson; opening: ReturnType<typeof openingOf>; isComplete: boolean };

function StateIcon({ lesson, opening, isComplete }: StateIconProps) {
  const look = "mt-0.5 size-4.5 shrink-0";
  if (isComplete)
    return <CircleCheck aria-hidden="true" className={`${look} text-success-soft-foreground`} />;
  if (opening === "LOCKED") return <Lock aria-hidden="true" className={look} />;
  if (opening === "LATER") return <Clock aria-hidden="true" className={look} />;
  return <LessonIcon lesson={lesson} className={look} />;
}
