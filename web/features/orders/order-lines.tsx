import { wholeLines } from "#contract/orders/whole-lines.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { LineRefund } from "./line-refund.tsx";
import { ReceiptButton } from "./receipt-button.tsx";
import type { Order, OrderItem } from "./use-order.ts";

type Props = {
  order: Order;
  proof: string | undefined;
  /** The receipt is saved as a PDF at once. */
  wantsReceipt: boolean;
  onChange: () => void;
};

/** What was asked for, paid and given back, line by line. */
export function OrderLines({ order, proof, wantsReceipt, onChange }: Props) {
  const { currency, totalCents, refundedCents, status, couponCode } = order.order;
  const isPaid = status === "PAID" || status === "REFUNDED";
  const isShipped = order.orderItems.some(({ requiresShipping }) => requiresShipping);
  const shipping = order.orderItems.reduce((sum, item) => sum + item.shippingCents, 0);
  const savings = order.orderItems.reduce((sum, item) => sum + item.discountCents, 0);
  const lines = wholeLines(order.orderItems);
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">Order Summary</h2>
      <ul className="mt-4 grid gap-3 text-sm">
        {lines.map(({ parts, ...item }) => (
          <li key={item.id} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-4">
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{item.product.title}</bdi>
                {item.itemType === "ORDER_BUMP" && <Badge tone="info">Bump</Badge>}
                {item.itemType === "UPSELL" && <Badge tone="brand">Upsell</Badge>}
              </span>
              <span className="text-right whitespace-nowrap">
                {formatMoney(item.totalPriceCents - item.shippingCents, currency)}
              </span>
            </div>
            {parts.length === 0 ? (
              <LineRefund order={order} item={item} proof={proof} onChange={onChange} />
            ) : (
              <ul
                aria-label={`In ${item.product.title}`}
                className="ml-4 grid gap-2 border-l border-border pl-4"
              >
                {parts.map((part) => (
                  <li key={part.id} className="grid gap-1">
                    <span dir="auto" className="text-muted-foreground wrap-anywhere">
                      {part.product.title}
                    </span>
                    <LineRefund order={order} item={part} proof={proof} onChange={onChange} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-2 border-t border-border pt-4">
        {savings > 0 && (
          <div className="flex justify-between gap-4 text-sm text-success">
            <dt>Total Savings</dt>
            <dd>{formatMoney(savings, currency)}</dd>
          </div>
        )}
        {isShipped && (
          <div className="flex justify-between gap-4 text-sm">
            <dt>Shipping</dt>
            <dd>{shipping > 0 ? formatMoney(shipping, currency) : "Free shipping"}</dd>
          </div>
        )}
        {couponCode && (
          <div className="flex justify-between gap-4 text-sm">
            <dt>Coupon</dt>
            <dd className="text-right">
              <span className="font-mono">{couponCode}</span>
              {savings === 0 && (
                <span className="block text-muted-foreground">
                  {isShipped && shipping === 0 ? "Free shipping" : "Took nothing off"}
                </span>
              )}
            </dd>
          </div>
        )}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{isPaid ? "Total Paid" : "Total"}</dt>
          <dd>{formatMoney(totalCents, currency)}</dd>
        </div>
        {refundedCents > 0 && (
          <div className="flex justify-between gap-4 text-sm">
            <dt>Refunded</dt>
            <dd>-{formatMoney(refundedCents, currency)}</dd>
          </div>
        )}
      </dl>
      {lines.length > 1 && <p className="mt-2 text-sm text-muted-foreground">{itemCounts(lines)}</p>}
      {isPaid && <ReceiptButton order={order} proof={proof} atOnce={wantsReceipt} />}
    </Card>
  );
}

/** "3 items: 1 main product, 1 order bump, 1 add-on". */
function itemCounts(lines: readonly OrderItem[]): string {
  const counts = kinds.flatMap(([type, one, many]) => {
    const count = lines.filter(({ itemType }) => itemType === type).length;
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  return `${lines.length} items: ${counts.join(", ")}`;
}

const kinds = [
  ["MAIN", "main product", "main products"],
  ["ORDER_BUMP", "order bump", "order bumps"],
  ["UPSELL", "add-on", "add-ons"],
] as const;
