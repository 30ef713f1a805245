import { useState } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { QuizReview } from "#web/features/player/quiz/quiz-answers.ts";
import { QuizForm } from "#web/features/player/quiz/quiz-form.tsx";
import { QuizSkeleton } from "#web/features/player/quiz/quiz-skeleton.tsx";
import { QuizResult } from "#web/features/player/quiz/quiz-result.tsx";
import { Button } from "#web/ui/button.tsx";
import { QuizAttempts } from "./quiz-attempts.tsx";
import { type KeepStatus, useQuiz } from "./use-quiz.ts";

const keepTexts: Record<KeepStatus, string> = {
  none: "",
  saving: "Saving your choices…",
  saved: "Your choices are saved.",
  waiting: "You seem to be offline. Your choices are kept in this browser, and saved once you are back.",
  refused: "This quiz has changed since you opened it. Please look at its questions once more.",
};

/** Asks a quiz, says what an attempt came to, and lists those before. */
export function Quiz({ lessonId }: { lessonId: string }) {
  const { course } = useCourseVisit();
  const { quiz, isFailed, reload, chosen, keeping, choose, submit } = useQuiz(course.id, lessonId);
  const [review, setReview] = useState<QuizReview>();
  const [isAgain, setAgain] = useState(false);

  if (isFailed)
    return (
      <p className="mt-3 text-sm text-muted-foreground">
        The quiz could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={reload}>
          Try Again
        </Button>
      </p>
    );
  if (!quiz) return <QuizSkeleton />;

  const hasBegun = Object.values(chosen).some((choiceIds) => choiceIds.length > 0);
  const isAsking = !review && (isAgain || hasBegun || quiz.attemptCount === 0);
  return (
    <div className="mt-1 grid gap-6">
      <p className="text-sm text-muted-foreground">
        {quiz.neededPercent}% right answers pass. You may try as often as you like, and your best try counts.
        {quiz.bestPercent !== null && ` Your best: ${quiz.bestPercent}%.`}
      </p>
      {isAsking ? (
        <QuizForm
          quiz={quiz}
          chosen={chosen}
          kept={keepTexts[keeping]}
          onChoose={choose}
          isAgain={isAgain}
          onSubmit={async () => {
            setReview(await submit(quiz));
            setAgain(false);
          }}
          onChanged={reload}
        />
      ) : (
        <>
          {review ? (
            <QuizResult key={review.id} review={review} />
          ) : (
            <p className="font-medium">
              {quiz.passed ? "You have passed this quiz." : "You have not passed this quiz yet."}
            </p>
          )}
          <Button
            variant={quiz.passed || review?.passed ? "outline" : "brand"}
            className="w-fit"
            onClick={() => {
              setReview(undefined);
              setAgain(true);
            }}
          >
            Try again
          </Button>
        </>
      )}
      <QuizAttempts courseId={course.id} lessonId={lessonId} quiz={quiz} onOpen={setReview} />
    </div>
  );
}
