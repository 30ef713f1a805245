import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, ChartNoAxesColumn, Table2 } from "lucide-react";
import type { Granularity } from "#contract/analytics/period.ts";
import { zoneText } from "#contract/dates.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { breakdownQuery, type Summary, summaryQuery, trendQuery } from "./analytics-queries.ts";
import { BreakdownTables } from "./breakdown-tables.tsx";
import { FigureRows } from "./figure-rows.tsx";
import { Filters } from "./filters.tsx";
import { LiveCard } from "./live-card.tsx";
import { MetricCards } from "./metric-cards.tsx";
import { TrafficSection } from "./traffic-section.tsx";
import { TrendCards } from "./trend-cards.tsx";
import { type Asked, useAnalyticsAddress } from "./use-analytics-address.ts";
import { rangeText } from "./words.ts";

/** The Analytics tab of /admin: what was sold in a period, of all products or of one. */
export function AnalyticsTab() {
  const { asked, by, isTable, figure, change, openFigure } = useAnalyticsAddress();
  const { data: summary, error, refetch } = useQuery(summaryQuery(asked));
  const granularity = by ?? granularityOf(asked, summary);
  return (
    <section aria-labelledby="analytics" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        <h2 id="analytics" className="text-lg font-semibold tracking-tight">
          Analytics
        </h2>
        <Filters asked={asked} range={summary?.range} change={change} />
        {summary && (
          <p role="status" className="text-sm text-muted-foreground">
            {rangeText(summary.range)}. Days are those of {zoneText(summary.range.zone)}.
          </p>
        )}
      </div>
      {error && !summary ? (
        <LoadFailure
          icon={ChartNoAxesColumn}
          title="Your figures could not be loaded"
          level={3}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <>
          {summary && summary.totalOrders === 0 && summary.refundedCents === 0 && (
            <NothingSold asked={asked} />
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
      )}
      {figure && <FigureRows figure={figure} asked={asked} onClose={() => openFigure(undefined)} />}
    </section>
  );
}

/** As fine as can be told apart in a chart. */
function granularityOf({ period, startDate }: Asked, summary: Summary | undefined): Granularity {
  if (startDate === undefined && period !== "all") return period === "1y" ? "week" : "day";
  if (!summary) return "month";
  const { range } = summary;
  const days = (Date.parse(range.endDate) - Date.parse(range.startDate)) / 86_400_000;
  return days <= 100 ? "day" : days <= 500 ? "week" : "month";
}

function NothingSold({ asked }: { asked: Asked }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-muted p-4 text-sm">
      <p>
        {asked.productId ? "This product was not sold" : "Nothing was sold"} in this period. What is sold
        shows here at once.
      </p>
      <Link to="/admin" search={{ tab: "products" }} className={buttonStyle("outline", "sm")}>
        Look at your products
      </Link>
    </div>
  );
}

type TrendsProps = {
  asked: Asked;
  granularity: Granularity;
  isSoFar: boolean;
  isTable: boolean;
  change: (parts: Record<string, string | undefined>) => void;
};

function Trends({ asked, granularity, isSoFar, isTable, change }: TrendsProps) {
  const { data: rows, error, refetch } = useQuery(trendQuery(asked, granularity));
  return (
    <section aria-labelledby="trends" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="trends" className="text-base font-semibold">
          Revenue and orders
        </h2>
        <div className="flex gap-2">
          <NativeSelect
            aria-label="Steps"
            className="w-32"
            value={granularity}
            onChange={({ target }) => change({ by: target.value })}
          >
            <option value="day">By day</option>
            <option value="week">By week</option>
            <option value="month">By month</option>
          </NativeSelect>
          <Button variant="outline" onClick={() => change({ as: isTable ? undefined : "table" })}>
            {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            {isTable ? "Show as charts" : "Show as table"}
          </Button>
        </div>
      </div>
      {rows ? (
        <TrendCards rows={rows} isSoFar={isSoFar} isTable={isTable} />
      ) : error ? (
        <LoadFailure
          icon={ChartNoAxesColumn}
          title="The charts could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-80 w-full rounded-2xl" />
          <Skeleton className="h-80 w-full rounded-2xl lg:col-span-2" />
        </div>
      )}
    </section>
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
        <BreakdownTables breakdown={data} />
      ) : error ? (
        <LoadFailure
          icon={ChartNoAxesColumn}
          title="The lists could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
    </section>
  );
}
