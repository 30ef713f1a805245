import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { exportOrders } from "#contract/orders/order-exports.ts";
import { getOrderTotals, listOrders } from "#contract/orders/orders-admin.ts";
import type { OrderStatus } from "#contract/orders/order-page.ts";
import { apiQuery } from "#web/api.ts";
import { ChoiceBar } from "#web/layout/choice/choice-bar.tsx";
import { ExportChosen } from "#web/layout/choice/export-chosen.tsx";
import { useChoice } from "#web/layout/choice/use-choice.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { SavedFilters } from "#web/layout/saved-filters/saved-filters.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { rowsPerPage } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { OrderTable } from "./order-table.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { admins } from "#contract/team/roles.ts";
import { useMay, useSeesMoney } from "#web/layout/use-role.ts";

const sorts = [
  "created",
  "-created",
  "total",
  "-total",
  "status",
  "-status",
  "customer",
  "-customer",
] as const;
const statuses: readonly OrderStatus[] = ["PENDING", "PAID", "FAILED", "REFUNDED"];

/** Recent Orders: what the filters find, a page at a time. */
export function RecentOrders() {
  const { address, setFilters, open } = useCustomersAddress();
  const [list, setList] = useListSearch();
  const filter = {
    q: list.filter || undefined,
    status: statuses.find((status) => status === address.status),
    product: address.product || undefined,
    from: dayIn(address.from),
    to: dayIn(address.to),
  };
  const choice = useChoice(JSON.stringify(filter));
  const orders = useQuery({
    ...apiQuery(listOrders, {
      querystring: {
        ...filter,
        sort: sorts.find((sort) => sort === list.sort),
        page: list.page,
        perPage: rowsPerPage,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const totals = useQuery({
    ...apiQuery(getOrderTotals, { querystring: filter }),
    placeholderData: keepPreviousData,
  });
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const seesMoney = useSeesMoney();
  const canExport = useMay(admins);

  if (orders.isError || totals.isError)
    return (
      <LoadFailure
        icon={ReceiptText}
        title="Your orders could not be loaded"
        level={2}
        error={orders.error ?? totals.error}
        retry={() => void Promise.all([orders.refetch(), totals.refetch()])}
      />
    );
  if (!orders.data || !totals.data) return <TableSkeleton rows={6} label="Loading orders" />;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (totals.data.orders === 0 && !isFiltered)
    return (
      <Card>
        <EmptyState
          icon={ReceiptText}
          title="No Orders Yet"
          level={2}
          action={seesMoney && <LinkButton href="/admin">See your products</LinkButton>}
        >
          Share the link of a product or of your store: its first order appears here.
        </EmptyState>
      </Card>
    );
  const { paidCents, refundedCents } = totals.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OrderTable
        orders={orders.data}
        choice={canExport ? choice : undefined}
        total={totals.data.orders}
        onOpen={(order) => open({ order })}
        list={list}
        onListChange={setList}
        filters={
          <>
            <OrderFilters
              filters={address}
              onChange={setFilters}
              products={products.map(({ id, title }) => ({ id, title }))}
            />
            <SavedFilters list="ORDERS" />
          </>
        }
        actions={<ExportMenu />}
      />
      <p className="px-1 text-sm text-muted-foreground">
        {totals.data.orders === 1 ? "1 order" : `${totals.data.orders.toLocaleString("en-US")} orders`}{" "}
        {paidCents !== null && refundedCents !== null && (
          <>
            brought {formatMoney(paidCents - refundedCents)}
            {refundedCents > 0 && `, after ${formatMoney(refundedCents)} of refunds`}.
          </>
        )}
      </p>
      <ChoiceBar label="Chosen orders" choice={choice} total={totals.data.orders}>
        <div className="flex grow flex-wrap justify-end gap-2">
          <ExportChosen url={exportOrders.url} choice={choice} filter={filter} />
        </div>
      </ChoiceBar>
    </div>
  );
}

const dayIn = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
