import { Suspense, useId } from "react";
import { usualNeededPercent } from "#contract/courses/quiz.ts";
import type { LessonSession, LessonState } from "#web/features/course-editor/lesson-session.ts";
import { ErrorText } from "#web/features/course-editor/error-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { newQuestion } from "./change-quiz.ts";

const QuizEditor = loadable(async () => (await import("./quiz-editor.tsx")).QuizEditor);

type Props = { productId: string; session: LessonSession; state: LessonState };

/** The quiz at the end of a lesson, where it has one. */
export function QuizField({ productId, session, state }: Props) {
  const { quiz } = state.fields;
  // Several lessons are open at once, all but one of them hidden.
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-border pt-5"
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="text-sm font-medium">
          Quiz
        </h3>
        {!quiz && (
          <p className="text-sm text-muted-foreground">
            Questions at the end of the lesson. Buyers complete it by passing.
          </p>
        )}
      </div>
      {quiz ? (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <QuizEditor productId={productId} session={session} quiz={quiz} lesson={state.item} />
        </Suspense>
      ) : (
        <Button
          variant="outline"
          className="w-fit"
          onClick={() =>
            session.change({ quiz: { neededPercent: usualNeededPercent, questions: [newQuestion()] } })
          }
        >
          Add a quiz
        </Button>
      )}
      {state.errors.quiz && <ErrorText text={state.errors.quiz} />}
    </section>
  );
}
