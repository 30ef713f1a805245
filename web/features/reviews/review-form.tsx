import { type FormEvent, useEffect, useRef, useState } from "react";
import { longestReview, longestReviewName } from "#contract/reviews/reviews.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { StarChoice } from "./star-choice.tsx";
import type { ReviewDraft } from "./use-my-review.ts";

type ReviewFormProps = {
  draft: ReviewDraft;
  onChange: (draft: ReviewDraft) => void;
  isNew: boolean;
  isSaving: boolean;
  /** What the server says is wrong, by field. */
  problems: Partial<Record<string, string>>;
  onSave: (draft: ReviewDraft & { rating: number }) => void;
  onCancel: () => void;
};

/** Stars, a text and a name. It opens with the focus on the stars. */
export function ReviewForm({
  draft,
  onChange,
  isNew,
  isSaving,
  problems,
  onSave,
  onCancel,
}: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isUnrated, setUnrated] = useState(false);
  const { rating, text, authorName } = draft;

  const focusStars = () => {
    const stars = form.current?.querySelectorAll<HTMLInputElement>("input[type=radio]");
    const chosen = [...(stars ?? [])].find(({ checked }) => checked) ?? stars?.[0];
    chosen?.focus();
  };
  // The button that opened it is gone.
  useEffect(focusStars, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (rating === undefined) {
      setUnrated(true);
      focusStars();
      return;
    }
    onSave({ ...draft, rating });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <StarChoice
        value={rating}
        onChange={(rating) => onChange({ ...draft, rating })}
        error={problems["rating"] ?? (isUnrated && rating === undefined ? "Choose 1 to 5 stars" : undefined)}
      />
      <Field
        label="Your review"
        aside="Optional"
        error={problems["text"]}
        hint="What helped you, and what did not?"
      >
        <Textarea
          value={text}
          maxLength={longestReview}
          onChange={({ target }) => onChange({ ...draft, text: target.value })}
        />
      </Field>
      <Field
        label="Name shown with it"
        aside="Optional"
        error={problems["authorName"]}
        hint="Left empty, it says 'Verified buyer'. The creator can see which purchase it belongs to."
      >
        <Input
          value={authorName}
          maxLength={longestReviewName}
          autoComplete="name"
          onChange={({ target }) => onChange({ ...draft, authorName: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSaving}>
          {isNew ? "Publish review" : "Save review"}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
