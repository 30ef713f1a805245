import { type FormEvent, useState } from "react";
import { mostReasonLetters, startSignInReset, suspendStore } from "#contract/operator/operator.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Creator } from "./creators.tsx";

/** What an operator does to an account, with what is asked and said about it. */
type Act = {
  send: (id: string, reason: string) => Promise<unknown>;
  title: (handle: string) => string;
  description: string;
  label: string;
  hint: string;
  missing: string;
  button: string;
  done: (handle: string) => string;
  failed: (handle: string) => string;
};

export const suspension: Act = {
  send: (id, reason) => callApi(suspendStore, { params: { id }, body: { reason } }),
  title: (handle) => `Suspend @${handle}?`,
  description:
    "Nothing is sold, answered or sent, memberships aren't renewed and nothing is paid out until you reinstate it. Buyers keep what they bought.",
  label: "Reason",
  hint: "The creator reads it in their dashboard and in an email, and it stays in the log.",
  missing: "Say why, in the words that its creator reads",
  button: "Suspend this store",
  done: (handle) => `@${handle} is suspended`,
  failed: (handle) => `@${handle} could not be suspended. Please try again.`,
};

export const signInReset: Act = {
  send: (id, reason) => callApi(startSignInReset, { params: { id }, body: { reason } }),
  title: (handle) => `Reset the sign-in of @${handle}?`,
  description:
    "For an owner who has lost their passkeys and recovery codes. In 72 hours emailed codes sign in to the account again. The owner is told now and then, and can cancel it.",
  label: "How you know it's the owner",
  hint: "It stays in the operators' log. The owner doesn't see it.",
  missing: "Say how you know that it's the owner",
  button: "Start the reset",
  done: (handle) => `A reset of @${handle} has started`,
  failed: (handle) => `The reset of @${handle} couldn't be started. Please try again.`,
};

type Props = {
  act: Act;
  /** Whose account; undefined: it is closed. */
  creator: Creator | undefined;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks an operator for a reason before they act. What was typed stays while it is sent. */
export function ReasonDialog({ act, creator, refresh, onClose }: Props) {
  return (
    <Dialog
      open={creator !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={act.title(creator?.handle ?? "")}
      description={act.description}
      size="sm"
    >
      {creator && <ReasonForm act={act} creator={creator} refresh={refresh} onClose={onClose} />}
    </Dialog>
  );
}

function ReasonForm({ act, creator, refresh, onClose }: Props & { creator: Creator }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = useChange({
    change: () => act.send(creator.id, reason),
    refresh,
    done: () => act.done(creator.handle),
    failed: (error) => {
      const refused = refusedField(error);
      setProblem(refused);
      return refused ? undefined : act.failed(creator.handle);
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setProblem(act.missing);
    change.mutate(undefined, { onSuccess: onClose });
  }
  return (
    <form onSubmit={send} noValidate>
      <Field label={act.label} required error={problem} hint={act.hint}>
        <Textarea
          value={reason}
          maxLength={mostReasonLetters}
          onChange={({ target }) => {
            setReason(target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose>Cancel</DialogClose>
        <Button type="submit" variant="destructive" loading={change.isPending}>
          {act.button}
        </Button>
      </DialogFooter>
    </form>
  );
}
