import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dayText as momentDay } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type CustomerFigures, customersQuery } from "./analytics-queries.ts";
import { ChartSection } from "./chart-section.tsx";
import { CsvLink } from "./csv-link.tsx";
import { FigureCards, type Metric } from "./figure-cards.tsx";
import { NothingYet } from "./nothing-yet.tsx";
import { type Column, Named, TableCard } from "./table-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import { ViewFailure } from "./view-failure.tsx";
import type { ViewProps } from "./view-props.ts";
import { countText, moneyText, percentText } from "./words.ts";

const CustomersChart = loadable(async () => (await import("./view-charts.tsx")).CustomersChart);

const metrics: Metric<CustomerFigures>[] = [
  {
    label: "New customers",
    definition: "Whose first paid order with you was in the period.",
    value: ({ newCustomers }) => countText(newCustomers),
    note: ({ customers }) => `of ${countText(customers)} who bought`,
    change: { of: ({ newCustomersChange }) => newCustomersChange, unit: "%" },
    figure: "newCustomers",
  },
  {
    label: "Returning customers",
    definition:
      "Who bought in the period and had bought from you before. Renewals of memberships are no purchase.",
    value: ({ returningCustomers }) => countText(returningCustomers),
    change: { of: ({ returningCustomersChange }) => returningCustomersChange, unit: "%" },
    figure: "returningCustomers",
  },
  {
    label: "Repeat rate",
    definition: "Of the customers of the period, those with two orders or more by its end.",
    value: ({ repeatRate }) => percentText(repeatRate),
    note: ({ repeatCustomers, customers }) => `${countText(repeatCustomers)} of ${countText(customers)}`,
    change: { of: ({ repeatRateChange }) => repeatRateChange, unit: " points" },
    figure: "repeatCustomers",
  },
  {
    label: "Lifetime value",
    definition:
      "What the customers of the period have spent with you so far, on average: all their orders and renewals, less what was given back.",
    value: ({ averageLifetimeCents }) => moneyText(averageLifetimeCents),
    note: ({ lifetimeCents, medianLifetimeCents }) =>
      medianLifetimeCents === null
        ? ""
        : `${moneyText(lifetimeCents)} in all; half of them at most ${moneyText(medianLifetimeCents)}`,
    figure: "customers",
  },
];

/** New and returning customers, what they are worth, and the best of them. */
export function CustomersView({ asked, granularity, isTable, change, openFigure }: ViewProps) {
  const { data, error, refetch } = useQuery(customersQuery(asked, granularity));
  if (error && !data)
    return (
      <ViewFailure title="Your customers could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <>
      {data?.customers === 0 && (
        <NothingYet text={`Nobody bought ${asked.productId ? "this product" : "anything"} in this period.`} />
      )}
      <FigureCards label="Figures" metrics={metrics} figures={data} onOpen={openFigure} />
      <ChartSection title="Who bought" granularity={granularity} isTable={isTable} change={change}>
        {data ? (
          <Loaded figures={data} isTable={isTable} asked={asked} granularity={granularity} />
        ) : (
          <Skeleton className="h-80 w-full rounded-2xl" />
        )}
      </ChartSection>
    </>
  );
}

type LoadedProps = Pick<ViewProps, "asked" | "granularity" | "isTable"> & { figures: CustomerFigures };

function Loaded({ figures, isTable, asked, granularity }: LoadedProps) {
  const { days, range, newCustomers, distribution, customers, top } = figures;
  const repeatOrders = days.reduce((sum, day) => sum + day.repeatOrders, 0);
  const worthTitle = "What customers are worth";
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <TrendCard
          rows={days}
          isSoFar={range.isSoFar}
          isTable={isTable}
          title="New customers and repeat orders"
          sentence={`${countText(newCustomers)} bought for the first time; ${countText(repeatOrders)} orders were of those who had bought before.`}
          columns={[
            { header: "New customers", value: (day) => countText(day.newCustomers) },
            { header: "Orders of earlier customers", value: (day) => countText(day.repeatOrders) },
          ]}
          action={
            <CsvLink
              table="customers"
              title="New customers and repeat orders"
              asked={asked}
              granularity={granularity}
            />
          }
        >
          <CustomersChart rows={days} isSoFar={range.isSoFar} />
        </TrendCard>
        <TableCard
          title={worthTitle}
          description="The customers of the period by what they have spent so far."
          nothing="No customers in this period."
          rows={customers === 0 ? [] : distribution}
          keyOf={({ fromCents }) => String(fromCents)}
          columns={[
            { header: "Spent", isName: true, value: spanOfMoney },
            { header: "Customers", value: (row) => countText(row.customers) },
            {
              header: "Share",
              value: (row) => percentText(Math.round((row.customers / customers) * 1_000) / 10),
            },
            { header: "In all", value: ({ cents }) => moneyText(cents) },
          ]}
          action={<CsvLink table="customer-worth" title={worthTitle} asked={asked} />}
        />
      </div>
      <TableCard
        title="Top customers"
        description="By what they paid in the period, less what was given back of it."
        nothing="No customers in this period."
        rows={top}
        keyOf={({ id }) => id}
        columns={topColumns}
        action={<CsvLink table="top-customers" title="Top customers" asked={asked} />}
      />
    </>
  );
}

const spanOfMoney = ({ fromCents, belowCents }: CustomerFigures["distribution"][number]) =>
  belowCents === 1
    ? "Nothing"
    : belowCents === null
      ? `${moneyText(fromCents)} or more`
      : `${fromCents === 1 ? "Less than" : `${moneyText(fromCents)} to below`} ${moneyText(belowCents)}`;

function Customer({ id, name, email }: Pick<CustomerFigures["top"][number], "id" | "name" | "email">) {
  return (
    <Link
      to="/admin"
      search={{ tab: "customers", view: "customers", customer: id }}
      className="underline underline-offset-4"
    >
      <Named name={name || email} note={name ? email : ""} />
    </Link>
  );
}

function Day({ at }: { at: string }) {
  return <span className="whitespace-nowrap">{momentDay(at, useZone())}</span>;
}

const topColumns: Column<CustomerFigures["top"][number]>[] = [
  { header: "Customer", isName: true, value: (customer) => <Customer {...customer} /> },
  { header: "Orders", value: ({ orders }) => countText(orders) },
  { header: "Paid", value: ({ paidCents }) => moneyText(paidCents) },
  { header: "Spent in all", value: ({ lifetimeCents }) => moneyText(lifetimeCents) },
  { header: "First order", value: ({ firstPaidAt }) => <Day at={firstPaidAt} /> },
];
