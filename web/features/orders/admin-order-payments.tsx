import type { OrderRefund } from "#contract/orders/order-page.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Card, CardBody } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { AdminOrder } from "./admin-order.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

/** The money: what was charged to which card, and what went back. */
export function AdminOrderPayments({ order }: { order: AdminOrder }) {
  const zone = useZone();
  const { payments, refunds, lines, currency } = order;
  const titleOf = (lineId: string | null) => lines.find(({ id }) => id === lineId)?.title;
  return (
    <Card>
      <CardBody className="grid gap-4 text-sm">
        <section className="grid gap-3">
          <h3 className="text-base font-semibold">Payments</h3>
          {payments.length === 0 && <p className="text-muted-foreground">Nothing was to be paid.</p>}
          {payments.map(({ id, amountCents, status, isUpsell, cardBrand, cardLast4, paymentIntentId }) => (
            <div key={id} className="grid gap-0.5">
              <p className="flex justify-between gap-3">
                <span>
                  {cardBrand && cardLast4 ? `${capital(cardBrand)} ending in ${cardLast4}` : "Card"}
                  {isUpsell && ", add-on"}
                </span>
                <span className="tabular-nums">{formatMoney(amountCents, currency)}</span>
              </p>
              <p className="font-mono text-xs wrap-anywhere text-muted-foreground">{paymentIntentId}</p>
              {status !== "SUCCEEDED" && (
                <Badge tone={status === "PENDING" ? "warning" : "destructive"}>{status}</Badge>
              )}
            </div>
          ))}
        </section>
        {refunds.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-base font-semibold">Refunds</h3>
            {refunds.map((refund) => (
              <div key={refund.id} className="grid gap-1">
                <p className="flex justify-between gap-3">
                  <span className="wrap-anywhere">{titleOf(refund.orderItemId) ?? "Order"}</span>
                  <span className="tabular-nums">{formatMoney(refund.amountCents, currency)}</span>
                </p>
                <p className="flex flex-wrap items-center gap-2 text-xs text-muted-foreground">
                  <Badge tone={refundTones[refund.status]}>{refundWords[refund.status]}</Badge>
                  {dayText(refund.createdAt, zone)}
                  {refund.source !== "CREATOR" && `, ${refundSources[refund.source]}`}
                </p>
                {(refund.failure ?? refund.reason) && (
                  <p className="text-xs wrap-anywhere text-muted-foreground">
                    {refund.failure ?? refund.reason}
                  </p>
                )}
              </div>
            ))}
          </section>
        )}
      </CardBody>
    </Card>
  );
}

const refundTones: Record<OrderRefund["status"], BadgeTone> = {
  PENDING: "warning",
  SUCCEEDED: "neutral",
  FAILED: "destructive",
};
const refundWords: Record<OrderRefund["status"], string> = {
  PENDING: "On its way",
  SUCCEEDED: "Refunded",
  FAILED: "Failed",
};
const refundSources = { PROVIDER: "at the payment provider", DISPUTE: "lost dispute" };

const capital = (brand: string) => brand.replace(/^./, (letter) => letter.toUpperCase());
