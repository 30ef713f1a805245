import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { QuizQuestion } from "./quiz-question.tsx";
import type { AskedQuiz, Chosen } from "./quiz-answers.ts";

type Props = {
  quiz: AskedQuiz;
  chosen: Chosen;
  /** How it stands with what is chosen. */
  kept: string;
  onChoose: (questionId: string, choiceIds: string[]) => void;
  /** It was asked for by a press that is gone by now. */
  isAgain: boolean;
  onSubmit: () => Promise<void>;
  /** The questions are to be read anew. */
  onChanged: () => void;
};

/** The questions with what is chosen. */
export function QuizForm({ quiz, chosen, kept, onChoose, isAgain, onSubmit, onChanged }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    if (isAgain) form.current?.querySelector("input")?.focus();
  }, [isAgain]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const missing = quiz.questions.flatMap(({ id }, index) =>
      chosen[id]?.length ? [] : [{ id, number: index + 1 }],
    );
    const [first] = missing;
    if (first) {
      setProblem(
        `${missing.length === 1 ? "Question" : "Questions"} ${missing.map(({ number }) => number).join(", ")} ${missing.length === 1 ? "has" : "have"} no answer yet.`,
      );
      form.current?.querySelector<HTMLElement>(`[name="${first.id}"]`)?.focus();
      return;
    }
    setProblem(undefined);
    setSending(true);
    try {
      await onSubmit();
    } catch (error) {
      setProblem(refusalOf(error));
      if (error instanceof ApiError && error.body.code === "QUIZ_CHANGED") onChanged();
      setSending(false);
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-7">
      {quiz.questions.map((question, index) => (
        <QuizQuestion
          key={question.id}
          question={question}
          number={index + 1}
          count={quiz.questions.length}
          chosen={chosen[question.id] ?? []}
          onChoose={(choiceIds) => {
            setProblem(undefined);
            onChoose(question.id, choiceIds);
          }}
        />
      ))}
      {problem && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="brand" aria-busy={isSending || undefined} className="max-sm:w-full">
          {isSending ? "Submitting…" : "Submit answers"}
        </Button>
        <p role="status" className="text-sm text-muted-foreground">
          {kept}
        </p>
      </div>
    </form>
  );
}

const refusalOf = (error: unknown): string =>
  errorMessage(
    error,
    "Your answers could not be submitted, and are kept. Please check your connection and try again.",
  );
