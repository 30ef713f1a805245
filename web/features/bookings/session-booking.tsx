import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { bookSession, cancelSession, listTimesForLine } from "#contract/bookings/bookings.ts";
import { momentText } from "#contract/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { callApi, type Output } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useNow } from "#web/layout/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { browserZone, useZone } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import { TimeDialog } from "./time-dialog.tsx";

type Order = Output<typeof getOrderByPaymentIntent>;
type Props = {
  order: Order;
  item: Order["orderItems"][number];
  /** The receipt's token, where that opened the order. */
  proof: string | undefined;
  onChange: () => void;
};

/** What its buyer can do about the time of a session: choose it, move it, or give it back. */
export function SessionBooking({ order, item, proof, onChange }: Props) {
  const zone = useZone();
  const now = useNow().getTime();
  const [open, setOpen] = useState<"time" | "cancel">();
  const [busy, setBusy] = useState(false);
  const { booking, product } = item;
  if (!booking) return null;
  const amountCents = item.totalPriceCents - item.refundedCents;
  const amount = formatMoney(amountCents, order.order.currency);
  const isRefundedAtOnce = item.refund.guarantee === "AT_ONCE";
  const { state, changeUntil, startsAt, offersTimes } = booking;
  const isBooked = state === "BOOKED";
  const canChange = !isBooked || (changeUntil !== null && now < Date.parse(changeUntil));
  const isOver = isBooked && startsAt !== null && Date.parse(startsAt) <= now;
  const params = { id: order.order.id, itemId: item.id };
  const headers = proof ? { "x-order-proof": proof } : {};
  const run = async (change: () => Promise<string>) => {
    setBusy(true);
    try {
      const description = await change();
      setOpen(undefined);
      toast({ title: "Success", description });
      onChange();
    } catch (error) {
      reportFailure(error, "The session could not be changed");
    }
    setBusy(false);
  };
  if (isOver) return null;
  return (
    <div className="grid w-full gap-3 text-sm">
      {state === "CANCELLED" && <p className="font-medium">This session is cancelled.</p>}
      {!canChange && (
        <p className="text-muted-foreground">
          It cannot be moved or cancelled here any more. Write to <bdi>{order.creator.name}</bdi> where
          something comes up.
        </p>
      )}
      {isBooked && canChange && changeUntil && (
        <p className="text-muted-foreground">
          You can move or cancel it until {momentText(changeUntil, zone)}.
        </p>
      )}
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {offersTimes && (
            <Button
              variant={isBooked ? "outline" : "brand"}
              aria-label={`${isBooked ? "Move" : "Choose a time"}: ${product.title}`}
              onClick={() => setOpen("time")}
            >
              {isBooked ? "Move" : "Choose a time"}
            </Button>
          )}
          {isBooked && (
            <Button
              variant="outline"
              aria-label={`Cancel session: ${product.title}`}
              onClick={() => setOpen("cancel")}
            >
              Cancel session
            </Button>
          )}
        </div>
      )}
      {open === "time" && (
        <TimeDialog
          title={isBooked ? "Move the session" : "Choose a time"}
          confirmLabel={isBooked ? "Move session" : "Book this time"}
          seller={order.creator.name}
          startsAt={startsAt}
          busy={busy}
          listKey={[listTimesForLine.url, item.id]}
          load={(from, signal) =>
            callApi(listTimesForLine, { params, querystring: { from } }, { headers, signal })
          }
          onClose={() => setOpen(undefined)}
          onChoose={(time) =>
            void run(async () => {
              await callApi(
                bookSession,
                { params, body: { startsAt: time, timeZone: browserZone() } },
                { headers },
              );
              return isBooked ? "Your session has moved" : "Your session is booked";
            })
          }
        />
      )}
      <ConfirmDialog
        open={open === "cancel"}
        onOpenChange={(next) => setOpen(next ? "cancel" : undefined)}
        title="Cancel this session?"
        description={
          amountCents > 0
            ? isRefundedAtOnce
              ? `Your time slot is released, and ${amount} goes back to the way you paid. To keep the session, move it instead.`
              : `Your time slot is released, and ${isolated(order.creator.name)} is asked to refund ${amount}. To keep the session, move it instead.`
            : "Your time slot is released. You can book another one while times are free."
        }
        confirmLabel="Cancel session"
        cancelLabel="Keep it"
        destructive
        pending={busy}
        onConfirm={() =>
          void run(async () => {
            const { refundRequested } = await callApi(cancelSession, { params }, { headers });
            if (!refundRequested) return "Your session is cancelled";
            return isRefundedAtOnce
              ? `Your session is cancelled, and ${amount} is refunded`
              : `Your session is cancelled, and ${isolated(order.creator.name)} is asked to refund ${amount}`;
          })
        }
      />
    </div>
  );
}
