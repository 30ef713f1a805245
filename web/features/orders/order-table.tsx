import { useMemo, type ReactNode } from "react";
import type { OrderRow } from "#contract/orders/order-page.ts";
import { ChooseBox } from "#web/layout/choice/choose-box.tsx";
import { chooseColumn } from "#web/layout/choice/choose-column.tsx";
import type { Choice } from "#web/layout/choice/use-choice.ts";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { DataTable, type DataColumn } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { formatMoney } from "#web/ui/money.ts";
import { OrderBadges } from "./order-badges.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { useSeesMoney } from "#web/layout/use-role.ts";

/** As it travels: moments are text. */
export type ListedOrder = Omit<OrderRow, "createdAt"> & { createdAt: string };

type OrderTableProps = {
  orders: readonly ListedOrder[];
  /** Undefined where nothing can be done with orders that are chosen. */
  choice: Choice | undefined;
  total: number;
  onOpen: (orderId: string) => void;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  filters: ReactNode;
  actions: ReactNode;
};

/** The creator's orders: a table, or cards on a phone. The server finds, sorts and pages. */
export function OrderTable({
  orders,
  choice,
  total,
  onOpen,
  list,
  onListChange,
  filters,
  actions,
}: OrderTableProps) {
  const zone = useZone();
  const seesMoney = useSeesMoney();
  const shown = useMemo(() => orders.map(({ id }) => id), [orders]);
  const columns = useMemo(
    () =>
      orderColumns({ onOpen, zone, choice, shown }).filter(
        ({ id }) => seesMoney || (id !== "total" && id !== "refunded"),
      ),
    [onOpen, zone, choice, shown, seesMoney],
  );
  const columnChoice = useListColumns("ORDERS");
  return (
    <DataTable
      label="Orders"
      columns={columns}
      rows={orders}
      rowId={({ id }) => id}
      total={total}
      list={list}
      onListChange={onListChange}
      filters={filters}
      actions={actions}
      columnChoice={columnChoice}
      renderCard={(order) => <OrderCard order={order} onOpen={onOpen} choice={choice} shown={shown} />}
    />
  );
}

type ColumnsProps = {
  onOpen: (orderId: string) => void;
  zone: string;
  choice: Choice | undefined;
  shown: readonly string[];
};

function orderColumns({ onOpen, zone, choice, shown }: ColumnsProps): DataColumn<ListedOrder>[] {
  return [
    ...(choice
      ? [
          chooseColumn<ListedOrder>({
            choice,
            shown,
            label: "Choose every order on this page",
            cell: (order) => <ChooseOrder order={order} choice={choice} shown={shown} />,
          }),
        ]
      : []),
    {
      id: "number",
      header: "Order",
      isExtra: true,
      cell: ({ number }) => <span className="tabular-nums">{number ?? "—"}</span>,
    },
    {
      id: "customer",
      header: "Customer",
      isFixed: true,
      value: ({ customer }) => customer.name || customer.email,
      cell: (order) => <CustomerCell order={order} onOpen={onOpen} />,
      grow: true,
    },
    { id: "product", header: "Product", cell: (order) => <ProductsCell order={order} /> },
    {
      id: "total",
      header: "Total",
      value: ({ totalCents }) => totalCents ?? 0,
      cell: (order) => <TotalCell order={order} />,
    },
    {
      id: "status",
      header: "Status",
      value: ({ status }) => status,
      cell: (order) => <OrderBadges {...order} refundedCents={order.refundedCents ?? 0} />,
    },
    {
      id: "refunded",
      header: "Refunded",
      isExtra: true,
      cell: ({ refundedCents, currency }) => (
        <span className="whitespace-nowrap tabular-nums">
          {refundedCents ? formatMoney(refundedCents, currency) : "—"}
        </span>
      ),
    },
    {
      id: "coupon",
      header: "Coupon",
      isExtra: true,
      cell: ({ couponCode }) => <span className="text-muted-foreground">{couponCode ?? "—"}</span>,
    },
    {
      id: "affiliate",
      header: "Affiliate",
      isExtra: true,
      cell: ({ affiliateLinkCode }) => (
        <span className="text-muted-foreground">{affiliateLinkCode ?? "—"}</span>
      ),
    },
    {
      id: "created",
      header: "Date",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted-foreground">{dayText(createdAt, zone)}</span>
      ),
    },
  ];
}

type CellProps = { order: ListedOrder; onOpen: (orderId: string) => void };

function CustomerCell({ order, onOpen }: CellProps) {
  const zone = useZone();
  const { customer } = order;
  return (
    <div className="min-w-0">
      <button
        dir="auto"
        type="button"
        onClick={() => onOpen(order.id)}
        aria-label={`Order of ${customer.name || customer.email}, ${dayText(order.createdAt, zone)}`}
        className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
      >
        {customer.name || customer.email}
      </button>
      {customer.name && <p className="truncate text-xs text-muted-foreground">{customer.email}</p>}
    </div>
  );
}

function ProductsCell({ order: { items } }: Pick<CellProps, "order">) {
  const [main, ...extras] = items;
  return (
    <div className="max-w-72 min-w-0">
      <p dir="auto" className="truncate">
        {main?.title}
      </p>
      {extras.length > 0 && (
        <p className="truncate text-xs text-muted-foreground">
          and {extras.length === 1 ? <bdi>{extras[0]?.title}</bdi> : `${extras.length} more`}
        </p>
      )}
    </div>
  );
}

function TotalCell({ order: { totalCents, refundedCents, currency } }: Pick<CellProps, "order">) {
  if (totalCents === null || refundedCents === null) return null;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney(totalCents, currency)}
      {refundedCents > 0 && (
        <span className="block text-xs text-muted-foreground">
          {formatMoney(refundedCents, currency)} refunded
        </span>
      )}
    </span>
  );
}

type CardProps = CellProps & Pick<ColumnsProps, "choice" | "shown">;

function OrderCard({ order, onOpen, choice, shown }: CardProps) {
  const zone = useZone();
  return (
    <div className="flex gap-3 p-4 text-sm">
      {choice && <ChooseOrder order={order} choice={choice} shown={shown} />}
      <div className="grid min-w-0 grow grid-cols-1 gap-2">
        <div className="flex items-start justify-between gap-3">
          <CustomerCell order={order} onOpen={onOpen} />
          <span className="text-right font-medium">
            <TotalCell order={order} />
          </span>
        </div>
        <ProductsCell order={order} />
        <div className="flex items-center justify-between gap-3">
          <OrderBadges {...order} refundedCents={order.refundedCents ?? 0} />
          <span className="text-xs text-muted-foreground">{dayText(order.createdAt, zone)}</span>
        </div>
      </div>
    </div>
  );
}

type ChooseProps = { choice: Choice; shown: readonly string[] };

function ChooseOrder({ order, choice, shown }: { order: ListedOrder } & ChooseProps) {
  const zone = useZone();
  const { id, customer, createdAt } = order;
  return (
    <ChooseBox
      label={`Choose: order of ${customer.name || customer.email}, ${dayText(createdAt, zone)}`}
      isChosen={choice.isChosen(id)}
      onChange={(isChosen) => choice.set([id], isChosen, shown)}
    />
  );
}
