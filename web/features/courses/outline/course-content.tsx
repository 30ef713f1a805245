import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { type Course, lessonsOf, type OutlineLesson } from "./course-outline.ts";
import { LessonRow } from "./lesson-row.tsx";

type Props = {
  course: Course;
  hasAccess: boolean;
  selected: OutlineLesson | undefined;
  email: string | undefined;
};

/** The outline. On phones it folds away above the lesson. */
export function CourseContent({ course, hasAccess, selected, email }: Props) {
  const [open, setOpen] = useState(false);
  const total = lessonsOf(course).length;
  return (
    <nav
      aria-labelledby="course-content"
      className="flex flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm lg:h-[600px]"
    >
      <div className="relative flex items-center justify-between gap-4 border-border px-5 py-4 lg:border-b">
        <div>
          <h2 id="course-content" className="text-base font-semibold">
            Course Content
          </h2>
          <p className="text-sm text-muted-foreground">0/{total} lessons</p>
        </div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls="course-outline"
          aria-label={open ? "Hide lessons" : "Show lessons"}
          onClick={() => setOpen(!open)}
          className="grid size-11 place-items-center rounded-lg text-muted-foreground after:absolute after:inset-0 lg:hidden"
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames("size-5 transition-transform", open && "rotate-180")}
          />
        </button>
      </div>
      <div
        id="course-outline"
        className={classNames(
          "relative grow overflow-y-auto border-border px-2 pb-3 max-lg:border-t lg:block",
          !open && "max-lg:hidden",
        )}
      >
        {total === 0 && (
          <p className="px-3 py-8 text-center text-sm text-muted-foreground">
            No course content available yet.
          </p>
        )}
        {course.modules.map((module) => (
          <section key={module.id} aria-label={module.title} className="pt-3">
            <div className="flex items-baseline justify-between gap-3 px-3 py-1.5">
              <h3 className="text-sm font-semibold">{module.title}</h3>
              <span className="text-xs text-muted-foreground">0/{module.lessons.length}</span>
            </div>
            <ol>
              {module.lessons.map((lesson) => (
                <LessonRow
                  key={lesson.id}
                  course={course}
                  lesson={lesson}
                  open={hasAccess || lesson.freePreview}
                  current={lesson.id === selected?.id}
                  email={email}
                  onSelect={() => setOpen(false)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </nav>
  );
}
