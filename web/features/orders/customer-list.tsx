import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { countCustomers, listCustomers, type Customer } from "#contract/orders/customers.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable, rowsPerPage } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { MembershipBadges } from "./membership-badges.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";

export type ListedCustomer = Output<typeof listCustomers>[number];

const sorts = [
  "name",
  "-name",
  "email",
  "-email",
  "orders",
  "-orders",
  "spent",
  "-spent",
  "created",
  "-created",
] as const;

/** Customer List: everyone who ordered here. */
export function CustomerList() {
  const { address, open, setFilters } = useCustomersAddress();
  const members = address.members ? "true" : undefined;
  const [list, setList] = useListSearch();
  const q = list.filter || undefined;
  const sort = sorts.find((sort) => sort === list.sort);
  const customers = useQuery({
    ...apiQuery(listCustomers, { querystring: { q, members, sort, page: list.page, perPage: rowsPerPage } }),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    ...apiQuery(countCustomers, { querystring: { q, members } }),
    placeholderData: keepPreviousData,
  });
  const zone = useZone();
  const columns = useMemo(() => customerColumns((customer) => open({ customer }), zone), [open, zone]);
  if (customers.isError || found.isError)
    return (
      <LoadFailure
        icon={Users}
        title="Your customers could not be loaded"
        level={2}
        error={customers.error ?? found.error}
        retry={() => void Promise.all([customers.refetch(), found.refetch()])}
      />
    );
  if (!customers.data || !found.data) return <TableSkeleton rows={6} label="Loading customers" />;
  if (found.data.customers === 0 && !q && !members)
    return (
      <Card>
        <EmptyState icon={Users} title="No Customers Yet" level={2}>
          Whoever orders from you appears here, with all their orders.
        </EmptyState>
      </Card>
    );
  return (
    <DataTable
      label="Customers"
      columns={columns}
      rows={customers.data}
      rowId={({ id }) => id}
      total={found.data.customers}
      list={list}
      onListChange={setList}
      filters={
        <NativeSelect
          aria-label="Which customers"
          value={members ?? ""}
          onChange={(event) => setFilters({ members: event.currentTarget.value })}
          className="min-w-32 grow basis-32 sm:max-w-48"
        >
          <option value="">All customers</option>
          <option value="true">Members</option>
        </NativeSelect>
      }
      actions={<ExportMenu />}
      renderCard={(customer) => (
        <CustomerCard customer={customer} onOpen={() => open({ customer: customer.id })} />
      )}
    />
  );
}

function customerColumns(onOpen: (customerId: string) => void, zone: string): DataColumn<ListedCustomer>[] {
  return [
    {
      id: "name",
      header: "Name",
      value: nameOf,
      cell: (customer) => (
        <span className="grid justify-items-start gap-1">
          <NameButton customer={customer} onOpen={() => onOpen(customer.id)} />
          <MembershipBadges memberships={customer.memberships} />
        </span>
      ),
      grow: true,
    },
    {
      id: "email",
      header: "Email",
      value: ({ email }) => email,
      cell: ({ email }) => <span className="block max-w-72 truncate text-muted-foreground">{email}</span>,
    },
    {
      id: "orders",
      header: "Orders",
      value: ({ orders }) => orders.length,
      cell: ({ orders }) => <span className="tabular-nums">{orders.length}</span>,
    },
    {
      id: "spent",
      header: "Total Spent",
      value: spentCents,
      cell: (customer) => <span className="tabular-nums">{formatMoney(spentCents(customer))}</span>,
    },
    {
      id: "created",
      header: "Customer Since",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted-foreground">{dayText(createdAt, zone)}</span>
      ),
    },
  ];
}

type CustomerProps = { customer: ListedCustomer; onOpen: () => void };

function NameButton({ customer, onOpen }: CustomerProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-4 hover:underline"
    >
      {nameOf(customer)}
    </button>
  );
}

function CustomerCard({ customer, onOpen }: CustomerProps) {
  const zone = useZone();
  const { email, orders, createdAt } = customer;
  return (
    <div className="grid gap-1.5 p-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <NameButton customer={customer} onOpen={onOpen} />
        <span className="font-medium tabular-nums">{formatMoney(spentCents(customer))}</span>
      </div>
      <p className="truncate text-muted-foreground">{email}</p>
      <MembershipBadges memberships={customer.memberships} />
      <p className="text-xs text-muted-foreground">
        {orders.length === 1 ? "1 order" : `${orders.length} orders`}, since {dayText(createdAt, zone)}
      </p>
    </div>
  );
}

/** The name they gave, or their address. */
export const nameOf = ({ firstName, lastName, email }: Pick<Customer, "firstName" | "lastName" | "email">) =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** What they paid and did not get back, in cents. */
export const spentCents = ({ orders }: Pick<ListedCustomer, "orders">) =>
  orders
    .filter(({ status }) => status === "PAID" || status === "REFUNDED")
    .reduce((sum, { totalCents, refundedCents }) => sum + totalCents - refundedCents, 0);
