import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { requestRefund } from "#contract/orders/refund-requests.ts";
import { callApi, errorMessage, type Input } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Textarea } from "#web/ui/textarea.tsx";
import { type Order, type OrderItem, proofHeaders } from "./use-order.ts";

type Props = {
  order: Order;
  item: OrderItem;
  proof: string | undefined;
  onClose: () => void;
  /** The server has the request. */
  onAsked: () => void;
};

const guaranteeWords = {
  AT_ONCE: (name: string) => `${isolated(name)} guarantees refunds, so yours is granted automatically.`,
  ON_RETURN: (name: string) =>
    `${isolated(name)} guarantees this refund. Send the parcel back: you're refunded when it arrives, and in 14 days at the latest.`,
  RETRY: (name: string) =>
    `${isolated(name)} guarantees this refund, but the last try didn't go through. They will look into it, and it's tried again within three working days.`,
};

/** Asks the seller for the money of one line. What follows stands beside the button before it is pressed. */
export function RefundRequestDialog({ order, item, proof, onClose, onAsked }: Props) {
  const [message, setMessage] = useState("");
  const ask = useMutation({
    mutationFn: (input: Input<typeof requestRefund>) =>
      callApi(requestRefund, input, { headers: proofHeaders(proof) }),
    onSuccess() {
      onAsked();
      onClose();
    },
  });
  const { promisedUntil, guarantee } = item.refund;
  const isAtOnce = guarantee === "AT_ONCE";
  const amount = formatMoney(item.totalPriceCents - item.refundedCents, order.order.currency);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ params: { id: order.order.id }, body: { orderItemId: item.id, message } });
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !ask.isPending && onClose()}
      title="Request a refund"
      description={`${isolated(item.product.title)}, ${amount}`}
      size="sm"
    >
      <form onSubmit={submit} className="grid gap-4 text-sm">
        <p>
          {guarantee === "NONE"
            ? promisedUntil
              ? `${isolated(order.creator.name)} decides on this request. If there's no answer within three working days, it's granted.`
              : `${isolated(order.creator.name)} decides on this request. Expect an answer within seven days.`
            : guaranteeWords[guarantee](order.creator.name)}{" "}
          {isAtOnce
            ? `${amount} goes back to the way you paid, and ${item.product.type === "MEMBERSHIP" ? "your membership ends" : "your access ends"}.`
            : item.product.type === "MEMBERSHIP"
              ? `Once it is granted, ${amount} goes back to the way you paid, and your membership ends, unless ${isolated(order.creator.name)} keeps it open for you.`
              : `Once it is granted, ${amount} goes back to the way you paid, and access to it ends.`}
        </p>
        <Field label="What was wrong?" aside="Optional" hint="The seller will read this.">
          <Textarea
            rows={3}
            maxLength={1_000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </Field>
        {ask.isError && (
          <p role="alert" className="font-medium text-destructive-soft-foreground">
            {errorMessage(ask.error, "The request could not be sent. Please try again in a moment.")}
          </p>
        )}
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" loading={ask.isPending}>
            {isAtOnce ? `Refund ${amount}` : `Request ${amount}`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
