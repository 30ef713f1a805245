import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { longDayText } from "#contract/dates.ts";
import { requestRefund } from "#contract/orders/refund-requests.ts";
import { callApi, errorMessage, type Input } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
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

/** Asks the seller for the money of one line. What follows stands beside the button before it is pressed. */
export function RefundRequestDialog({ order, item, proof, onClose, onAsked }: Props) {
  const zone = useZone();
  const [message, setMessage] = useState("");
  const ask = useMutation({
    mutationFn: (input: Input<typeof requestRefund>) =>
      callApi(requestRefund, input, { headers: proofHeaders(proof) }),
    onSuccess() {
      onAsked();
      onClose();
    },
  });
  const { promisedUntil } = item.refund;
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
      description={`${item.product.title}, ${amount}`}
      size="sm"
    >
      <form onSubmit={submit} className="grid gap-4 text-sm">
        <p>
          {promisedUntil
            ? `${order.creator.name} promised refunds until ${longDayText(promisedUntil, zone)}. Without an answer in three working days, yours is granted by itself.`
            : `${order.creator.name} decides about this request. An answer is expected within seven days.`}{" "}
          {item.product.type === "MEMBERSHIP"
            ? `Once it is granted, ${amount} goes back to the way you paid, and your membership ends, unless ${order.creator.name} keeps it open for you.`
            : `Once it is granted, ${amount} goes back to the way you paid, and access to it ends.`}
        </p>
        <Field label="What was wrong?" hint="You need not say. The seller reads it.">
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
            Request {amount}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
