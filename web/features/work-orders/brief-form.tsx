import { type FormEvent, useRef, useState } from "react";
import { type BriefAnswers, briefProblems } from "#contract/work-orders/brief-problems.ts";
import { mostLongAnswer, mostShortAnswer } from "#contract/work-orders/brief-limits.ts";
import type { BriefQuestion } from "#contract/work-orders/service-terms.ts";
import { ApiError, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { keepAnswers, readKeptAnswers } from "./kept-answers.ts";
import type { BoughtWork } from "./use-bought-work.ts";

type Props = {
  itemId: string;
  work: BoughtWork;
  /** Sends what was typed over this revision; throws what the server says. */
  onSend: (brief: { answers: { questionId: string; text: string }[]; revision: number }) => Promise<unknown>;
  onClose?: (() => void) | undefined;
};

/** What the creator asks before they begin. What is typed is kept in the browser until it is sent. */
export function BriefForm({ itemId, work, onSend, onClose }: Props) {
  const { questions, revision, seller } = work;
  const [answers, setAnswers] = useState<BriefAnswers>(() => readKeptAnswers(itemId) ?? work.answers);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (id: string, text: string) => {
    const next = { ...answers, [id]: text };
    setAnswers(next);
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== id)));
    keepAnswers(itemId, next);
  };
  const show = (found: Record<string, string>) => {
    setProblems(found);
    const first = questions.find(({ id }) => found[id] !== undefined);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.id}"]`)?.focus();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    const found = briefProblems(questions, answers);
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSend({
        answers: questions.map(({ id }) => ({ questionId: id, text: answers[id] ?? "" })),
        revision,
      });
      keepAnswers(itemId, undefined);
      onClose?.();
    } catch (error) {
      if (error instanceof ApiError && error.body.fields) show(withoutPrefix(error.body.fields));
      setFailure(
        errorMessage(error, "Your brief could not be sent. What you typed is kept: try again in a moment."),
      );
    }
    setBusy(false);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      {questions.map((question) => (
        <Field
          key={question.id}
          label={question.label}
          required={question.required}
          {...(!question.required && { aside: "Optional" })}
          error={problems[question.id]}
        >
          <Answer question={question} value={answers[question.id] ?? ""} onChange={set} />
        </Field>
      ))}
      {failure && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" variant="brand" loading={busy}>
          {work.sentAt === null ? "Send brief" : "Save changes"}
        </Button>
        {onClose && (
          <Button
            variant="ghost"
            onClick={() => {
              keepAnswers(itemId, undefined);
              onClose();
            }}
          >
            Cancel
          </Button>
        )}
        <p className="text-sm text-muted-foreground">
          You can change it until <bdi>{seller}</bdi> begins.
        </p>
      </div>
    </form>
  );
}

type AnswerProps = {
  question: BriefQuestion;
  value: string;
  onChange: (id: string, text: string) => void;
};

function Answer({ question: { id, kind, choices, required }, value, onChange }: AnswerProps) {
  if (kind === "CHOICE")
    return (
      <NativeSelect name={id} value={value} onChange={(event) => onChange(id, event.target.value)}>
        <option value="">{required ? "Choose one" : "No answer"}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </NativeSelect>
    );
  if (kind === "SHORT")
    return (
      <Input
        name={id}
        dir="auto"
        maxLength={mostShortAnswer}
        value={value}
        onChange={(event) => onChange(id, event.target.value)}
      />
    );
  return (
    <Textarea
      name={id}
      dir="auto"
      rows={4}
      maxLength={mostLongAnswer}
      value={value}
      onChange={(event) => onChange(id, event.target.value)}
    />
  );
}

/** The server says them at `answers.<question>`. */
const withoutPrefix = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [name.replace(/^answers\./, ""), problem]),
  );
