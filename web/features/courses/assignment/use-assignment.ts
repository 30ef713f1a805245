import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  deleteAssignmentFile,
  getAssignment,
  saveAssignmentDraft,
  submitAssignment,
  takeBackAssignment,
  uploadAssignmentFile,
} from "#contract/courses/assignment.ts";
import { ApiError, apiQuery, callApi, uploadFile } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { progressQuery } from "#web/features/courses/progress/learning.ts";
import { writtenOutbox } from "#web/features/courses/written-outbox.ts";
import type { Assignment } from "#web/features/player/assignment/assignment-standing.ts";
import { playedStorage } from "#web/features/player/played-storage.ts";

/** Of an assignment one thing is written at a time. */
const work = "work";
type Written = { text: string; at: number };
/** How it stands with what is typed: `refused` is for good. */
export type KeepStatus = "none" | "saving" | "saved" | "waiting" | "refused";

/** Whoever types on is not asked for each letter. */
const restMs = 800;
/** A network that dies tells nobody: what waits is tried again this often. */
const againEveryMs = 15_000;
const timeoutMs = 20_000;

/** A lesson's assignment: what is typed is kept at once, here until the server has it; and handing it in. */
export function useAssignment(courseId: string, lessonId: string) {
  const queryClient = useQueryClient();
  const query = apiQuery(getAssignment, { params: { lessonId } }, { headers: courseProofHeaders(courseId) });
  const { data: assignment, isError, refetch } = useQuery(query);
  const outbox = useMemo(
    () => writtenOutbox<Written>(`openstall:assignment:${lessonId}`, playedStorage),
    [lessonId],
  );
  const number = assignment?.draft?.number;
  const [typed, setTyped] = useState<string>();
  const [keeping, setKeeping] = useState<KeepStatus>("none");

  // One after the other: two that are under way at once could arrive in the wrong order.
  const last = useRef<Promise<void>>(Promise.resolve());
  const send = useCallback(() => {
    const turn = async () => {
      if (number === undefined || !outbox.waiting()[work]) return;
      setKeeping("saving");
      try {
        await outbox.send(async (_, { text, at }) => {
          const secondsAgo = Math.max(0, Math.floor((Date.now() - at) / 1000));
          await callApi(
            saveAssignmentDraft,
            { params: { lessonId, number }, body: { text, secondsAgo } },
            { headers: courseProofHeaders(courseId), signal: AbortSignal.timeout(timeoutMs) },
          );
        });
        setKeeping("saved");
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
        setKeeping(isRefused ? "refused" : "waiting");
        // It was handed in elsewhere, or answered.
        if (isRefused) void refetch();
      }
    };
    last.current = last.current.then(turn);
    return last.current;
  }, [lessonId, number, outbox, refetch, courseId]);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), againEveryMs);
    const again = () => void send();
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      clearTimeout(rest.current);
      window.removeEventListener("online", again);
      // Whoever leaves does not wait until they have rested.
      void send();
    };
  }, [send]);

  // What was typed here for a try that was handed in elsewhere is the beginning of the next one: nothing is lost.
  const text = typed ?? outbox.waiting()[work]?.text ?? assignment?.draft?.text ?? "";

  const set = (answer: Assignment) => queryClient.setQueryData<Assignment>(query.queryKey, answer);
  const options = () => ({
    headers: courseProofHeaders(courseId),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const numbered = () => ({ lessonId, number: number ?? 1 });
  const refreshProgress = () =>
    void queryClient.invalidateQueries({ queryKey: progressQuery(courseId).queryKey });

  return {
    assignment,
    isFailed: isError && !assignment,
    reload: () => void refetch(),
    text,
    keeping,
    write(next: string) {
      outbox.write(work, { text: next, at: Date.now() });
      setTyped(next);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => void send(), restMs);
    },
    async submit() {
      clearTimeout(rest.current);
      await last.current;
      set(await callApi(submitAssignment, { params: numbered(), body: { text } }, options()));
      outbox.clear();
      setTyped(undefined);
      setKeeping("none");
      refreshProgress();
    },
    async takeBack(submitted: number) {
      set(await callApi(takeBackAssignment, { params: { lessonId, number: submitted } }, options()));
      refreshProgress();
    },
    async addFile(file: File) {
      set(await uploadFile(uploadAssignmentFile, { params: numbered(), file }, courseProofHeaders(courseId)));
    },
    async removeFile(fileId: string) {
      set(await callApi(deleteAssignmentFile, { params: { lessonId, fileId } }, options()));
    },
  };
}
