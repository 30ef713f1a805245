import { type FormEvent, useState } from "react";
import { mostReviewWords, requestNameReview } from "#contract/accounts/sender-name.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type Props = { open: boolean; onClose: () => void; onSent: () => void };

/** Asks the operator to let emails show the creator's name. */
export function NameReviewDialog({ open, onClose, onSent }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Ask for a review of your name"
      description="Whoever runs this site reads your note and answers by email. An approval is for this name and handle, and ends if you change either."
      size="sm"
    >
      <ReviewForm onClose={onClose} onSent={onSent} />
    </Dialog>
  );
}

function ReviewForm({ onClose, onSent }: Pick<Props, "onClose" | "onSent">) {
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const ask = useChange({
    change: (body: { note: string }) => callApi(requestNameReview, { body }),
    refresh: async () => onSent(),
    done: () => "Your request was sent",
    failed: (error) => {
      const refused = refusedField(error);
      setProblem(refused);
      return refused ? undefined : "Your request could not be sent. Please try again.";
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    // The dialog stands inside the profile's form.
    event.stopPropagation();
    if (note.trim() === "") return setProblem("Tell the operator why this is your name");
    ask.mutate({ note }, { onSuccess: onClose });
  }
  return (
    <form onSubmit={send} noValidate>
      <Field
        label="Note"
        required
        error={problem}
        hint="Say why this is your name, for example with a link to your site."
      >
        <Textarea
          value={note}
          maxLength={mostReviewWords}
          onChange={({ target }) => {
            setNote(target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose>Cancel</DialogClose>
        <Button type="submit" loading={ask.isPending}>
          Send request
        </Button>
      </DialogFooter>
    </form>
  );
}
