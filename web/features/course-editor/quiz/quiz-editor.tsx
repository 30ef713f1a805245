import { CircleAlert, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { mostQuestions } from "#contract/courses/quiz.ts";
import { quizProblem } from "#contract/courses/quiz-problem.ts";
import type { EditedLesson, Quiz } from "#web/features/course-editor/lesson-fields.ts";
import type { LessonSession } from "#web/features/course-editor/lesson-session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { readNumber } from "#web/ui/typed-number.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { inOrderOf, newQuestion, type Question, replaced, without } from "./change-quiz.ts";
import { QuestionFields } from "./question-fields.tsx";
import { QuizFigures, useQuizFigures } from "./quiz-figures.tsx";

type Props = { productId: string; session: LessonSession; quiz: Quiz; lesson: EditedLesson };

/** The questions of a lesson's quiz, saved with the lesson. */
export function QuizEditor({ productId, session, quiz, lesson }: Props) {
  const { questions } = quiz;
  const [isRemoving, setRemoving] = useState(false);
  const [added, setAdded] = useState<string>();
  const add = useRef<HTMLButtonElement>(null);
  const figures = useQuizFigures(productId, lesson);
  const problem = quizProblem(quiz);
  const change = (changed: Question[]) => session.change({ quiz: { ...quiz, questions: changed } });

  // A question that was added is to be written.
  useEffect(() => {
    if (added) document.getElementById(`question-${added}`)?.querySelector("textarea")?.focus();
  }, [added]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {problem && (
        <Notice tone="warning" icon={CircleAlert} title="Buyers do not get this version yet">
          <p>{problem}. What you have written is saved all the same.</p>
        </Notice>
      )}
      <QuizFigures figures={figures} />
      <NeededField
        percent={quiz.neededPercent}
        onChange={(neededPercent) => session.change({ quiz: { ...quiz, neededPercent } })}
      />
      <SortableList
        label="Questions"
        items={questions}
        idOf={({ id }) => id}
        nameOf={({ id }) => `Question ${questions.findIndex((each) => each.id === id) + 1}`}
        onReorder={(ids) => change(inOrderOf(questions, ids))}
      >
        {(question, handles, index) => (
          <QuestionFields
            question={question}
            number={index + 1}
            handles={handles}
            attempts={figures && figures.attemptCount !== 0 ? figures : undefined}
            onChange={(changed) => change(replaced(questions, changed))}
            onRemove={() => {
              change(without(questions, question.id));
              add.current?.focus();
            }}
          />
        )}
      </SortableList>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={add}
          variant="outline"
          disabled={questions.length >= mostQuestions}
          onClick={() => {
            const question = newQuestion();
            change([...questions, question]);
            setAdded(question.id);
          }}
        >
          <Plus aria-hidden="true" /> Add a question
        </Button>
        <Button variant="ghost" onClick={() => setRemoving(true)}>
          Remove the quiz
        </Button>
      </div>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove this quiz?"
        description="Its questions are deleted. Buyers complete the lesson without it; who has passed stays so."
        confirmLabel="Remove the quiz"
        destructive
        onConfirm={() => {
          setRemoving(false);
          session.change({ quiz: null });
          void session.flush();
        }}
      />
    </div>
  );
}

function NeededField({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? String(percent);
  const isOutside = percentOf(text) === undefined;
  return (
    <NumberField
      kind="whole"
      label="Right answers that pass, in %"
      hint="Of all questions; 70 unless you choose otherwise."
      className="max-w-60"
      text={text}
      value={text}
      maxLength={3}
      error={isOutside ? "Between 1 and 100 %" : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const read = percentOf(event.currentTarget.value);
        if (read !== undefined) onChange(read);
      }}
      onBlur={() => !isOutside && setTyped(undefined)}
    />
  );
}

function percentOf(text: string): number | undefined {
  const read = readNumber(text, "whole");
  const percent = "problem" in read ? null : read.value;
  return percent !== null && percent >= 1 && percent <= 100 ? percent : undefined;
}
