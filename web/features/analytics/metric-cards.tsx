import { ChevronRight } from "lucide-react";
import type { AnalyticsFigure } from "#contract/analytics/analytics.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Summary } from "./analytics-queries.ts";
import { changeWords, countText, moneyText, nothing, percentText } from "./words.ts";

type Metric = {
  label: string;
  /** What is counted, in a sentence. */
  definition: string;
  value: (summary: Summary) => string;
  note: (summary: Summary) => string;
  change: (summary: Summary) => number | null;
  unit: "%" | " points";
  figure: AnalyticsFigure;
  rows: string;
};

const orders = (number: number) => (number === 1 ? "1 order" : `${countText(number)} orders`);

const metrics: Metric[] = [
  {
    label: "Revenue",
    definition: "What was paid, less refunds and lost disputes, each on its own day.",
    value: ({ totalRevenue, currency }) => moneyText(totalRevenue, currency),
    note: ({ paidCents, refundedCents, currency }) =>
      `${moneyText(paidCents, currency)} paid, ${moneyText(refundedCents, currency)} given back`,
    change: ({ totalRevenueChange }) => totalRevenueChange,
    unit: "%",
    figure: "revenue",
    rows: "Sales and refunds",
  },
  {
    label: "Orders",
    definition: "Orders that were paid, renewals of memberships included, by the moment of payment.",
    value: ({ totalOrders }) => countText(totalOrders),
    note: ({ totalOrders, checkoutOrders }) =>
      totalOrders > checkoutOrders ? `${countText(totalOrders - checkoutOrders)} of them renewals` : "",
    change: ({ totalOrdersChange }) => totalOrdersChange,
    unit: "%",
    figure: "orders",
    rows: "Orders",
  },
  {
    label: "Average order",
    definition: "Revenue for each paid order, with what was added to it.",
    value: ({ averageOrderValue, currency }) => moneyText(averageOrderValue, currency),
    note: () => "",
    change: ({ averageOrderValueChange }) => averageOrderValueChange,
    unit: "%",
    figure: "revenue",
    rows: "Sales and refunds",
  },
  {
    label: "Bump attach rate",
    definition: "Orders from checkout that took an order bump.",
    value: ({ bumpAttachRate }) => percentText(bumpAttachRate),
    note: ({ bumpOrders, checkoutOrders }) => `${countText(bumpOrders)} of ${orders(checkoutOrders)}`,
    change: ({ bumpAttachRateChange }) => bumpAttachRateChange,
    unit: " points",
    figure: "bumps",
    rows: "Bumps that were taken",
  },
  {
    label: "Bump revenue",
    definition: "What order bumps brought, less their refunds.",
    value: ({ bumpRevenue, currency }) => moneyText(bumpRevenue, currency),
    note: () => "",
    change: ({ bumpRevenueChange }) => bumpRevenueChange,
    unit: "%",
    figure: "bumps",
    rows: "Bumps that were taken",
  },
  {
    label: "Upsell accept rate",
    definition: "Of the upsells that buyers were shown, those they took.",
    value: ({ upsellAcceptRate }) => percentText(upsellAcceptRate),
    note: ({ upsellAccepts, upsellOffers }) =>
      `${countText(upsellAccepts)} of ${countText(upsellOffers)} shown`,
    change: ({ upsellAcceptRateChange }) => upsellAcceptRateChange,
    unit: " points",
    figure: "upsells",
    rows: "Upsells that were taken",
  },
  {
    label: "Upsell revenue",
    definition: "What upsells brought, less their refunds; of the day of their order.",
    value: ({ upsellRevenue, currency }) => moneyText(upsellRevenue, currency),
    note: () => "",
    change: ({ upsellRevenueChange }) => upsellRevenueChange,
    unit: "%",
    figure: "upsells",
    rows: "Upsells that were taken",
  },
  {
    label: "Coupon usage rate",
    definition: "Orders from checkout with a coupon; one that was refunded whole gave its use back.",
    value: ({ couponUsageRate }) => percentText(couponUsageRate),
    note: ({ couponUses, totalDiscounts, currency }) =>
      `${orders(couponUses)}, ${moneyText(totalDiscounts, currency)} off`,
    change: ({ couponUsageRateChange }) => couponUsageRateChange,
    unit: " points",
    figure: "coupons",
    rows: "Discounts by coupon",
  },
];

/** The heading of a figure's rows. */
export const rowsTitle = (figure: AnalyticsFigure): string =>
  metrics.find((metric) => metric.figure === figure)?.rows ?? "Rows";

type MetricCardsProps = { summary: Summary | undefined; onOpen: (figure: AnalyticsFigure) => void };

/** What was sold, in eight figures; each says what it counts and opens what it is the sum of. */
export function MetricCards({ summary, onOpen }: MetricCardsProps) {
  return (
    <ul aria-label="Figures" aria-busy={!summary} className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {metrics.map((metric) => (
        <li key={metric.label} className="grid">
          <MetricCard metric={metric} summary={summary} onOpen={() => onOpen(metric.figure)} />
        </li>
      ))}
    </ul>
  );
}

type MetricCardProps = { metric: Metric; summary: Summary | undefined; onOpen: () => void };

function MetricCard({ metric, summary, onOpen }: MetricCardProps) {
  const change = summary && changeWords(metric.change(summary), metric.unit);
  const note = summary && metric.note(summary);
  return (
    <Card className="flex flex-col gap-1 p-4 sm:p-5">
      <h3 className="text-sm text-muted-foreground">{metric.label}</h3>
      {summary ? (
        <>
          <p className="truncate text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
            {metric.value(summary)}
          </p>
          <p className="text-xs text-muted-foreground">
            <span
              className={classNames(
                "font-medium",
                change?.direction === "up" && "text-success-soft-foreground",
                change?.direction === "down" && "text-destructive-soft-foreground",
              )}
            >
              {change?.text ?? nothing}
            </span>{" "}
            {change ? "on the time before" : "nothing to compare with"}
          </p>
          {note && <p className="text-xs text-muted-foreground">{note}</p>}
        </>
      ) : (
        <div className="grid gap-2 py-1">
          <Skeleton className="h-7 w-24" />
          <Skeleton className="h-4 w-32 max-w-full" />
        </div>
      )}
      <p className="mt-1 text-xs text-muted-foreground">{metric.definition}</p>
      <Button
        variant="ghost"
        size="sm"
        className="mt-auto -mb-2 -ml-3 w-fit text-muted-foreground"
        disabled={!summary}
        onClick={onOpen}
        aria-label={`Rows: what ${metric.label.toLowerCase()} is made of`}
      >
        Rows <ChevronRight aria-hidden="true" />
      </Button>
    </Card>
  );
}
