import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { type Course, lessonName, type OutlineLesson } from "#web/features/player/course-outline.ts";

/** Shows another lesson of the course by its address, and remembers whether its video is to begin at once. */
export function useOpenLesson(course: Course, email: string | undefined) {
  const navigate = useNavigate();
  const playAtOnce = useRef<string>(undefined);
  const openLesson = useCallback(
    (lesson: OutlineLesson, { play = false, replace = false } = {}) => {
      playAtOnce.current = play ? lesson.id : undefined;
      void navigate({
        to: "/course/$slug",
        params: { slug: course.slug },
        search: { lesson: lessonName(course, lesson), email },
        resetScroll: false,
        replace,
      });
    },
    [course, email, navigate],
  );
  const takePlayAtOnce = useCallback((lessonId: string) => {
    const isAsked = playAtOnce.current === lessonId;
    playAtOnce.current = undefined;
    return isAsked;
  }, []);
  return { openLesson, takePlayAtOnce };
}
