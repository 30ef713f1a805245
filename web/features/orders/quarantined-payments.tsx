import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { listQuarantinedPayments } from "#contract/orders/orders-admin.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { useOrderChanges } from "./use-order-changes.ts";

/** Payments that do not fit what was asked for: never an order, until the creator has looked. */
export function QuarantinedPayments() {
  const { data: payments = [] } = useQuery(apiQuery(listQuarantinedPayments));
  if (payments.length === 0) return null;
  return (
    <div className="mb-5 grid gap-3">
      {payments.map((payment) => (
        <QuarantinedPayment key={payment.id} payment={payment} />
      ))}
    </div>
  );
}

type Payment = Output<typeof listQuarantinedPayments>[number];

export function QuarantinedPayment({ payment }: { payment: Payment }) {
  const zone = useZone();
  const { resolve } = useOrderChanges();
  const [asking, setAsking] = useState(false);
  const { id, reason, receivedCents, expectedCents, email, productTitle, createdAt } = payment;
  const received = formatMoney(receivedCents);
  return (
    <Notice
      tone="warning"
      icon={TriangleAlert}
      title="A payment needs your attention"
      actions={
        <>
          <Button size="sm" onClick={() => setAsking(true)}>
            Refund it
          </Button>
          <Button
            size="sm"
            variant="outline"
            loading={resolve.isPending && !asking}
            onClick={() => resolve.mutate({ params: { id }, body: { resolution: "DISMISSED" } })}
          >
            Mark as resolved
          </Button>
        </>
      }
    >
      <p>
        {reason} Received: {received}
        {expectedCents !== null && `, asked for: ${formatMoney(expectedCents)}`}. It made no order.
      </p>
      <p className="text-xs">
        {[productTitle, email, momentText(createdAt, zone), payment.paymentIntentId]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Refund this payment"
        description={`${received} go back to the card it came from. This action cannot be undone.`}
        confirmLabel={`Refund ${received}`}
        destructive
        pending={resolve.isPending}
        onConfirm={() =>
          resolve.mutate(
            { params: { id }, body: { resolution: "REFUNDED" } },
            { onSettled: () => setAsking(false) },
          )
        }
      />
    </Notice>
  );
}
