import { isolated } from "#contract/isolated.ts";
import { dayText } from "#contract/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import type { WorkOrder } from "./use-work-orders.ts";

/** What the list of services says of each; `now` decides what is late. */
export const workOrderColumns = (
  zone: string,
  now: number,
  open: (workOrder: WorkOrder) => void,
): DataColumn<WorkOrder>[] => [
  {
    id: "what",
    header: "Service",
    grow: true,
    cell: ({ productTitle, quantity, name, email, orderId, number }) => (
      <div className="grid min-w-0 text-sm">
        <span className="truncate font-medium">
          {quantity > 1 && `${quantity} × `}
          <bdi>{productTitle}</bdi>
        </span>
        <span className="truncate text-muted-foreground">{name ? `${isolated(name)}, ${email}` : email}</span>
        <a
          href={`/admin?tab=customers&order=${orderId}`}
          className="w-fit text-muted-foreground underline underline-offset-4"
        >
          Order {number}
        </a>
      </div>
    ),
  },
  {
    id: "when",
    header: "When",
    cell: (workOrder) => <Moment workOrder={workOrder} zone={zone} now={now} />,
  },
  {
    id: "state",
    header: "State",
    cell: (workOrder) => <WorkState workOrder={workOrder} />,
  },
  {
    id: "actions",
    header: "Actions",
    end: true,
    cell: (workOrder) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Open: ${workOrder.productTitle}, order ${workOrder.number ?? ""}`}
        onClick={() => open(workOrder)}
      >
        Open
      </Button>
    ),
  },
];

/** By when it is due, or since when it waits or is delivered. */
function Moment({ workOrder, zone, now }: { workOrder: WorkOrder; zone: string; now: number }) {
  const { state, closed, dueAt, deliveredAt, paidAt, sentAt } = workOrder;
  if (state === "DELIVERED" && deliveredAt) return <Day label="Delivered" at={deliveredAt} zone={zone} />;
  if (state === "WAITING" || closed) return <Day label="Paid" at={paidAt} zone={zone} />;
  if (!dueAt) return <Day label="To do since" at={sentAt ?? paidAt} zone={zone} />;
  const isLate = Date.parse(dueAt) < now;
  return (
    <span className={isLate ? "font-medium text-destructive-soft-foreground" : "font-medium"}>
      <Day label={isLate ? "Was due" : "Due"} at={dueAt} zone={zone} />
    </span>
  );
}

function Day({ label, at, zone }: { label: string; at: string; zone: string }) {
  return (
    <time dateTime={at} className="text-sm whitespace-nowrap">
      {label} {dayText(at, zone)}
    </time>
  );
}

/** How it stands, and why its buyer gets nothing of it where that is so. */
export function WorkState({ workOrder: { state, startedAt, closed } }: { workOrder: WorkOrder }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {state === "DELIVERED" && <Badge tone="success">Delivered</Badge>}
      {state === "WAITING" && <Badge tone="warning">Waiting for brief</Badge>}
      {state === "TO_DO" && <Badge tone="brand">{startedAt ? "In work" : "To do"}</Badge>}
      {closed === "DISPUTED" && <Badge tone="destructive">Disputed</Badge>}
      {closed === "REVOKED" && <Badge tone="destructive">Refunded or access taken back</Badge>}
    </span>
  );
}
