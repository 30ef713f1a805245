import { type FormEvent, useState } from "react";
import { mostSuspensionWords, suspendStore } from "#contract/operator/operator.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { Creator } from "./creators.tsx";

type Props = {
  /** Whose store; undefined: it is closed. */
  creator: Creator | undefined;
  refresh: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks why before a store is suspended: its creator reads these words. What was typed stays while it is sent. */
export function SuspendDialog({ creator, refresh, onClose }: Props) {
  return (
    <Dialog
      open={creator !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Suspend @${creator?.handle ?? ""}?`}
      description="Nothing is sold, answered or sent, memberships are not renewed and nothing is paid out until you reinstate it. Buyers keep what they bought."
      size="sm"
    >
      {creator && <SuspendForm creator={creator} refresh={refresh} onClose={onClose} />}
    </Dialog>
  );
}

function SuspendForm({ creator, refresh, onClose }: Props & { creator: Creator }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const suspend = useChange({
    change: (body: { reason: string }) => callApi(suspendStore, { params: { id: creator.id }, body }),
    refresh,
    done: () => `@${creator.handle} is suspended`,
    failed: (error) => {
      const refused = refusedField(error);
      setProblem(refused);
      return refused ? undefined : `@${creator.handle} could not be suspended. Please try again.`;
    },
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setProblem("Say why, in the words that its creator reads");
    suspend.mutate({ reason }, { onSuccess: onClose });
  }
  return (
    <form onSubmit={send} noValidate>
      <Field
        label="Reason"
        required
        error={problem}
        hint="The creator reads it at their desk and in a mail, and it stays in the log."
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
        <Button type="submit" variant="destructive" loading={suspend.isPending}>
          Suspend this store
        </Button>
      </DialogFooter>
    </form>
  );
}
