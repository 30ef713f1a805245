import { useQuery } from "@tanstack/react-query";
import { Mail, ReceiptText, Undo2 } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { AdminOrderLines } from "./admin-order-lines.tsx";
import { AdminOrderPeople } from "./admin-order-people.tsx";
import { AdminOrderPayments } from "./admin-order-payments.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { OrderNotices } from "./order-notices.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { useOrderChanges } from "./use-order-changes.ts";
import { useSeesMoney } from "#web/layout/use-role.ts";

/** An order from its creator's side: lines, money, people and what happened, and all that can be done about it. */
export function AdminOrderPage({ orderId }: { orderId: string }) {
  const { open } = useCustomersAddress();
  const query = useQuery({
    ...apiQuery(getOrder, { params: { id: orderId } }),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  });
  const back = () => open({});
  if (query.data) return <LoadedOrder order={query.data} onBack={back} />;
  if (!query.isError) return <TableSkeleton rows={6} label="Loading the order" />;
  const isMissing = query.error instanceof ApiError && query.error.status < 500;
  return (
    <>
      <PanelHeading title="Order" backLabel="All orders" onBack={back} />
      <Card>
        <EmptyState
          icon={ReceiptText}
          title={isMissing ? "Order Not Found" : "The order could not be loaded"}
          action={!isMissing && <Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {isMissing && "It is not one of yours, or the link is incomplete."}
        </EmptyState>
      </Card>
    </>
  );
}

function LoadedOrder({ order, onBack }: { order: AdminOrder; onBack: () => void }) {
  const zone = useZone();
  const { resend } = useOrderChanges();
  const [refunding, setRefunding] = useState(false);
  const [opening, setOpening] = useState(0);
  const isPaid = order.status === "PAID" || order.status === "REFUNDED";
  const seesMoney = useSeesMoney();
  // Money is moved by who sees it.
  const canRefund = seesMoney && order.lines.some(({ refundableCents }) => refundableCents > 0);
  return (
    <>
      <PanelHeading
        title={`Order ${order.number ?? ""} of ${isolated(order.customer.name || order.customer.email)}`}
        backLabel="All orders"
        onBack={onBack}
        actions={
          <>
            {isPaid && (
              <Button
                variant="outline"
                loading={resend.isPending}
                onClick={() => resend.mutate({ params: { id: order.id } })}
              >
                <Mail aria-hidden="true" /> Resend receipt
              </Button>
            )}
            {canRefund && (
              <Button
                onClick={() => {
                  setOpening(opening + 1);
                  setRefunding(true);
                }}
              >
                <Undo2 aria-hidden="true" /> Refund
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted-foreground">
          <OrderBadges {...order} />
          <span>{momentText(order.createdAt, zone)}</span>
        </div>
      </PanelHeading>
      <OrderNotices order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AdminOrderLines order={order} />
          <OrderTimeline order={order} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AdminOrderPeople order={order} />
          <AdminOrderPayments order={order} />
        </div>
      </div>
      {/* Every opening is a new form. */}
      {opening > 0 && (
        <RefundDialog key={opening} order={order} open={refunding} onClose={() => setRefunding(false)} />
      )}
    </>
  );
}
