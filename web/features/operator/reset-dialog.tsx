import { type FormEvent, useState } from "react";
import { mostSuspensionWords, startSignInReset } from "#contract/operator/operator.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Creator } from "./creators.tsx";

type Props = {
  /** Whose sign-in; undefined: it is closed. */
  creator: Creator | undefined;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks how the operator knows the owner, before the reset of a sign-in starts. What was typed stays while it is sent. */
export function ResetDialog({ creator, refresh, onClose }: Props) {
  return (
    <Dialog
      open={creator !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Reset the sign-in of @${creator?.handle ?? ""}?`}
      description="For an owner who has lost their passkeys and recovery codes. In 72 hours emailed codes sign in to the account again. The owner is told now and then, and can cancel it."
      size="sm"
    >
      {creator && <ResetForm creator={creator} refresh={refresh} onClose={onClose} />}
    </Dialog>
  );
}

function ResetForm({ creator, refresh, onClose }: Props & { creator: Creator }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const reset = useChange({
    change: (body: { reason: string }) => callApi(startSignInReset, { params: { id: creator.id }, body }),
    refresh,
    done: () => `A reset of @${creator.handle} has started`,
    failed: (error) => {
      const refused = refusedField(error);
      setProblem(refused);
      return refused ? undefined : `The reset of @${creator.handle} couldn't be started. Please try again.`;
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setProblem("Say how you know that it's the owner");
    reset.mutate({ reason }, { onSuccess: onClose });
  }
  return (
    <form onSubmit={send} noValidate>
      <Field
        label="How you know it's the owner"
        required
        error={problem}
        hint="It stays in the operators' log. The owner doesn't see it."
      >
        <Textarea
          value={reason}
          maxLength={mostSuspensionWords}
          onChange={({ target }) => {
            setReason(target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <DialogFooter>
        <DialogClose>Cancel</DialogClose>
        <Button type="submit" variant="destructive" loading={reset.isPending}>
          Start the reset
        </Button>
      </DialogFooter>
    </form>
  );
}
