import type { OrderStatus } from "#contract/orders/order-page.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<OrderStatus, BadgeTone> = {
  PAID: "success",
  PENDING: "warning",
  FAILED: "destructive",
  REFUNDED: "neutral",
};

type OrderBadgesProps = {
  status: OrderStatus;
  disputed?: boolean;
  /** Marks a paid order of which a part went back. */
  refundedCents?: number;
};

/** An order's state: PAID green, PENDING yellow, FAILED red, others grey; and what else matters of it. */
export function OrderBadges({ status, disputed = false, refundedCents = 0 }: OrderBadgesProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tones[status]}>{status}</Badge>
      {disputed && <Badge tone="destructive">Disputed</Badge>}
      {status === "PAID" && refundedCents > 0 && <Badge>Partly refunded</Badge>}
    </span>
  );
}
