import { type ReactNode, useEffect } from "react";
import { useNow } from "#web/layout/use-now.ts";
import { Logo } from "#web/ui/logo.tsx";
import { CourseHeading } from "./course-heading.tsx";
import { CourseVisitProvider } from "#web/features/player/course-visit.ts";
import { LessonPanel } from "./lesson/lesson-panel.tsx";
import { CourseContent } from "./outline/course-content.tsx";
import { type Course, selectedLesson } from "#web/features/player/course-outline.ts";
import { lessonToGoOn } from "./outline/lesson-to-go-on.ts";
import { useProgressChanges } from "./progress/change-progress.ts";
import { FinishedCourse } from "./progress/finished-course.tsx";
import { useLearning } from "./progress/learning.ts";
import { useOpenLesson } from "./use-open-lesson.ts";
import { useReceiptProof } from "./use-receipt-proof.ts";

export type CourseProps = {
  course: Course;
  hasAccess: boolean;
  /** The lesson that the address names. */
  lessonName: string | undefined;
  email: string | undefined;
  /** The way in was 'Continue': the lesson that is next follows by itself. */
  goesOn?: boolean;
  origin: string;
  /** What buyers say of it, under the lesson. */
  reviews?: ReactNode;
};

/** A course: its outline, and the selected lesson beside it (on phones below it). */
export function CoursePage({ course, hasAccess, lessonName, email, goesOn, origin, reviews }: CourseProps) {
  useReceiptProof(course.slug, hasAccess);
  const now = useNow();
  const learning = useLearning(course.slug, hasAccess, now);
  const changes = useProgressChanges(course.slug);
  const opening = useOpenLesson(course, email);
  const shareLink = `${origin}/course/${course.slug}`;
  const selected = selectedLesson(course, lessonName);
  const { openLesson } = opening;
  const goOn = goesOn && lessonName === undefined ? lessonToGoOn(course, learning) : undefined;
  useEffect(() => {
    if (goOn) openLesson(goOn, { replace: true });
  }, [goOn, openLesson]);
  return (
    <CourseVisitProvider value={{ course, hasAccess, email, shareLink, now, learning, changes, ...opening }}>
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-5 sm:px-8">
          <a
            href={`/u/${course.creator.handle}`}
            className="inline-flex h-11 min-w-0 items-center text-sm font-medium text-muted-foreground hover:text-foreground"
          >
            <span className="truncate">← {course.creator.name}</span>
          </a>
          <a href="/" aria-label="Openstall home" className="inline-flex h-11 items-center">
            <Logo />
          </a>
        </div>
      </header>
      <main className="mx-auto max-w-7xl px-5 pt-6 pb-16 sm:px-8 sm:pt-10">
        <CourseHeading selected={selected} isArrival={lessonName === undefined} />
        <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <CourseContent selected={selected} />
          <div className="grid min-w-0 gap-5">
            <LessonPanel lesson={selected} />
            {hasAccess && <FinishedCourse />}
            {reviews}
          </div>
        </div>
      </main>
    </CourseVisitProvider>
  );
}
