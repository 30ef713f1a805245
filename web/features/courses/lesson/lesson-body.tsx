import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { NotesPart } from "#web/features/courses/notes/notes-part.tsx";
import { makePlayhead } from "#web/features/player/playhead.ts";
import { ApiError } from "#web/api.ts";
import { lessonQuery } from "#web/features/courses/course-data.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { useNeighbours } from "#web/features/player/use-neighbours.ts";
import { LessonVideo } from "#web/features/player/lesson-video.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LessonFiles } from "#web/features/player/lesson-files.tsx";
import { LessonText } from "#web/features/player/lesson-text.tsx";
import { AssignmentPart } from "#web/features/courses/assignment/assignment-part.tsx";
import { QuizPart } from "#web/features/courses/quiz/quiz-part.tsx";
import { LessonLater, LessonLocked } from "./closed-lesson.tsx";

/** An open lesson: its video, its text, or both. */
export function LessonBody({ lesson }: { lesson: OutlineLesson }) {
  const { course, email, hasAccess, learning } = useCourseVisit();
  const [playhead] = useState(makePlayhead);
  const queryClient = useQueryClient();
  const query = lessonQuery(course, lesson.id, email);
  const { data: detail, error, refetch } = useQuery(query);
  useNextAtHand(lesson, detail !== undefined);

  if (error && !detail) {
    if (error instanceof ApiError && error.status === 403) {
      if (error.body.code !== "LESSON_NOT_OPEN") return <LessonLocked />;
      // When it opens comes with how far the buyer has come.
      if (!learning.isReady && !learning.isFailed) return <LessonSkeleton />;
      return <LessonLater opensAt={null} dripDays={lesson.dripDays} />;
    }
    return (
      <EmptyState
        title="This lesson could not be loaded"
        className="grow justify-center"
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      >
        Please check your connection.
      </EmptyState>
    );
  }
  if (!detail) return <LessonSkeleton />;
  return (
    <>
      {detail.video && (
        <LessonVideo
          video={detail.video}
          lesson={lesson}
          playhead={playhead}
          renew={async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).video}
        />
      )}
      {hasAccess && <NotesPart lesson={lesson} playhead={playhead} />}
      {(detail.contentHtml !== null ||
        (!detail.video && !detail.quiz && !detail.assignment && detail.attachments.length === 0)) && (
        <LessonText html={detail.contentHtml} />
      )}
      <LessonFiles files={detail.attachments} />
      {detail.quiz && <QuizPart lesson={lesson} quiz={detail.quiz} />}
      {detail.assignment && <AssignmentPart lesson={lesson} assignment={detail.assignment} />}
    </>
  );
}

/** Loads the next lesson while this one is looked at: 'Next Lesson' then turns the page whole, and nothing moves after it. */
function useNextAtHand(lesson: OutlineLesson, isShown: boolean) {
  const { course, email } = useCourseVisit();
  const { next } = useNeighbours(lesson);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isShown && next) void queryClient.prefetchQuery(lessonQuery(course, next.id, email));
  }, [course, email, isShown, next, queryClient]);
}

function LessonSkeleton() {
  return (
    <div className="grid gap-3 p-5">
      <span role="status" className="sr-only">
        Loading the lesson
      </span>
      <Skeleton className="aspect-video max-h-[80svh] w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
