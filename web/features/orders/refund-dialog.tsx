import { type FormEvent, useId, useState } from "react";
import { ApiError, isUnauthorized } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { toast } from "#web/ui/toast.ts";
import type { AdminOrder } from "./admin-order.ts";
import { EndMembership } from "./end-membership.tsx";
import { amountProblem, centsOf, isWhole, type RefundDraft, refundDraft } from "./refund-draft.ts";
import { RefundLine } from "./refund-line.tsx";
import { useRefundKey } from "./use-refund-key.ts";
import { useOrderChanges } from "./use-order-changes.ts";

type RefundDialogProps = { order: AdminOrder; open: boolean; onClose: () => void };

/** Gives money back, per line. What goes back stands on the button before it is pressed. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const { refund } = useOrderChanges();
  const [drafts, setDrafts] = useState(() => refundDraft(order.lines));
  const [reason, setReason] = useState("");
  const [revokeAccess, setRevokeAccess] = useState(true);
  const [endMembership, setEndMembership] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const format = (cents: number) => formatMoney(cents, order.currency);
  const id = useId();

  const chosen = drafts.filter((draft) => draft.chosen);
  const sumCents = chosen.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0), 0);
  const leftCents = drafts.reduce((sum, { line }) => sum + line.refundableCents, 0);
  const isValid = chosen.length > 0 && chosen.every((draft) => !amountProblem(draft, format));
  // Asked where it matters; who gives all of it back seldom wants to bill it again next month.
  const membership = chosen.find(({ line }) => line.billsOn);
  const ends = membership !== undefined && (endMembership ?? isWhole(membership));
  const body = {
    lines: chosen.map(({ line, amount, restock }) => ({
      orderItemId: line.id,
      amountCents: centsOf(amount) ?? 0,
      ...(line.tracksInventory && { restock }),
    })),
    reason,
    revokeAccess,
    endMembership: ends,
  };
  const [idempotencyKey, renewKey] = useRefundKey(body);

  const change = (id: string, next: Partial<RefundDraft>) => {
    setProblem(undefined);
    setDrafts((before) => before.map((draft) => (draft.line.id === id ? { ...draft, ...next } : draft)));
  };
  const chooseAll = () => {
    setProblem(undefined);
    setDrafts((before) =>
      before.map((draft) => ({
        ...draft,
        chosen: true,
        amount: (draft.line.refundableCents / 100).toFixed(2),
      })),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return setProblem(chosen.length === 0 ? "Choose what to refund" : "Check the amounts");
    refund.mutate(
      { params: { id: order.id }, body: { ...body, idempotencyKey } },
      {
        onSuccess(refunds) {
          const failed = refunds.find(({ status }) => status === "FAILED");
          if (failed) {
            renewKey();
            return setProblem(failed.failure ?? "The refund failed");
          }
          const isPending = refunds.some(({ status }) => status === "PENDING");
          toast({
            title: isPending ? "Refund on its way" : "Success",
            description: isPending
              ? "The payment provider is working on it. The order shows when it is done."
              : `${format(sumCents)} refunded successfully`,
          });
          onClose();
        },
        onError(error) {
          if (error instanceof ApiError && !isUnauthorized(error) && error.status < 500)
            return setProblem(error.body.message);
          reportFailure(error, "Failed to refund order");
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !refund.isPending && onClose()}
      title="Refund"
      description={`${format(leftCents)} of this order can be refunded.`}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <fieldset className="grid gap-3">
          <legend className="sr-only">What to refund</legend>
          <Button variant="outline" size="sm" className="w-fit" onClick={chooseAll}>
            Refund everything
          </Button>
          {drafts.map((draft) => (
            <RefundLine
              key={draft.line.id}
              draft={draft}
              format={format}
              onChange={(next) => change(draft.line.id, next)}
            />
          ))}
        </fieldset>
        <Field label="Reason" aside="Optional" hint="For your records. The buyer does not see it.">
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
        <label htmlFor={`${id}-revoke`} className="flex items-start gap-3 text-sm">
          <Checkbox
            id={`${id}-revoke`}
            checked={revokeAccess}
            onChange={(event) => setRevokeAccess(event.currentTarget.checked)}
          />
          <span>
            Revoke access
            <span className="block text-muted-foreground">
              To what is refunded whole. What is refunded in part stays open.
            </span>
          </span>
        </label>
        {membership && <EndMembership id={id} ends={ends} onChange={setEndMembership} />}
        <dl id={`${id}-sum`} className="grid gap-1 rounded-xl bg-muted p-4 text-sm">
          <SummaryRow name="Refund now" value={format(sumCents)} strong />
          <SummaryRow name="Left of the order" value={format(leftCents - sumCents)} />
        </dl>
        {problem && (
          <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
            {problem}
          </p>
        )}
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button
            type="submit"
            variant="destructive"
            loading={refund.isPending}
            aria-describedby={`${id}-sum`}
          >
            Refund {format(sumCents)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function SummaryRow({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div
      className={strong ? "flex justify-between font-semibold" : "flex justify-between text-muted-foreground"}
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
