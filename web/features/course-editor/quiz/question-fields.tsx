import { Plus, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { mostChoices } from "#contract/courses/quiz.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { inOrderOf, ofKind, type Question, replaced, withChoice, without, withRight } from "./change-quiz.ts";
import { type Figures, rightText } from "./quiz-figures.tsx";

type Props = {
  question: Question;
  number: number;
  /** The means to move it. */
  handles: ReactNode;
  /** Once somebody has tried. */
  attempts: Figures | undefined;
  onChange: (question: Question) => void;
  onRemove: () => void;
};

/** One question with its choices, of which the right ones are marked. */
export function QuestionFields({ question, number, handles, attempts, onChange, onRemove }: Props) {
  const { id, kind, text, explanation, choices } = question;
  const addChoice = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string>();
  // A choice that was added is to be written.
  useEffect(() => {
    if (added) document.getElementById(`choice-${added}`)?.focus();
  }, [added]);

  return (
    <fieldset id={`question-${id}`} className="grid min-w-0 gap-4 py-5">
      <legend className="sr-only">Question {number}</legend>
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm font-semibold">
          Question {number}
          {attempts && (
            <span className="ml-2 font-normal text-muted-foreground">{rightText(attempts, id)}</span>
          )}
        </p>
        <span className="flex items-center">
          {handles}
          <IconButton label={`Remove question ${number}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <Field label="Question">
        <Textarea
          rows={2}
          maxLength={1_000}
          className="min-h-16"
          value={text}
          onChange={(event) => onChange({ ...question, text: event.currentTarget.value })}
        />
      </Field>
      <Field label="Kind" className="max-w-60">
        <NativeSelect
          value={kind}
          onChange={(event) =>
            onChange(ofKind(question, event.currentTarget.value === "MULTIPLE" ? "MULTIPLE" : "SINGLE"))
          }
        >
          <option value="SINGLE">One right answer</option>
          <option value="MULTIPLE">Several right answers</option>
        </NativeSelect>
      </Field>
      <div role="group" aria-label={`Choices of question ${number}`} className="grid gap-2">
        <p className="text-sm font-medium">
          Choices{" "}
          <span className="font-normal text-muted-foreground">
            {kind === "SINGLE"
              ? "Mark the right one."
              : "Mark all that are right. They count all or nothing."}
          </span>
        </p>
        <SortableList
          label={`Choices of question ${number}`}
          items={choices}
          idOf={(choice) => choice.id}
          nameOf={(choice) => `Choice ${choices.indexOf(choice) + 1}`}
          onReorder={(ids) => onChange({ ...question, choices: inOrderOf(choices, ids) })}
        >
          {(choice, moving, index) => (
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
              <input
                type={kind === "SINGLE" ? "radio" : "checkbox"}
                name={`right-${id}`}
                aria-label={`Choice ${index + 1} is right`}
                checked={choice.correct}
                onChange={(event) => onChange(withRight(question, choice.id, event.currentTarget.checked))}
                className="size-5 shrink-0 accent-brand"
              />
              <div className="min-w-40 grow">
                <Input
                  id={`choice-${choice.id}`}
                  aria-label={`Choice ${index + 1}`}
                  maxLength={300}
                  value={choice.text}
                  onChange={(event) =>
                    onChange({
                      ...question,
                      choices: replaced(choices, { ...choice, text: event.currentTarget.value }),
                    })
                  }
                />
              </div>
              <span className="ml-auto flex items-center">
                {moving}
                <IconButton
                  label={`Remove choice ${index + 1}`}
                  onClick={() => {
                    onChange({ ...question, choices: without(choices, choice.id) });
                    addChoice.current?.focus();
                  }}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </span>
            </div>
          )}
        </SortableList>
        <Button
          ref={addChoice}
          variant="ghost"
          size="sm"
          className="w-fit"
          disabled={choices.length >= mostChoices}
          onClick={() => {
            const longer = withChoice(question);
            onChange(longer);
            setAdded(longer.choices.at(-1)?.id);
          }}
        >
          <Plus aria-hidden="true" /> Add a choice
        </Button>
      </div>
      <Field
        label="Explanation"
        aside="Optional"
        hint="Told once a buyer passes, or after two tries in vain."
      >
        <Textarea
          rows={2}
          maxLength={2_000}
          className="min-h-16"
          value={explanation}
          onChange={(event) => onChange({ ...question, explanation: event.currentTarget.value })}
        />
      </Field>
    </fieldset>
  );
}
