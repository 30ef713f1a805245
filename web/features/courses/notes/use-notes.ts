import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { deleteNote, listNotes, saveNote } from "#contract/courses/lesson-notes.ts";
import { ApiError, apiQuery, callApi } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import type { Course } from "#web/features/player/course-outline.ts";
import { playedStorage } from "#web/features/player/played-storage.ts";
import { notesOutbox, shownNotes, type WrittenNote } from "./notes-outbox.ts";

/** A network that dies tells nobody: what waits is tried again this often. */
const againEveryMs = 15_000;

/** One's notes on a course, with what could not be saved yet; `problem` is why the server would not take one. */
export function useNotes(course: Course) {
  const { id: courseId } = course;
  const queryClient = useQueryClient();
  const query = apiQuery(
    listNotes,
    { params: { slug: courseId } },
    { headers: courseProofHeaders(courseId) },
  );
  const { data, isError, refetch } = useQuery(query);
  const outbox = useMemo(() => notesOutbox(course, playedStorage), [course]);
  const [waiting, setWaiting] = useState(outbox.waiting);
  const [problem, setProblem] = useState<string>();

  const send = useCallback(async () => {
    const headers = courseProofHeaders(courseId);
    let hasSent = false;
    try {
      await outbox.send(async (noteId, { lessonId, seconds, text }) => {
        const params = { lessonId, noteId };
        const options = { headers, signal: AbortSignal.timeout(20_000) };
        if (text === null) await callApi(deleteNote, { params }, options);
        else await callApi(saveNote, { params, body: { seconds, text } }, options);
        hasSent = true;
      });
      setProblem(undefined);
    } catch (error) {
      // Without a connection it waits, and its mark says so.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) setProblem(error.message);
    }
    // First what the server has, then that it no longer waits. An answer that is under way may be older than what was sent, and
    // the first one would be waited for in place of a new one.
    if (hasSent) {
      const { queryKey } = apiQuery(listNotes, { params: { slug: courseId } });
      await queryClient.cancelQueries({ queryKey });
      await queryClient.refetchQueries({ queryKey });
    }
    setWaiting(outbox.waiting());
  }, [outbox, queryClient, courseId]);

  useEffect(() => {
    const again = () => void (Object.keys(outbox.waiting()).length > 0 && send());
    again();
    const timer = setInterval(again, againEveryMs);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [outbox, send]);

  return {
    notes: data && shownNotes(data.notes ?? [], waiting),
    isFailed: isError && !data,
    reload: () => void refetch(),
    problem,
    write(id: string, note: WrittenNote) {
      outbox.write(id, note);
      setWaiting(outbox.waiting());
      void send();
    },
  };
}
