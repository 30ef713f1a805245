import { CreditCard } from "lucide-react";
import { useState } from "react";
import { momentText } from "#contract/dates.ts";
import {
  getOperatorCounts,
  listOwnerlessPayments,
  resolveOwnerlessPayment,
} from "#contract/operator/operator.ts";
import { callApi, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { PagedList } from "./paged-list.tsx";

type Payment = Output<typeof listOwnerlessPayments>["payments"][number];
type Decision = { payment: Payment; resolution: "REFUNDED" | "DISMISSED" };

const shownIn = [listOwnerlessPayments, getOperatorCounts];

/** Payments that name nobody's sale, or a plan's: no creator sees them, and somebody has to decide. */
export function OwnerlessPayments() {
  const zone = useZone();
  const [asked, setAsked] = useState<Decision>();
  const refresh = useRefresh(shownIn);
  const resolve = useChange({
    change: ({ payment: { id }, resolution }: Decision) =>
      callApi(resolveOwnerlessPayment, { params: { id }, body: { resolution } }),
    refresh,
    done: (_, { resolution }) =>
      resolution === "REFUNDED" ? "The payment goes back" : "The payment is marked as resolved",
    failed: () => "Nothing was decided. Please try again.",
  });
  const amount = asked ? formatMoney(asked.payment.receivedCents) : "";
  const isRefund = asked?.resolution === "REFUNDED";
  return (
    <>
      <PagedList
        name="payments"
        icon={CreditCard}
        queryKey={[listOwnerlessPayments.url]}
        read={(cursor) => callApi(listOwnerlessPayments, { querystring: { ...(cursor && { cursor }) } })}
        rowsOf={({ payments }) => payments}
        renderRow={(payment) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-sm">
            <div className="grid min-w-0 grow basis-72 gap-0.5">
              <p className="font-medium tabular-nums">{formatMoney(payment.receivedCents)}</p>
              <p className="wrap-anywhere">
                {payment.reason}
                {payment.expectedCents !== null && ` Asked for: ${formatMoney(payment.expectedCents)}.`}
              </p>
              <p className="text-xs wrap-anywhere text-muted-foreground">
                {momentText(payment.createdAt, zone)} · {payment.paymentIntentId}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setAsked({ payment, resolution: "REFUNDED" })}>
                {payment.resolution === "REFUNDED" ? "Refund again" : "Refund it"}
              </Button>
              {payment.resolution === null && (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => setAsked({ payment, resolution: "DISMISSED" })}
                >
                  Mark as resolved
                </Button>
              )}
            </div>
          </div>
        )}
        empty={{
          title: "No payment without an owner",
          text: "A payment that fits no sale of a creator's is kept aside and stands here.",
        }}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={isRefund ? "Refund this payment?" : "Mark this payment as resolved?"}
        description={
          isRefund
            ? `${amount} go back to the card it came from. This cannot be undone.`
            : `${amount} stay where they are, and the payment leaves this list. This cannot be undone.`
        }
        confirmLabel={isRefund ? `Refund ${amount}` : "Mark as resolved"}
        destructive
        pending={resolve.isPending}
        onConfirm={() => asked && resolve.mutate(asked, { onSettled: () => setAsked(undefined) })}
      />
    </>
  );
}
