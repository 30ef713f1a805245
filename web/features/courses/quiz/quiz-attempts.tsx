import { useState } from "react";
import { getQuizReview } from "#contract/courses/quiz.ts";
import { callApi } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { toast } from "#web/ui/toast.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Button } from "#web/ui/button.tsx";
import type { AskedQuiz, QuizReview } from "#web/features/player/quiz/quiz-answers.ts";

type Props = { courseId: string; lessonId: string; quiz: AskedQuiz; onOpen: (review: QuizReview) => void };

/** One's own attempts, to be read again as the quiz was then. */
export function QuizAttempts({ courseId, lessonId, quiz: { attempts, attemptCount }, onOpen }: Props) {
  const zone = useZone();
  const [opening, setOpening] = useState<string>();
  if (attemptCount === 0) return null;

  async function open(attemptId: string) {
    setOpening(attemptId);
    try {
      onOpen(
        await callApi(
          getQuizReview,
          { params: { lessonId, attemptId } },
          { headers: courseProofHeaders(courseId) },
        ),
      );
    } catch {
      toast({
        title: "This try could not be loaded",
        description: "Please check your connection and try again.",
        variant: "destructive",
      });
    } finally {
      setOpening(undefined);
    }
  }

  return (
    <details className="lesson-part border-t border-border">
      <summary>Your tries ({attemptCount})</summary>
      <ul className="grid gap-1 pb-4 text-sm">
        {attempts.map(({ id, submittedAt, scorePercent, passed }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {momentText(submittedAt, zone)}: {scorePercent}%{passed && ", passed"}
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-busy={opening === id || undefined}
              aria-label={`Look at it: the try of ${momentText(submittedAt, zone)}`}
              onClick={() => void open(id)}
            >
              Look at it
            </Button>
          </li>
        ))}
      </ul>
      {attemptCount > attempts.length && (
        <p className="pb-4 text-sm text-muted-foreground">The newest {attempts.length} are shown.</p>
      )}
    </details>
  );
}
