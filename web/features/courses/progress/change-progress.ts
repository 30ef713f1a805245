import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { bookmarkLesson, completeLesson, recordPlayed } from "#contract/courses/course-progress.ts";
import { ApiError, callApi } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import type { LessonProgress, Progress, ProgressChanges } from "#web/features/player/course-visit.ts";
import { progressQuery } from "./learning.ts";

const timeoutMs = 20_000;

/** The buyer's changes of a course. The page shows each as the server answered it. */
export function useProgressChanges(courseId: string): ProgressChanges {
  const queryClient = useQueryClient();
  return useMemo(() => progressChanges(queryClient, courseId), [queryClient, courseId]);
}

function progressChanges(queryClient: QueryClient, courseId: string): ProgressChanges {
  const show = (changed: LessonProgress) =>
    queryClient.setQueryData<Progress>(
      progressQuery(courseId).queryKey,
      (shown) =>
        shown && {
          ...shown,
          lastLessonId: changed.lessonId,
          lessons: shown.lessons.map((one) => (one.lessonId === changed.lessonId ? changed : one)),
        },
    );
  const options = () => ({ headers: courseProofHeaders(courseId), signal: AbortSignal.timeout(timeoutMs) });

  // One after the other: an answer that comes late would show what is no longer so.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(call: () => Promise<LessonProgress>): Promise<void> {
    const turn = last.then(call, call).then((changed) => void show(changed));
    last = turn;
    return turn;
  }

  return {
    complete: (lessonId, completed) =>
      inTurn(() => callApi(completeLesson, { params: { lessonId }, body: { completed } }, options())),
    bookmark: (lessonId, bookmarked) =>
      inTurn(() => callApi(bookmarkLesson, { params: { lessonId }, body: { bookmarked } }, options())),
    played:
      (lessonId) =>
      async (played, { leaving }) => {
        const post = () =>
          callApi(recordPlayed, { params: { lessonId }, body: played }, { ...options(), keepalive: leaving });
        try {
          await (leaving ? post().then(show) : inTurn(post));
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      },
  };
}

/** Asking again would be refused again: access has ended, or the lesson is gone. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
