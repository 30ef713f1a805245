import { isolated } from "#contract/isolated.ts";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Textarea } from "#web/ui/textarea.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { EndMembership } from "./end-membership.tsx";
import { useOrderChanges } from "./use-order-changes.ts";

type Props = {
  request: AdminOrder["refundRequests"][number];
  answer: "GRANTED" | "DECLINED";
  onClose: () => void;
};

/** The creator's answer to a refund request, with a note that the buyer reads. */
export function AnswerRequestDialog({ request, answer, onClose }: Props) {
  const { answerRequest } = useOrderChanges();
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const [endMembership, setEndMembership] = useState(true);
  const id = useId();
  const isGrant = answer === "GRANTED";
  const amount = formatMoney(request.leftCents, request.currency);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isGrant && note.trim() === "") return setProblem("Say why, in a sentence");
    const body = { answer, note, ...(isGrant && request.billsOn && { endMembership }) };
    answerRequest.mutate({ params: { id: request.id }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(next) => !next && !answerRequest.isPending && onClose()}
      title={isGrant ? "Grant this refund" : "Decline this request"}
      description={
        isGrant
          ? request.billsOn
            ? `${amount} goes back to the buyer. This action cannot be undone.`
            : `${amount} goes back to the buyer, and their access to ${isolated(request.title)} ends. This action cannot be undone.`
          : "The buyer is told by mail, with your words."
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={isGrant ? "Note to the buyer (optional)" : "Why"}
          hint="The buyer reads it."
          error={problem}
        >
          <Textarea
            rows={3}
            maxLength={1_000}
            value={note}
            onChange={(event) => {
              setProblem(undefined);
              setNote(event.currentTarget.value);
            }}
          />
        </Field>
        {isGrant && request.billsOn && (
          <EndMembership id={id} ends={endMembership} onChange={setEndMembership} />
        )}
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button
            type="submit"
            variant={isGrant ? "destructive" : "primary"}
            loading={answerRequest.isPending}
          >
            {isGrant ? `Refund ${amount}` : "Decline"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
