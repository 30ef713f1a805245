import { useQuery } from "@tanstack/react-query";
import type { CountedRange, Granularity } from "#contract/analytics/period.ts";
import { zoneText } from "#contract/dates.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import {
  coursesQuery,
  customersQuery,
  membershipsQuery,
  refundsQuery,
  summaryQuery,
} from "./analytics-queries.ts";
import { Filters } from "./filters.tsx";
import { Overview } from "./overview.tsx";
import { type AnalyticsView, type Asked, useAnalyticsAddress, views } from "./use-analytics-address.ts";
import { rangeText } from "./words.ts";

// Each view is loaded when it is looked at.
const screens = {
  overview: Overview,
  memberships: loadable(async () => (await import("./memberships-view.tsx")).MembershipsView),
  customers: loadable(async () => (await import("./customers-view.tsx")).CustomersView),
  courses: loadable(async () => (await import("./courses-view.tsx")).CoursesView),
  refunds: loadable(async () => (await import("./refunds-view.tsx")).RefundsView),
};

const FigureRows = loadable(async () => (await import("./figure-rows.tsx")).FigureRows);

/** The Analytics tab of /admin: what was sold in a period and what became of it, of all products or of one. */
export function AnalyticsTab() {
  const { asked, view, by, isTable, figure, change, openFigure } = useAnalyticsAddress();
  const { range, granularity } = useRange(view, asked, by);
  const View = screens[view];
  return (
    <section aria-label="Analytics" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        <Filters asked={asked} range={range} change={change} />
        {range && (
          <p role="status" className="text-sm text-muted-foreground">
            {rangeText(range)}. Days are those of {zoneText(range.zone)}.
          </p>
        )}
      </div>
      <Tabs
        label="What to look at"
        variant="pill"
        value={view}
        tabs={views}
        onValueChange={(next) => change({ view: next === "overview" ? undefined : next })}
      >
        <TabPanel value={view}>
          <div className="relative grid grid-cols-[minmax(0,1fr)] gap-6">
            <h2 className="sr-only">{views.find(({ value }) => value === view)?.label}</h2>
            <View
              asked={asked}
              granularity={granularity}
              isTable={isTable}
              change={change}
              openFigure={openFigure}
            />
          </div>
        </TabPanel>
      </Tabs>
      {figure && <FigureRows figure={figure} asked={asked} onClose={() => openFigure(undefined)} />}
    </section>
  );
}

/** The time that the view's figures are of, from their own answer, and the steps of its charts. */
function useRange(view: AnalyticsView, asked: Asked, by: Granularity | undefined) {
  const summary = useQuery({ ...summaryQuery(asked), enabled: view === "overview" });
  const steps = by ?? granularityOf(asked, view === "overview" ? summary.data?.range : undefined);
  const memberships = useQuery({ ...membershipsQuery(asked, steps), enabled: view === "memberships" });
  const customers = useQuery({ ...customersQuery(asked, steps), enabled: view === "customers" });
  const courses = useQuery({ ...coursesQuery(asked), enabled: view === "courses" });
  const refunds = useQuery({ ...refundsQuery(asked, steps), enabled: view === "refunds" });
  const shown = { overview: summary, memberships, customers, courses, refunds }[view];
  return { range: shown.data?.range, granularity: steps };
}

/** As fine as can be told apart in a chart. */
function granularityOf({ period, startDate, endDate }: Asked, range: CountedRange | undefined): Granularity {
  if (startDate === undefined && period !== "all") return period === "1y" ? "week" : "day";
  const [first, last] = startDate && endDate ? [startDate, endDate] : [range?.startDate, range?.endDate];
  if (first === undefined || last === undefined) return "month";
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  return days <= 100 ? "day" : days <= 500 ? "week" : "month";
}
