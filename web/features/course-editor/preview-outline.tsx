import { lessonFacts } from "#contract/courses/lesson-parts.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { minutesText, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { LessonIcon } from "#web/features/player/lesson-icon.tsx";
import { dripText } from "#web/features/player/lesson-opening.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";

/** The course's lessons, all of them open. */
export function PreviewOutline({ selected }: { selected: OutlineLesson | undefined }) {
  const { course, openLesson } = useCourseVisit();
  return (
    <nav
      aria-labelledby="course-content"
      className="rounded-2xl border border-border bg-card px-2 pb-3 shadow-sm"
    >
      <h2 id="course-content" className="px-3 pt-4 text-base font-semibold">
        Course Content
      </h2>
      {course.modules.length === 0 && (
        <p className="px-3 py-8 text-center text-sm text-muted-foreground">
          No course content available yet.
        </p>
      )}
      {course.modules.map((module) => (
        <section key={module.id} aria-label={module.title} className="pt-3">
          <h3 dir="auto" className="px-3 py-1.5 text-sm font-semibold wrap-anywhere">
            {module.title}
          </h3>
          <ol>
            {module.lessons.map((lesson) => (
              <li key={lesson.id}>
                <button
                  type="button"
                  aria-current={lesson.id === selected?.id ? "true" : undefined}
                  onClick={() => openLesson(lesson)}
                  className={classNames(
                    "flex min-h-11 w-full items-start gap-3 rounded-lg px-3 py-2 text-left text-sm",
                    lesson.id === selected?.id
                      ? "bg-brand-soft font-medium text-brand-soft-foreground"
                      : "hover:bg-accent",
                  )}
                >
                  <LessonIcon lesson={lesson} className="mt-0.5 size-4.5 shrink-0" />
                  <span className="min-w-0 grow">
                    <span dir="auto" className="block leading-snug wrap-anywhere">
                      {lesson.title}
                    </span>
                    <span className="mt-0.5 block text-xs text-muted-foreground">
                      {[
                        ...lessonFacts(lesson.parts, minutesText(lesson.duration)),
                        lesson.dripDays > 0 && dripText(lesson.dripDays),
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  {lesson.freePreview && <Badge tone="success">Free</Badge>}
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  );
}
