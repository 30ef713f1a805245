import { type FormEvent, useEffect, useRef, useState } from "react";
import { longestReview } from "#contract/reviews/reviews.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ReviewItem } from "./review-item.tsx";
import { type CreatorReview, useReviewAnswers } from "./use-review-answers.ts";

/** One review of a product of the creator's, with the way to answer it. */
export function CreatorReviewCard({ review }: { review: CreatorReview }) {
  const { answer, removal } = useReviewAnswers();
  const [draft, setDraft] = useState<string>();
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const params = { id: review.id };
  const who = review.authorName || "a verified buyer";
  /** The form is gone, and with it the focus. */
  const close = () => {
    setDraft(undefined);
    place.current?.focus();
  };
  return (
    <Card ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3 p-4 sm:p-5">
      <p dir="auto" className="text-sm font-semibold wrap-anywhere">
        {review.productTitle}
      </p>
      <ReviewItem
        review={draft === undefined ? review : { ...review, answer: null }}
        answeredBy="you"
        aside={review.answer === null && <Badge tone="warning">Unanswered</Badge>}
      />
      {draft === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => setDraft(review.answer ?? "")}
            aria-label={`${review.answer === null ? "Answer" : "Edit answer to"} the review of ${who}`}
          >
            {review.answer === null ? "Answer" : "Edit answer"}
          </Button>
          {review.answer !== null && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => setAsking(true)}
              aria-label={`Remove answer to the review of ${who}`}
            >
              Remove answer
            </Button>
          )}
          <LinkButton
            variant="ghost"
            size="sm"
            href={`/admin?tab=customers&customer=${review.customerId}`}
            aria-label={`View customer: ${who}`}
          >
            View customer
          </LinkButton>
        </div>
      ) : (
        <AnswerForm
          text={draft}
          onChange={setDraft}
          isSaving={answer.isPending}
          onSave={(text) => answer.mutate({ params, body: { text } }, { onSuccess: close })}
          onCancel={close}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove your answer"
        description="It is taken away from below the review. This action cannot be undone."
        confirmLabel="Remove answer"
        destructive
        pending={removal.isPending}
        onConfirm={() => removal.mutate({ params }, { onSettled: () => setAsking(false) })}
      />
    </Card>
  );
}

type AnswerFormProps = {
  text: string;
  onChange: (text: string) => void;
  isSaving: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** The creator's answer, which everybody reads below the review. */
function AnswerForm({ text, onChange, isSaving, onSave, onCancel }: AnswerFormProps) {
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
