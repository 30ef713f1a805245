import { isolated } from "#contract/isolated.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type CourseFigures, coursesQuery } from "./analytics-queries.ts";
import { CsvLink } from "./csv-link.tsx";
import { FigureCards, type Metric } from "./figure-cards.tsx";
import { LessonFunnel } from "./lesson-funnel.tsx";
import { NothingYet } from "./nothing-yet.tsx";
import { type Column, TableCard } from "./table-card.tsx";
import { useAnalyticsAddress } from "./use-analytics-address.ts";
import { ViewFailure } from "./view-failure.tsx";
import type { ViewProps } from "./view-props.ts";
import { countText, nothing, percentText } from "./words.ts";

const daysText = (days: number | null) =>
  days === null ? nothing : days === 1 ? "1 day" : `${countText(days)} days`;

const metrics: Metric<CourseFigures>[] = [
  {
    label: "Learners",
    definition:
      "Purchases of the period that opened a course, alone or in a bundle, and were not taken back.",
    value: ({ total }) => countText(total.learners),
    figure: "learners",
  },
  {
    label: "Started",
    definition: "Of these learners, those who watched, marked or completed something by now.",
    value: ({ total }) => countText(total.started),
    note: ({ total }) => `${countText(total.lessonsDone)} lessons completed`,
    figure: "startedCourses",
  },
  {
    label: "Finished",
    definition: "Of these learners, those who completed every lesson that the course has today.",
    value: ({ total }) => countText(total.finished),
    note: ({ total }) => `${percentText(total.finishRate)} of learners`,
    figure: "finishedCourses",
  },
  {
    label: "Time to finish",
    definition: "Days from the purchase to the last lesson: half of those who finished took no longer.",
    value: ({ total }) => daysText(total.medianDays),
    figure: "finishedCourses",
  },
];

/** How far learners get, by course and by lesson. */
export function CoursesView({ asked, openFigure }: ViewProps) {
  const { data, error, refetch } = useQuery(coursesQuery(asked));
  if (error && !data)
    return (
      <ViewFailure title="Your courses could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <>
      {data?.total.learners === 0 && (
        <NothingYet
          text={
            data.courses.length === 0 && asked.productId
              ? "This product is not a course."
              : "Nobody got a course in this period."
          }
        />
      )}
      <p className="text-sm text-muted-foreground">
        These are the learners who got a course in the period, and how far they have come by now.
      </p>
      <FigureCards label="Figures" metrics={metrics} figures={data} onOpen={openFigure} />
      {data ? (
        <>
          <TableCard
            title="Courses"
            description="Average progress is the lessons completed, in percent of all lessons of all learners."
            nothing="There is no course here."
            rows={data.courses}
            keyOf={({ id }) => id}
            columns={columns}
            action={<CsvLink table="courses" title="Courses" asked={asked} />}
          />
          {data.lessons && data.lessons.rows.length > 0 ? (
            <LessonFunnel
              lessons={data.lessons}
              learners={data.total.learners}
              action={
                <CsvLink table="lessons" title={`Lessons of ${isolated(data.lessons.title)}`} asked={asked} />
              }
            />
          ) : (
            data.courses.length > 1 && (
              <p className="text-sm text-muted-foreground">
                Choose a course to see how far learners get, lesson by lesson.
              </p>
            )
          )}
        </>
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
    </>
  );
}

const columns: Column<CourseFigures["courses"][number]>[] = [
  { header: "Course", isName: true, value: ({ id, title }) => <CourseName id={id} title={title} /> },
  { header: "Learners", value: ({ learners }) => countText(learners) },
  { header: "Started", value: ({ started }) => countText(started) },
  { header: "Finished", value: ({ finished }) => countText(finished) },
  { header: "Rate", value: ({ finishRate }) => percentText(finishRate) },
  { header: "Average progress", value: ({ averageProgress }) => percentText(averageProgress) },
  { header: "Median time", value: ({ medianDays }) => daysText(medianDays) },
];

/** Chooses the course for the whole tab, and so its lessons. */
function CourseName({ id, title }: { id: string; title: string }) {
  const { change } = useAnalyticsAddress();
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 h-auto py-1 text-left whitespace-normal underline underline-offset-4"
      aria-label={`Lessons of ${title}`}
      onClick={() => change({ product: id })}
    >
      <bdi>{title}</bdi>
    </Button>
  );
}
