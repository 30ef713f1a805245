import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { useNow } from "#web/layout/use-now.ts";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { CreatorMark } from "#web/layout/creator-mark.tsx";
import { coursePath } from "#contract/courses/course-path.ts";
import { HomeMark } from "#web/layout/home-mark.tsx";
import { CourseHeading } from "./course-heading.tsx";
import { CourseVisitProvider, useCourseVisit } from "#web/features/player/course-visit.ts";
import { LessonPanel } from "./lesson/lesson-panel.tsx";
import { CourseContent } from "./outline/course-content.tsx";
import {
  type Course,
  lessonName,
  type OutlineLesson,
  selectedLesson,
} from "#web/features/player/course-outline.ts";
import { lessonToGoOn } from "./outline/lesson-to-go-on.ts";
import { useProgressChanges } from "./progress/change-progress.ts";
import { useLearning } from "./progress/learning.ts";
import { useLeftOver } from "./progress/left-over.ts";
import { useReceiptProof } from "./use-receipt-proof.ts";
import { isFinished } from "./outline/outline-counts.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useNavigate, useRouter } from "@tanstack/react-router";

export type CourseProps = {
  course: Course;
  hasAccess: boolean;
  /** The lesson that the address names. */
  lessonName: string | undefined;
  email: string | undefined;
  /** A coupon that the address brings along. */
  code: string | undefined;
  origin: string;
  /** What its buyer is to know of their order. */
  notice?: ReactNode;
  /** What buyers say of it, under the lesson. */
  reviews?: ReactNode;
};

/** A course: its outline, and the selected lesson beside it (on phones below it). */
export function CoursePage({
  course,
  hasAccess,
  lessonName,
  email,
  code,
  origin,
  notice,
  reviews,
}: CourseProps) {
  useReceiptProof(course.id, hasAccess);
  const now = useNow();
  const changes = useProgressChanges(course.id);
  const isSettled = useLeftOver(course, hasAccess, changes);
  const learning = useLearning(course.id, hasAccess, now, isSettled);
  const opening = useOpenLesson(course);
  const checkoutPath = `/checkout/${course.id}${code ? `?${new URLSearchParams({ code }).toString()}` : ""}`;
  const shareLink = origin + coursePath(course.creator.handle, course);
  const { openLesson } = opening;
  const { history } = useRouter();
  const first = selectedLesson(course, undefined);
  const isArrival = lessonName === undefined && hasAccess && learning.isReady;
  const arrivedAt = isArrival ? (lessonToGoOn(course, learning) ?? first) : undefined;
  const selected = arrivedAt ?? selectedLesson(course, lessonName);
  // From here on the address says which lesson it is: what is done there must not turn the page.
  useEffect(() => {
    // Where they left off may be known late: whoever has pressed 'Next Lesson' by then is not taken back.
    const isOnTheWay = new URLSearchParams(history.location.search).has("lesson");
    if (arrivedAt && !isOnTheWay) openLesson(arrivedAt, { replace: true });
  }, [arrivedAt, history, openLesson]);
  return (
    <CourseVisitProvider
      value={{ course, hasAccess, email, checkoutPath, shareLink, now, learning, changes, ...opening }}
    >
      <CreatorColors accent={course.creator.accent} />
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-5 sm:px-8">
          <CreatorMark creator={course.creator} />
          <HomeMark of={course.creator} />
        </div>
      </header>
      <main className="mx-auto max-w-7xl px-5 pt-6 pb-16 sm:px-8 sm:pt-10">
        <CourseHeading selected={selected} />
        <div className="course-parts grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <CourseContent selected={selected} />
          <div className="grid min-w-0 gap-5">
            {notice}
            <LessonPanel lesson={selected} />
            {hasAccess && <FinishedCourse />}
            {reviews}
          </div>
        </div>
      </main>
    </CourseVisitProvider>
  );
}

const FinishedCard = loadable(async () => (await import("./progress/finished-card.tsx")).FinishedCard);

/** Once every lesson is complete: the way to the certificate. */
function FinishedCourse() {
  const { course, learning } = useCourseVisit();
  if (!isFinished(course, learning)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-44 w-full rounded-2xl" />}>
      <FinishedCard />
    </Suspense>
  );
}

/** Shows another lesson of the course by its address, and remembers whether its video is to begin at once. */
function useOpenLesson(course: Course) {
  const navigate = useNavigate({ from: "/course/$slug" });
  const playAtOnce = useRef<string>(undefined);
  const openLesson = useCallback(
    (lesson: OutlineLesson, { play = false, replace = false } = {}) => {
      playAtOnce.current = play ? lesson.id : undefined;
      void navigate({
        // Whatever else the address says, such as a coupon, goes along.
        search: (before) => ({ ...before, lesson: lessonName(course, lesson) }),
        resetScroll: false,
        replace,
      });
    },
    [course, navigate],
  );
  const takePlayAtOnce = useCallback((lessonId: string) => {
    const isAsked = playAtOnce.current === lessonId;
    playAtOnce.current = undefined;
    return isAsked;
  }, []);
  return { openLesson, takePlayAtOnce };
}
