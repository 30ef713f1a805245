import { useMemo, type ReactNode } from "react";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { formatMoney } from "#web/ui/money.ts";
import { dayText } from "#contract/dates.ts";
import { DataTable, type DataColumn } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { CouponCodeCell, CouponDiscountCell, CouponStatusCell, CouponUsageCell } from "./coupon-cells.tsx";
import { type CouponActions, CouponRowActions } from "./coupon-row-actions.tsx";
import { discountOf, productsOf, validityOf } from "./coupon-texts.ts";
import type { ListedCoupon } from "./listed-coupon.ts";
import { useZone } from "#web/ui/dates.ts";

type CouponTableProps = {
  coupons: readonly ListedCoupon[];
  /** Of the creator's products, by id; undefined until they are known. */
  titles: ReadonlyMap<string, string> | undefined;
  actions: CouponActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  filters: ReactNode;
  /** What adds a coupon, and exports them. */
  buttons: ReactNode;
};

/** The creator's coupons: a table, or cards on a phone. */
export function CouponTable({
  coupons,
  titles,
  actions,
  list,
  onListChange,
  filters,
  buttons,
}: CouponTableProps) {
  const zone = useZone();
  const columns = useMemo(() => couponColumns(actions, titles, zone), [actions, titles, zone]);
  const columnChoice = useListColumns("COUPONS");
  return (
    <DataTable
      label="Coupons"
      columns={columns}
      rows={coupons}
      rowId={({ id }) => id}
      searchText={searchText}
      list={list}
      onListChange={onListChange}
      filters={filters}
      actions={buttons}
      columnChoice={columnChoice}
      renderCard={(coupon) => <CouponCard coupon={coupon} actions={actions} titles={titles} />}
    />
  );
}

const searchText = (coupon: ListedCoupon) =>
  `${coupon.code} ${coupon.name} ${coupon.description} ${discountOf(coupon)}`;

function couponColumns(
  actions: CouponActions,
  titles: CouponTableProps["titles"],
  zone: string,
): DataColumn<ListedCoupon>[] {
  return [
    {
      id: "code",
      header: "Code",
      isFixed: true,
      value: ({ code }) => code,
      cell: (coupon) => <CouponCodeCell coupon={coupon} onEdit={() => actions.edit(coupon)} />,
    },
    {
      id: "discount",
      header: "Discount",
      value: discountOf,
      cell: (coupon) => <CouponDiscountCell coupon={coupon} />,
    },
    {
      id: "products",
      header: "Products",
      value: (coupon) => productsOf(coupon, titles),
      cell: (coupon) => (
        <p dir="auto" className="line-clamp-2 min-w-28 text-muted-foreground">
          {productsOf(coupon, titles)}
        </p>
      ),
    },
    {
      id: "usage",
      header: "Usage",
      value: ({ usageCount }) => usageCount,
      cell: (coupon) => <CouponUsageCell coupon={coupon} />,
    },
    {
      id: "validity",
      header: "Valid",
      value: ({ validFrom }) => validFrom,
      cell: (coupon) => <p className="min-w-32 text-muted-foreground">{validityOf(coupon, zone)}</p>,
    },
    {
      id: "status",
      header: "Status",
      value: ({ status }) => status,
      cell: (coupon) => <CouponStatusCell coupon={coupon} />,
    },
    {
      id: "name",
      header: "Name",
      isExtra: true,
      value: ({ name }) => name,
      cell: ({ name }) => (
        <p dir="auto" className="max-w-48 truncate text-muted-foreground">
          {name || "—"}
        </p>
      ),
    },
    {
      id: "minimum",
      header: "Minimum order",
      isExtra: true,
      value: ({ minimumOrderCents }) => minimumOrderCents,
      cell: ({ minimumOrderCents }) => (
        <span className="tabular-nums">{minimumOrderCents === 0 ? "—" : formatMoney(minimumOrderCents)}</span>
      ),
    },
    {
      id: "created",
      header: "Created",
      isExtra: true,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted-foreground">{dayText(createdAt, zone)}</span>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      isFixed: true,
      cell: (coupon) => <CouponRowActions coupon={coupon} actions={actions} />,
      end: true,
    },
  ];
}

type CouponCardProps = { coupon: ListedCoupon; actions: CouponActions; titles: CouponTableProps["titles"] };

function CouponCard({ coupon, actions, titles }: CouponCardProps) {
  const zone = useZone();
  return (
    <div className="grid grid-cols-1 gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <CouponCodeCell coupon={coupon} onEdit={() => actions.edit(coupon)} />
        <CouponStatusCell coupon={coupon} />
      </div>
      <div className="flex items-start justify-between gap-4 text-sm">
        <CouponDiscountCell coupon={coupon} />
        <CouponUsageCell coupon={coupon} />
      </div>
      <div className="flex items-end justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 text-sm text-muted-foreground">
          <p>{validityOf(coupon, zone)}</p>
          <p className="truncate">{productsOf(coupon, titles)}</p>
        </div>
        <CouponRowActions coupon={coupon} actions={actions} />
      </div>
    </div>
  );
}
