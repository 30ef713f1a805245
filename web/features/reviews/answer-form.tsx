import { type FormEvent, useEffect, useRef, useState } from "react";
import { longestReview } from "#contract/reviews/reviews.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type AnswerFormProps = {
  text: string;
  onChange: (text: string) => void;
  isSaving: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** The creator's answer, which everybody reads below the review. */
export function AnswerForm({ text, onChange, isSaving, onSave, onCancel }: AnswerFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  // The button that opened it is gone.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (text.trim() !== "") return onSave(text);
    setEmpty(true);
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label="Your answer"
        required
        hint="Everybody reads it below the review."
        error={isEmpty && text.trim() === "" ? "Write an answer" : undefined}
      >
        <Textarea
          ref={field}
          value={text}
          maxLength={longestReview}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={isSaving}>
          Save answer
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
