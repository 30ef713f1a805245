import type { Granularity } from "#contract/analytics/period.ts";
import { loadable } from "#web/ui/loadable.tsx";
import type { Trend } from "./analytics-queries.ts";
import { CsvLink } from "./csv-link.tsx";
import { TrendCard } from "./trend-card.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { countText, moneyText, percentText, spanText } from "./words.ts";

// The library that draws weighs more than the rest of the tab.
const RevenueChart = loadable(async () => (await import("./trend-charts.tsx")).RevenueChart);
const OrdersChart = loadable(async () => (await import("./trend-charts.tsx")).OrdersChart);
const RatesChart = loadable(async () => (await import("./trend-charts.tsx")).RatesChart);

type Row = Trend[number];

type TrendCardsProps = {
  rows: Trend;
  isSoFar: boolean;
  isTable: boolean;
  asked: Asked;
  granularity: Granularity;
};

/** The period step by step: what came in, how many orders, and how often offers were taken. */
export function TrendCards({ rows, isSoFar, isTable, asked, granularity }: TrendCardsProps) {
  const common = { rows, isTable, isSoFar };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <TrendCard
        {...common}
        title="Revenue"
        sentence={revenueSentence(rows)}
        columns={[{ header: "Revenue", value: ({ revenue }) => moneyText(revenue) }]}
        action={<CsvLink table="trends" title="Revenue and orders" asked={asked} granularity={granularity} />}
      >
        <RevenueChart rows={rows} isSoFar={isSoFar} />
      </TrendCard>
      <TrendCard
        {...common}
        title="Orders"
        sentence={ordersSentence(rows)}
        columns={[
          { header: "Orders", value: ({ orders }) => countText(orders) },
          { header: "Average order", value: ({ averageOrderValue }) => moneyText(averageOrderValue) },
        ]}
      >
        <OrdersChart rows={rows} isSoFar={isSoFar} />
      </TrendCard>
      <div className="lg:col-span-2">
        <TrendCard
          {...common}
          title="How often offers were taken"
          sentence="Bumps and coupons in percent of orders from checkout, upsells in percent of those shown."
          columns={[
            { header: "Bumps", value: ({ attachRate }) => percentText(attachRate) },
            { header: "Upsells", value: ({ acceptRate }) => percentText(acceptRate) },
            { header: "Coupons", value: ({ usageRate }) => percentText(usageRate) },
          ]}
        >
          <RatesChart rows={rows} isSoFar={isSoFar} />
        </TrendCard>
      </div>
    </div>
  );
}

function revenueSentence(rows: Trend) {
  const sum = rows.reduce((all, { revenue }) => all + revenue, 0);
  const best = rows.reduce((best, row) => (row.revenue > best.revenue ? row : best), rows[0] ?? nothingSold);
  return best.revenue > 0
    ? `${moneyText(sum)} in all; the most, ${moneyText(best.revenue)}, ${placeOf(best)}.`
    : "No sales in this period.";
}

function ordersSentence(rows: Trend) {
  const sum = rows.reduce((all, { orders }) => all + orders, 0);
  const best = rows.reduce((best, row) => (row.orders > best.orders ? row : best), rows[0] ?? nothingSold);
  return best.orders > 0
    ? `${countText(sum)} in all; the most, ${countText(best.orders)}, ${placeOf(best)}.`
    : "No orders in this period.";
}

const nothingSold = { revenue: 0, orders: 0, date: "", until: "" };
const placeOf = ({ date, until }: Pick<Row, "date" | "until">) =>
  `${date === until ? "on" : "in"} ${spanText(date, until)}`;
