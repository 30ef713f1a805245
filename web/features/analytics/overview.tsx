import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { breakdownQuery, summaryQuery, trendQuery } from "./analytics-queries.ts";
import { BreakdownTables } from "./breakdown-tables.tsx";
import { ChartSection } from "./chart-section.tsx";
import { LiveCard } from "./live-card.tsx";
import { MetricCards } from "./metric-cards.tsx";
import { NothingYet } from "./nothing-yet.tsx";
import { TrafficSection } from "./traffic-section.tsx";
import { TrendCards } from "./trend-cards.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { ViewFailure } from "./view-failure.tsx";
import type { ViewProps } from "./view-props.ts";

/** What was sold, who came, and what happens now. */
export function Overview({ asked, granularity, isTable, change, openFigure }: ViewProps) {
  const { data: summary, error, refetch } = useQuery(summaryQuery(asked));
  if (error && !summary)
    return (
      <ViewFailure title="Your figures could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <>
      {summary && summary.totalOrders === 0 && summary.refundedCents === 0 && (
        <NothingYet
          text={`${asked.productId ? "This product was not sold" : "Nothing was sold"} in this period. What is sold shows here at once.`}
        />
      )}
      <MetricCards summary={summary} onOpen={openFigure} />
      <Trends
        asked={asked}
        granularity={granularity}
        isSoFar={summary?.range.isSoFar ?? false}
        isTable={isTable}
        change={change}
      />
      <Lists asked={asked} />
      <TrafficSection asked={asked} granularity={granularity} isTable={isTable} />
      <LiveCard />
    </>
  );
}

type TrendsProps = Omit<ViewProps, "openFigure"> & { isSoFar: boolean };

function Trends({ asked, granularity, isSoFar, isTable, change }: TrendsProps) {
  const { data: rows, error, refetch } = useQuery(trendQuery(asked, granularity));
  return (
    <ChartSection title="Revenue and orders" granularity={granularity} isTable={isTable} change={change}>
      {rows ? (
        <TrendCards rows={rows} isSoFar={isSoFar} isTable={isTable} asked={asked} granularity={granularity} />
      ) : error ? (
        <ViewFailure title="The charts could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-80 w-full rounded-2xl lg:col-span-2" />
        </div>
      )}
    </ChartSection>
  );
}

function Lists({ asked }: { asked: Asked }) {
  const { data, error, refetch } = useQuery(breakdownQuery(asked));
  return (
    <section aria-labelledby="breakdown" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="breakdown" className="text-base font-semibold">
        What sold
      </h2>
      {data ? (
        <BreakdownTables breakdown={data} asked={asked} />
      ) : error ? (
        <ViewFailure title="The lists could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
    </section>
  );
}
