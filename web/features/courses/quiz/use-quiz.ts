import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { getQuiz, saveQuizAnswer, submitQuiz } from "#contract/courses/quiz.ts";
import { ApiError, apiQuery, callApi } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { progressQuery } from "#web/features/courses/progress/learning.ts";
import { writtenOutbox } from "#web/features/courses/written-outbox.ts";
import { playedStorage } from "#web/features/player/played-storage.ts";
import {
  answersOf,
  type AskedQuiz,
  type Chosen,
  type QuizReview,
} from "#web/features/player/quiz/quiz-answers.ts";

type Written = { choiceIds: string[]; at: number };
/** How it stands with the choices: `refused` is for good. */
export type KeepStatus = "none" | "saving" | "saved" | "waiting" | "refused";

/** A network that dies tells nobody: what waits is tried again this often. */
const againEveryMs = 15_000;
const timeoutMs = 20_000;

/** A lesson's quiz: each choice is kept at once, here until the server has it; and submitting it. */
export function useQuiz(courseId: string, lessonId: string) {
  const queryClient = useQueryClient();
  const query = apiQuery(getQuiz, { params: { lessonId } }, { headers: courseProofHeaders(courseId) });
  const { data: quiz, isError, refetch } = useQuery(query);
  const outbox = useMemo(
    () => writtenOutbox<Written>(`openstall:quiz:${lessonId}`, playedStorage),
    [lessonId],
  );
  const [mine, setMine] = useState<Chosen>(() => chosenOf(outbox.waiting()));
  const [keeping, setKeeping] = useState<KeepStatus>("none");
  const attempt = useRef<{ id: string; of: string }>(undefined);

  // One after the other: two that are under way at once could arrive in the wrong order.
  const last = useRef<Promise<void>>(Promise.resolve());
  const send = useCallback(() => {
    const headers = courseProofHeaders(courseId);
    const turn = async () => {
      if (Object.keys(outbox.waiting()).length === 0) return;
      setKeeping("saving");
      try {
        await outbox.send(async (questionId, { choiceIds, at }) => {
          const secondsAgo = Math.max(0, Math.floor((Date.now() - at) / 1000));
          await callApi(
            saveQuizAnswer,
            { params: { lessonId, questionId }, body: { choiceIds, secondsAgo } },
            { headers, signal: AbortSignal.timeout(timeoutMs) },
          );
        });
        setKeeping("saved");
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
        setKeeping(isRefused ? "refused" : "waiting");
      }
    };
    last.current = last.current.then(turn);
    return last.current;
  }, [lessonId, outbox, courseId]);

  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), againEveryMs);
    const again = () => void send();
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [send]);

  /** What is chosen now: here, else by what the server kept. */
  const chosen: Chosen = useMemo(
    () => ({
      ...Object.fromEntries((quiz?.answers ?? []).map((answer) => [answer.questionId, answer.choiceIds])),
      ...mine,
    }),
    [quiz, mine],
  );

  async function submit(asked: AskedQuiz): Promise<QuizReview> {
    await last.current;
    const body = { versionId: asked.versionId, answers: answersOf(asked, chosen) };
    // The same again is the same attempt: its answer may have been lost on the way.
    const of = JSON.stringify(body);
    if (attempt.current?.of !== of) attempt.current = { id: crypto.randomUUID(), of };
    const review = await callApi(
      submitQuiz,
      { params: { lessonId, attemptId: attempt.current.id }, body },
      { headers: courseProofHeaders(courseId), signal: AbortSignal.timeout(timeoutMs) },
    );
    attempt.current = undefined;
    outbox.clear();
    queryClient.setQueryData<AskedQuiz>(query.queryKey, (known) => known && { ...known, answers: [] });
    setMine({});
    setKeeping("none");
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
    if (review.passed) void queryClient.invalidateQueries({ queryKey: progressQuery(courseId).queryKey });
    return review;
  }

  return {
    quiz,
    isFailed: isError && !quiz,
    reload: () => void refetch(),
    chosen,
    keeping,
    choose(questionId: string, choiceIds: string[]) {
      outbox.write(questionId, { choiceIds, at: Date.now() });
      setMine((known) => ({ ...known, [questionId]: choiceIds }));
      void send();
    },
    submit,
  };
}

function chosenOf(waiting: Record<string, Written>): Chosen {
  return Object.fromEntries(
    Object.entries(waiting).flatMap(([id, { choiceIds }]) =>
      Array.isArray(choiceIds) ? [[id, choiceIds]] : [],
    ),
  );
}
