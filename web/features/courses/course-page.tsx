import { CircleCheck } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { CourseContent } from "./outline/course-content.tsx";
import { type Course, selectedLesson } from "./outline/course-outline.ts";
import { LessonPanel } from "./lesson/lesson-panel.tsx";
import { useReceiptProof } from "./use-receipt-proof.ts";

export type CourseProps = {
  course: Course;
  hasAccess: boolean;
  /** The lesson that the address names. */
  lessonName: string | undefined;
  email: string | undefined;
  origin: string;
};

/** A course: its outline, and the selected lesson beside it (on phones below it). */
export function CoursePage({ course, hasAccess, lessonName, email, origin }: CourseProps) {
  useReceiptProof(course.slug, hasAccess);
  const selected = selectedLesson(course, lessonName);
  return (
    <>
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
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mb-8">
          <div className="grid max-w-3xl gap-2">
            <div className="flex flex-wrap gap-2">
              <Badge tone="brand">Course</Badge>
              {hasAccess && (
                <Badge tone="success">
                  <CircleCheck aria-hidden="true" />
                  Access Granted
                </Badge>
              )}
            </div>
            <h1 className="text-2xl leading-tight font-semibold tracking-tight sm:text-3xl">
              {course.title}
            </h1>
            {course.description && (
              <p className="whitespace-pre-line text-muted-foreground">{course.description}</p>
            )}
          </div>
          {!hasAccess && (
            <LinkButton href={`/checkout/${course.id}`} variant="brand" size="lg" className="max-sm:w-full">
              {course.priceCents > 0
                ? `Enroll for ${formatMoney(course.priceCents, course.currency)}`
                : "Enroll for free"}
            </LinkButton>
          )}
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <CourseContent course={course} hasAccess={hasAccess} selected={selected} email={email} />
          <LessonPanel
            course={course}
            lesson={selected}
            hasAccess={hasAccess}
            email={email}
            shareLink={`${origin}/course/${course.slug}`}
          />
        </div>
      </main>
    </>
  );
}
