import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { useController } from "react-hook-form";
import { briefQuestionKinds, mostBriefQuestions } from "#contract/work-orders/brief-limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Section } from "./product-form-section.tsx";
import { useProductFields } from "./product-form-values.ts";
import { newQuestion, type QuestionDraft, readService } from "./service-draft.ts";

const kindTexts = { SHORT: "One line", LONG: "Several lines", CHOICE: "A choice" } as const;

/** What a service's buyers answer once they have paid, and when it is delivered. */
export function ServiceFields() {
  const { control, formState } = useProductFields();
  const { field, fieldState } = useController({ control, name: "service" });
  const { value, onChange } = field;
  const { questions } = value;
  const setQuestions = (next: QuestionDraft[]) => onChange({ ...value, questions: next });
  const read = formState.isSubmitted || fieldState.error ? readService(value) : undefined;
  const problem = read && "problem" in read ? read : undefined;
  const swap = (index: number, other: number) =>
    setQuestions(
      questions.map((question, place) =>
        place === index
          ? (questions[other] ?? question)
          : place === other
            ? (questions[index] ?? question)
            : question,
      ),
    );
  return (
    <Section title="Brief and delivery">
      <Field
        label="Delivered within (days)"
        aside="Optional"
        hint="A promise that stands on the product's page. The days count from when the brief is there."
        error={problem?.question === null ? problem.problem : undefined}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="sm:w-40"
          value={value.deliveryDays}
          onChange={(event) => onChange({ ...value, deliveryDays: event.target.value })}
        />
      </Field>
      <div role="group" aria-label="Brief" className="grid gap-4">
        <p className="text-sm text-muted-foreground">
          {questions.length === 0
            ? "Your buyers are asked nothing: their order is to do at once."
            : "Your buyers answer this once they have paid. Orders keep the questions that they were sold with."}
        </p>
        {questions.length > 0 && (
          <ol className="grid gap-4">
            {questions.map((question, index) => (
              <QuestionFields
                key={question.id}
                question={question}
                place={index + 1}
                isLast={index === questions.length - 1}
                problem={problem?.question === index ? problem.problem : undefined}
                onChange={(next) =>
                  setQuestions(questions.map((each, place) => (place === index ? next : each)))
                }
                onMove={(by) => swap(index, index + by)}
                onRemove={() => setQuestions(questions.filter((_, place) => place !== index))}
              />
            ))}
          </ol>
        )}
        {questions.length < mostBriefQuestions && (
          <Button
            variant="outline"
            className="justify-self-start"
            onClick={() => setQuestions([...questions, newQuestion(questions)])}
          >
            <Plus aria-hidden="true" />
            Add a question to the brief
          </Button>
        )}
      </div>
    </Section>
  );
}

type QuestionFieldsProps = {
  question: QuestionDraft;
  place: number;
  isLast: boolean;
  problem: string | undefined;
  onChange: (question: QuestionDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function QuestionFields({
  question,
  place,
  isLast,
  problem,
  onChange,
  onMove,
  onRemove,
}: QuestionFieldsProps) {
  const { kind, label, required, choices } = question;
  const boxId = useId();
  const name = `brief question ${place}`;
  const isOfChoices = problem !== undefined && kind === "CHOICE" && label.trim() !== "";
  return (
    <li aria-label={`Brief question ${place}`} className="grid gap-4 rounded-xl border border-border p-4">
      <Field label={`Brief question ${place}`} required error={isOfChoices ? undefined : problem}>
        <Input
          maxLength={200}
          autoComplete="off"
          placeholder="What is it for?"
          value={label}
          onChange={(event) => onChange({ ...question, label: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Field label="Answer">
          <NativeSelect
            className="sm:w-48"
            value={kind}
            onChange={(event) =>
              onChange({
                ...question,
                kind: briefQuestionKinds.find((each) => each === event.target.value) ?? kind,
              })
            }
          >
            {briefQuestionKinds.map((each) => (
              <option key={each} value={each}>
                {kindTexts[each]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <label
          htmlFor={`${boxId}-required`}
          className="flex min-h-11 items-center gap-2.5 text-sm font-medium"
        >
          <Checkbox
            id={`${boxId}-required`}
            checked={required}
            onChange={(event) => onChange({ ...question, required: event.target.checked })}
          />
          Has to be answered
        </label>
      </div>
      {kind === "CHOICE" && (
        <Field label="Choices" required hint="A line each." error={isOfChoices ? problem : undefined}>
          <Textarea
            rows={3}
            placeholder={"A logo\nA banner"}
            value={choices}
            onChange={(event) => onChange({ ...question, choices: event.target.value })}
          />
        </Field>
      )}
      <div className="flex justify-end gap-1">
        <IconButton label={`Move ${name} up`} disabled={place === 1} onClick={() => onMove(-1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}
