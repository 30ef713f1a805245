import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { getCourseProgress } from "#contract/courses/course-progress.ts";
import { apiQuery } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import type { Learning, Progress } from "#web/features/player/course-visit.ts";

export const progressQuery = (courseId: string) =>
  apiQuery(getCourseProgress, { params: { slug: courseId } }, { headers: courseProofHeaders(courseId) });

/**
 * `now` moves on: a lesson whose time has come is asked for anew, and the server says that it is open. So is the whole when
 * the page is seen again: its buyer may have gone on elsewhere.
 */
export function useLearning(courseId: string, hasAccess: boolean, now: Date, isSettled: boolean): Learning {
  const { data, isError, refetch } = useQuery({
    ...progressQuery(courseId),
    enabled: hasAccess,
    refetchOnWindowFocus: "always",
  });
  useEffect(() => {
    if (hasAccess && data && hasDueLesson(data, now)) void refetch();
  }, [data, hasAccess, now, refetch]);
  return useMemo(() => {
    const known = hasAccess ? data : undefined;
    const byLesson = new Map(known?.lessons.map((progress) => [progress.lessonId, progress]));
    return {
      isReady: !hasAccess || known !== undefined,
      isFailed: hasAccess && known === undefined && isError,
      isSettled,
      reload: () => void refetch(),
      of: (lessonId) => byLesson.get(lessonId),
      lastLessonId: known?.lastLessonId ?? null,
      certificateCode: known?.certificateCode ?? null,
    };
  }, [data, hasAccess, isError, isSettled, refetch]);
}

/** Whether a lesson that was not open yet should be by `now`. */
export const hasDueLesson = ({ lessons }: Pick<Progress, "lessons">, now: Date): boolean =>
  lessons.some(({ opensAt }) => opensAt !== null && Date.parse(opensAt) <= now.getTime());
