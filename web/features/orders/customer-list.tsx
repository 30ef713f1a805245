import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { countCustomers, listCustomers } from "#contract/orders/customers.ts";
import { exportCustomers } from "#contract/orders/order-exports.ts";
import { tagCustomers } from "#contract/tags/tags.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { ExportChosen } from "#web/layout/choice/export-chosen.tsx";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { SavedFilters } from "#web/layout/saved-filters/saved-filters.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { TagBar } from "#web/layout/tags/tag-bar.tsx";
import { TagFilter, TagsButton } from "#web/layout/tags/tag-filter.tsx";
import { useChoice } from "#web/layout/choice/use-choice.ts";
import { useTagSearch } from "#web/layout/tags/use-tag-search.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, rowsPerPage } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { CustomerCard, customerColumns } from "./customer-rows.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";
import { admins } from "#contract/team/roles.ts";
import { useMay, useSeesMoney } from "#web/layout/use-role.ts";

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
  const members = address.members ? ("true" as const) : undefined;
  const [tagId] = useTagSearch();
  const [list, setList] = useListSearch();
  const q = list.filter || undefined;
  const filter = { q, members, tagId };
  const choice = useChoice(JSON.stringify(filter));
  const sort = sorts.find((sort) => sort === list.sort);
  const customers = useQuery({
    ...apiQuery(listCustomers, {
      querystring: { ...filter, sort, page: list.page, perPage: rowsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    ...apiQuery(countCustomers, { querystring: filter }),
    placeholderData: keepPreviousData,
  });
  const zone = useZone();
  const seesMoney = useSeesMoney();
  const canExport = useMay(admins);
  const shown = useMemo(() => (customers.data ?? []).map(({ id }) => id), [customers.data]);
  const columns = useMemo(
    () =>
      customerColumns({ onOpen: (customer) => open({ customer }), zone, choice, shown }).filter(
        ({ id }) => seesMoney || (id !== "spent" && id !== "refunded"),
      ),
    [open, zone, choice, shown, seesMoney],
  );
  const columnChoice = useListColumns("CUSTOMERS");
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
  if (found.data.customers === 0 && !q && !members && !tagId)
    return (
      <Card>
        <EmptyState icon={Users} title="No Customers Yet" level={2}>
          Whoever orders from you appears here, with all their orders.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <DataTable
        label="Customers"
        columns={columns}
        rows={customers.data}
        rowId={({ id }) => id}
        total={found.data.customers}
        list={list}
        onListChange={setList}
        columnChoice={columnChoice}
        filters={
          <>
            <NativeSelect
              aria-label="Which customers"
              value={members ?? ""}
              onChange={(event) => setFilters({ members: event.currentTarget.value })}
              className="min-w-32 grow basis-32 sm:max-w-48"
            >
              <option value="">All customers</option>
              <option value="true">Members</option>
            </NativeSelect>
            <TagFilter className="min-w-32 grow basis-32 sm:max-w-48" />
            <SavedFilters list="CUSTOMERS" />
          </>
        }
        actions={
          <>
            {members && (
              <LinkButton href="/members" variant="outline">
                Members Area
              </LinkButton>
            )}
            {seesMoney && <TagsButton />}
            <ExportMenu />
          </>
        }
        renderCard={(customer) => (
          <CustomerCard
            customer={customer}
            choice={choice}
            shown={shown}
            onOpen={() => open({ customer: customer.id })}
          />
        )}
      />
      <TagBar
        choice={choice}
        total={found.data.customers}
        change={({ ids, ...change }) =>
          callApi(tagCustomers, { body: { ...change, customerIds: ids, filter } })
        }
        exporting={canExport && <ExportChosen url={exportCustomers.url} choice={choice} filter={filter} />}
      />
    </>
  );
}
