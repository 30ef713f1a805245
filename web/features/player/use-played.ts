import { useEffect, useState } from "react";
import { useCourseVisit } from "./course-visit.ts";
import type { OutlineLesson } from "./course-outline.ts";
import { postEveryMs, watchPlayed } from "./watch-played.ts";

/** Notes what a buyer plays of a lesson; also when the page is left, and once the connection is back. */
export function usePlayed(lesson: OutlineLesson) {
  const { hasAccess, learning, changes } = useCourseVisit();
  const [watch] = useState(() =>
    watchPlayed({
      lessonId: lesson.id,
      duration: lesson.duration,
      knownSeconds: learning.isReady ? (learning.of(lesson.id)?.positionSeconds ?? 0) : undefined,
      // A visitor of a free lesson has nobody to note it for.
      post: hasAccess ? changes.played(lesson.id) : () => Promise.resolve(),
    }),
  );
  useEffect(() => {
    const leave = () => watch.flush({ leaving: true });
    const hide = () => document.visibilityState === "hidden" && leave();
    const again = () => watch.flush();
    const timer = setInterval(again, postEveryMs);
    window.addEventListener("pagehide", leave);
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }, [watch]);
  return watch;
}
