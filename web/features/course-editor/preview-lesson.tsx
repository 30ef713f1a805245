import { useState } from "react";
import { makePlayhead } from "#web/features/player/playhead.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpen, ChevronLeft, ChevronRight } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { LessonFiles } from "#web/features/player/lesson-files.tsx";
import { LessonText } from "#web/features/player/lesson-text.tsx";
import { minutesText, neighbours, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { LessonVideo } from "#web/features/player/lesson-video.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PreviewAssignment } from "./assignment/preview-assignment.tsx";
import { PreviewQuiz } from "./quiz/preview-quiz.tsx";
import { lessonPreviewQuery } from "./course-draft.ts";

/** One lesson as its buyer sees it, with what a visitor and the first days would see said beside it. */
export function PreviewLesson({ lesson }: { lesson: OutlineLesson | undefined }) {
  const { course, openLesson } = useCourseVisit();
  if (!lesson)
    return (
      <section aria-label="Lesson" className="rounded-2xl border border-border bg-card shadow-sm">
        <EmptyState level={2} icon={BookOpen} title="Select a Lesson">
          Choose a lesson from the course outline to start learning
        </EmptyState>
      </section>
    );
  const { previous, next } = neighbours(course, lesson);
  return (
    <section
      aria-label="Lesson"
      className="flex min-h-[600px] flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm"
    >
      <div
        aria-live="polite"
        className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-border px-5 py-4"
      >
        <h2 dir="auto" className="text-lg leading-snug font-semibold wrap-anywhere">
          {lesson.title}
        </h2>
        {lesson.freePreview && <Badge tone="success">Free Preview</Badge>}
        <span className="text-sm text-muted-foreground">{minutesText(lesson.duration)}</span>
        {lesson.dripDays > 0 && <Badge tone="info">Buyers: from day {lesson.dripDays} after purchase</Badge>}
      </div>
      <div key={lesson.id} className="flex grow flex-col">
        <PreviewBody lesson={lesson} />
      </div>
      <div className="flex flex-wrap justify-between gap-2 border-t border-border px-4 py-3">
        <Button variant="outline" disabled={!previous} onClick={() => previous && openLesson(previous)}>
          <ChevronLeft aria-hidden="true" /> Previous Lesson
        </Button>
        <Button variant="outline" disabled={!next} onClick={() => next && openLesson(next)}>
          Next Lesson <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}

function PreviewBody({ lesson }: { lesson: OutlineLesson }) {
  const { course } = useCourseVisit();
  const [playhead] = useState(makePlayhead);
  const queryClient = useQueryClient();
  const query = { ...lessonPreviewQuery(course.id, lesson.id, "page"), staleTime: 0 };
  const { data: detail, isError, refetch } = useQuery(query);
  if (!detail && isError)
    return (
      <EmptyState
        title="This lesson could not be loaded"
        className="grow justify-center"
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      >
        Please check your connection.
      </EmptyState>
    );
  if (!detail) return <Skeleton className="m-5 aspect-video max-h-[80svh]" />;
  return (
    <>
      {detail.video && (
        <LessonVideo
          video={detail.video}
          lesson={lesson}
          playhead={playhead}
          renew={async () => (await queryClient.fetchQuery(query)).video}
        />
      )}
      {(detail.contentHtml !== null ||
        (!detail.video && !detail.quiz && !detail.assignment && detail.attachments.length === 0)) && (
        <LessonText html={detail.contentHtml} />
      )}
      <LessonFiles files={detail.attachments} />
      {detail.quiz && <PreviewQuiz productId={course.id} lessonId={lesson.id} />}
      {detail.assignment && <PreviewAssignment productId={course.id} lessonId={lesson.id} />}
    </>
  );
}
