import { BookOpen } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import {
  type Course,
  minutesText,
  type OutlineLesson,
} from "#web/features/courses/outline/course-outline.ts";
import { LessonBody } from "./lesson-body.tsx";
import { LessonLocked } from "./lesson-locked.tsx";
import { LessonNavigation } from "./lesson-navigation.tsx";

type Props = {
  course: Course;
  lesson: OutlineLesson | undefined;
  hasAccess: boolean;
  email: string | undefined;
  shareLink: string;
};

/** The selected lesson, or what stands in its place. */
export function LessonPanel({ course, lesson, hasAccess, email, shareLink }: Props) {
  const panel = useScrollToTop(lesson?.id);
  const open = lesson && (hasAccess || lesson.freePreview);
  return (
    <section
      ref={panel}
      aria-label="Lesson"
      className="flex scroll-mt-4 min-h-[600px] flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm lg:h-[600px]"
    >
      {!lesson && (
        <EmptyState level={2} icon={BookOpen} title="Select a Lesson" className="grow justify-center">
          Choose a lesson from the course outline to start learning
        </EmptyState>
      )}
      {lesson && (
        <>
          <div
            aria-live="polite"
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-border px-5 py-4"
          >
            <h2 className="text-lg leading-snug font-semibold">{lesson.title}</h2>
            {lesson.freePreview && <Badge tone="success">Free Preview</Badge>}
            <span className="text-sm text-muted-foreground">{minutesText(lesson.duration)}</span>
          </div>
          {/* Scrolls on wide screens, so it must be reachable by keyboard. */}
          <div
            key={lesson.id}
            role="region"
            aria-label={lesson.title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="relative flex grow flex-col lg:min-h-0 lg:overflow-y-auto"
          >
            {open ? (
              <LessonBody course={course} lesson={lesson} email={email} />
            ) : (
              <LessonLocked courseId={course.id} />
            )}
          </div>
          <LessonNavigation course={course} lesson={lesson} email={email} shareLink={shareLink} />
        </>
      )}
    </section>
  );
}

/** Where the page itself scrolls, another lesson begins at its top. */
function useScrollToTop(lessonId: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const shown = useRef(lessonId);
  useEffect(() => {
    if (shown.current === lessonId) return;
    shown.current = lessonId;
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView();
  }, [lessonId]);
  return panel;
}
