import { type FormEvent, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { mostReviewWords } from "#contract/accounts/sender-name.ts";
import { decideNameReview } from "#contract/operator/sender-names.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { NameReview } from "./name-reviews.tsx";

type Props = {
  /** Undefined: it is closed. */
  review: NameReview | undefined;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks why before a sender name is declined: its creator reads these words. */
export function DeclineNameDialog({ review, refresh, onClose }: Props) {
  return (
    <Dialog
      open={review !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Decline ${isolated(review?.name ?? "")}?`}
      description="Emails keep showing the handle instead. The creator can ask again."
      size="sm"
    >
      {review && <DeclineForm review={review} refresh={refresh} onClose={onClose} />}
    </Dialog>
  );
}

const whyMissing = "Say why, in the words that the creator reads";

function DeclineForm({ review, refresh, onClose }: Props & { review: NameReview }) {
  const [answer, setAnswer] = useState("");
  const [problem, setProblem] = useState<string>();
  const decline = useChange({
    change: (body: { answer: string }) =>
      callApi(decideNameReview, { params: { id: review.id }, body: { decision: "DECLINED", ...body } }),
    refresh,
    done: () => "The name is declined",
    failed: (error) => {
      const refused = refusedField(error);
      setProblem(refused);
      return refused ? undefined : "The name could not be declined. Please try again.";
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (answer.trim() === "") return setProblem(whyMissing);
    decline.mutate({ answer }, { onSuccess: onClose });
  }
  return (
    <form onSubmit={send} noValidate>
      <Field label="Reason" required error={problem} hint="The creator gets it by email.">
        <Textarea
          value={answer}
          maxLength={mostReviewWords}
          onChange={({ target }) => {
            setAnswer(target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose>Cancel</DialogClose>
        <Button type="submit" variant="destructive" loading={decline.isPending}>
          Decline this name
        </Button>
      </DialogFooter>
    </form>
  );
}
