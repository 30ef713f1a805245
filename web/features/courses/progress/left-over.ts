import { useEffect, useState } from "react";
import { type Course, lessonsOf } from "#web/features/player/course-outline.ts";
import type { ProgressChanges } from "#web/features/player/course-visit.ts";
import { postLeftOver } from "#web/features/player/played-outbox.ts";
import { playedStorage } from "#web/features/player/played-storage.ts";

/** A network that dies tells nobody: it is tried again this often. */
const againEveryMs = 30_000;
/** Nobody waits longer than this to play a video. */
const longestWaitMs = 4_000;

/**
 * Posts what earlier visits of this browser played of any lesson of the course without a connection. Answers whether that
 * is done, or has failed for now: before, where a video goes on is not known.
 */
export function useLeftOver(course: Course, hasAccess: boolean, { played }: ProgressChanges): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    if (!hasAccess) return settle();
    const lessonIds = lessonsOf(course).map(({ id }) => id);
    const post = () => void postLeftOver(lessonIds, playedStorage, played).then(settle);
    post();
    const longest = setTimeout(settle, longestWaitMs);
    const again = setInterval(post, againEveryMs);
    window.addEventListener("online", post);
    return () => {
      clearTimeout(longest);
      clearInterval(again);
      window.removeEventListener("online", post);
    };
  }, [course, hasAccess, played]);
  return isSettled;
}
