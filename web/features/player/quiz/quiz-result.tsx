import { Check, CircleCheck, CircleX, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import type { QuizReview } from "./quiz-answers.ts";

type Props = {
  review: QuizReview;
  /** What the result means, in place of what it means for a buyer. */
  means?: string;
};

/** What an attempt came to, question by question. It has the focus, since what was pressed is gone. */
export function QuizResult({ review, means }: Props) {
  const { passed, correctCount, questionCount, scorePercent, neededPercent, isRevealed, questions } = review;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <div
        className={classNames(
          "grid gap-1 rounded-xl p-4",
          passed
            ? "bg-success-soft text-success-soft-foreground"
            : "bg-warning-soft text-warning-soft-foreground",
        )}
      >
        <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {passed ? "Passed" : "Not passed yet"}: {correctCount} of {questionCount} right, {scorePercent}%
        </h4>
        <p className="text-sm">
          {means ??
            (passed
              ? "This lesson is complete."
              : isRevealed
                ? `${neededPercent}% pass. Read the answers below, and try again.`
                : `${neededPercent}% pass. The right answers are told once you pass, or after two tries.`)}
        </p>
      </div>
      <ol className="grid gap-5">
        {questions.map((question, index) => (
          <ReviewedQuestion key={question.id} question={question} number={index + 1} />
        ))}
      </ol>
    </div>
  );
}

type Question = QuizReview["questions"][number];

function ReviewedQuestion({ question, number }: { question: Question; number: number }) {
  const { text, isRight, explanation, choices } = question;
  return (
    <li className="grid gap-2 text-sm">
      <p className="flex items-start gap-2 font-medium">
        {isRight ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success-soft-foreground" />
        ) : (
          <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-destructive-soft-foreground" />
        )}
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">
          {number}. <bdi>{text}</bdi>{" "}
          <span className="text-muted-foreground">({isRight ? "right" : "wrong"})</span>
        </span>
      </p>
      <ul className="grid gap-1 pl-6.5">
        {choices.map((choice) => (
          <ReviewedChoice key={choice.id} choice={choice} />
        ))}
      </ul>
      {explanation && (
        <p className="ml-6.5 rounded-lg bg-muted px-3 py-2 wrap-anywhere whitespace-pre-line">
          {explanation}
        </p>
      )}
    </li>
  );
}

function ReviewedChoice({ choice: { text, isChosen, isCorrect } }: { choice: Question["choices"][number] }) {
  const said = [isChosen && "your choice", isCorrect && "right answer"].filter(Boolean).join(", ");
  return (
    <li
      className={classNames(
        "flex items-start gap-2 wrap-anywhere",
        !isChosen && !isCorrect && "text-muted-foreground",
        isCorrect === true && "font-medium text-success-soft-foreground",
      )}
    >
      <span className="mt-0.5 size-4 shrink-0">
        {isCorrect ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          isChosen && isCorrect === false && <X aria-hidden="true" className="size-4" />
        )}
      </span>
      <span className="min-w-0">
        <bdi>{text}</bdi>
        {said && ` (${said})`}
      </span>
    </li>
  );
}
