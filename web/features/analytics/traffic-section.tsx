import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import type { AnalyticsTable } from "#contract/analytics/exports.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Traffic, trafficQuery } from "./analytics-queries.ts";
import { CsvLink } from "./csv-link.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { type Column, Named, TableCard } from "./table-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { channelText, countText, moneyText, percentText } from "./words.ts";

const VisitsChart = loadable(async () => (await import("./trend-charts.tsx")).VisitsChart);

type TrafficSectionProps = { asked: Asked; granularity: Granularity; isTable: boolean };

/** Who came to the store, from where, how far they came, and what led to orders. */
export function TrafficSection({ asked, granularity, isTable }: TrafficSectionProps) {
  const { data, error, refetch } = useQuery(trafficQuery(asked, granularity));
  return (
    <section aria-labelledby="traffic" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="traffic" className="text-base font-semibold">
          Visits and where they came from
        </h2>
        <p className="text-sm text-muted-foreground">
          A visit ends when its visitor was away for 30 minutes. It is counted without cookies; robots and
          your own visits are left out.
        </p>
      </div>
      {data ? (
        <Loaded traffic={data} isTable={isTable} asked={asked} granularity={granularity} />
      ) : error ? (
        <LoadFailure
          icon={ChartNoAxesColumn}
          title="Your visits could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
    </section>
  );
}

type LoadedProps = TrafficSectionProps & { traffic: Traffic };

function Loaded({ traffic, isTable, asked, granularity }: LoadedProps) {
  const { total, days, range, sources, products, origins } = traffic;
  const csv = (table: AnalyticsTable, title: string) => (
    <CsvLink table={table} title={title} asked={asked} granularity={granularity} />
  );
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <TrendCard
          title="Visits"
          sentence={`${countText(total.visits)} in all, with ${countText(total.views)} looks at pages.`}
          rows={days}
          isSoFar={range.isSoFar}
          isTable={isTable}
          columns={[
            { header: "Visits", value: ({ visits }) => countText(visits) },
            { header: "Paid", value: ({ paid }) => countText(paid) },
          ]}
          action={csv("visits", "Visits")}
        >
          <VisitsChart rows={days} isSoFar={range.isSoFar} />
        </TrendCard>
        <FunnelCard total={total} />
      </div>
      <TableCard
        title="Sources"
        description={
          asked.productId
            ? "Where visits to the whole store came from."
            : "Where visits came from, and how far they came."
        }
        nothing="No visits yet. Share your store's address to bring people in."
        rows={sources}
        keyOf={({ channel, source }) => `${channel} ${source}`}
        columns={[{ header: "Name", ...sourceName }, ...steps]}
        action={csv("sources", "Sources")}
      />
      <TableCard
        title="Products that were looked at"
        description="Visits that saw the product's page or checkout, and how far they came with it."
        nothing="Nobody looked at a product in this period."
        rows={products}
        keyOf={({ id }) => id}
        columns={[{ header: "Name", isName: true, value: ({ title }) => title }, ...steps]}
        action={csv("viewed-products", "Products that were looked at")}
      />
      <TableCard
        title="Where orders came from"
        description="By the message or mail that led to it, else the affiliate, else its visit. Revenue is less what was given back of these orders."
        nothing="No orders in this period."
        rows={origins}
        keyOf={({ channel, source }) => `${channel} ${source}`}
        columns={[
          { header: "From", ...sourceName },
          { header: "Orders", value: ({ orders }) => countText(orders) },
          { header: "Revenue", value: ({ revenue }) => moneyText(revenue) },
        ]}
        action={csv("order-sources", "Where orders came from")}
      />
    </>
  );
}

const sourceName: Omit<Column<Pick<Traffic["sources"][number], "source" | "channel">>, "header"> = {
  isName: true,
  value: ({ source, channel }) => <Named name={source} note={channelText(channel)} />,
};

type Steps = Pick<Traffic["total"], "visits" | "checkouts" | "emails" | "tried" | "paid">;

const steps: Column<Steps>[] = [
  { header: "Visits", value: ({ visits }) => countText(visits) },
  { header: "Checkout", value: ({ checkouts }) => countText(checkouts) },
  { header: "Email", value: ({ emails }) => countText(emails) },
  { header: "Tried", value: ({ tried }) => countText(tried) },
  { header: "Paid", value: ({ paid }) => countText(paid) },
  {
    header: "Rate",
    value: ({ visits, paid }) => percentText(visits === 0 ? null : Math.round((paid / visits) * 1_000) / 10),
  },
];
