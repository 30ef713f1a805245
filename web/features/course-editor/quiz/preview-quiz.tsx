import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { markQuizPreview, previewQuiz } from "#contract/courses/work-preview.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { answersOf, type Chosen, type QuizReview } from "#web/features/player/quiz/quiz-answers.ts";
import { QuizForm } from "#web/features/player/quiz/quiz-form.tsx";
import { QuizResult } from "#web/features/player/quiz/quiz-result.tsx";
import { QuizSkeleton } from "#web/features/player/quiz/quiz-skeleton.tsx";
import { Button } from "#web/ui/button.tsx";

type Props = { productId: string; lessonId: string };

/** A quiz as buyers answer it: marked by the server, and kept nowhere. */
export function PreviewQuiz(params: Props) {
  const query = apiQuery(previewQuiz, { params });
  const { data: quiz, isError, refetch } = useQuery({ ...query, staleTime: 0 });
  const [chosen, setChosen] = useState<Chosen>({});
  const [review, setReview] = useState<QuizReview>();
  const [isAgain, setAgain] = useState(false);
  return (
    <section aria-labelledby="quiz-title" className="lesson-quiz max-w-3xl px-5 py-6 sm:px-8">
      <h3 id="quiz-title" className="text-base font-semibold">
        Quiz
      </h3>
      {!quiz && isError && (
        <p className="mt-3 text-sm text-muted-foreground">
          The quiz could not be loaded.{" "}
          <Button variant="ghost" size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {!quiz && !isError && <QuizSkeleton />}
      {quiz && (
        <div className="mt-1 grid gap-6">
          <p className="text-sm text-muted-foreground">
            {quiz.neededPercent}% right answers pass. This is a preview: your answers are marked, and neither
            stored nor counted.
          </p>
          {review ? (
            <>
              <QuizResult key={review.id} review={review} means={meaningOf(review)} />
              <Button
                variant="outline"
                className="w-fit"
                onClick={() => {
                  setReview(undefined);
                  setChosen({});
                  setAgain(true);
                }}
              >
                Try again
              </Button>
            </>
          ) : (
            <QuizForm
              quiz={quiz}
              chosen={chosen}
              kept=""
              onChoose={(questionId, choiceIds) =>
                setChosen((known) => ({ ...known, [questionId]: choiceIds }))
              }
              isAgain={isAgain}
              onSubmit={async () => {
                const body = { versionId: quiz.versionId, answers: answersOf(quiz, chosen) };
                setReview(await callApi(markQuizPreview, { params, body }));
              }}
              onChanged={() => void refetch()}
            />
          )}
        </div>
      )}
    </section>
  );
}

const meaningOf = ({ passed, neededPercent }: QuizReview): string =>
  passed
    ? "A buyer's lesson would be complete now."
    : `${neededPercent}% pass. Buyers are told the right answers once they pass, or after two tries.`;
