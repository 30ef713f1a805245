import { coursePath } from "#contract/courses/course-path.ts";
import { GraduationCap } from "lucide-react";
import { Card } from "#web/ui/card.tsx";
import { CoverThumbnail } from "#web/ui/cover-thumbnail.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import type { LibraryCourse } from "./library-query.ts";

/** The courses of the store with this handle that are open, with how far the buyer has come. */
export function LibraryCourses({ store, courses }: { store: string; courses: readonly LibraryCourse[] }) {
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">Your Courses</h3>
      <ul className="mt-2 divide-y divide-border">
        {courses.map((course) => (
          <CourseRow key={course.productId} store={store} course={course} />
        ))}
      </ul>
    </Card>
  );
}

function CourseRow({ store, course }: { store: string; course: LibraryCourse }) {
  const { slug, title, cover, lessonCount, completedCount, isStarted } = course;
  const action = isStarted ? "Continue" : "Start Course";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      {cover ? (
        <CoverThumbnail cover={cover} size="medium" />
      ) : (
        <span className="grid h-15 w-24 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-soft-foreground">
          <GraduationCap className="size-6" aria-hidden="true" />
        </span>
      )}
      <div className="grid min-w-0 grow basis-40 gap-1.5">
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
        {lessonCount > 0 && (
          <>
            <Progress value={completedCount} max={lessonCount} label={`Progress in ${title}`} />
            <p className="text-sm text-muted-foreground">
              {completedCount} of {lessonCount} {lessonCount === 1 ? "lesson" : "lessons"} completed
            </p>
          </>
        )}
      </div>
      <LinkButton
        href={coursePath(store, { slug })}
        variant="brand"
        className="max-sm:w-full"
        aria-label={`${action}: ${title}`}
      >
        {action}
      </LinkButton>
    </li>
  );
}
