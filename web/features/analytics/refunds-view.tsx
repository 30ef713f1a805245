import { useQuery } from "@tanstack/react-query";
import type { RefundReason } from "#contract/analytics/refunds.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type RefundFigures, refundsQuery } from "./analytics-queries.ts";
import { ChartSection } from "./chart-section.tsx";
import { CsvLink } from "./csv-link.tsx";
import { FigureCards, type Metric } from "./figure-cards.tsx";
import { type Column, Named, TableCard } from "./table-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import { ViewFailure } from "./view-failure.tsx";
import type { ViewProps } from "./view-props.ts";
import { countText, moneyText, percentText } from "./words.ts";

const RefundsChart = loadable(async () => (await import("./view-charts.tsx")).RefundsChart);

const metrics: Metric<RefundFigures>[] = [
  {
    label: "Refunds",
    definition: "What was given back in the period, line by line, whenever it had been paid.",
    value: ({ refundedCents }) => moneyText(refundedCents),
    note: ({ refunds, refundRate }) =>
      `${refunds === 1 ? "1 line" : `${countText(refunds)} lines`}; ${percentText(refundRate)} of what was paid in the period`,
    change: { of: ({ refundedCentsChange }) => refundedCentsChange, unit: "%", isLoss: true },
    figure: "refunds",
  },
  {
    label: "Dispute rate",
    definition:
      "Payments that buyers' banks disputed in the period, in percent of its orders. Inquiries do not count.",
    value: ({ disputeRate }) => percentText(disputeRate),
    note: ({ disputes, openDisputes, wonDisputes, disputedCents }) =>
      `${countText(disputes)} over ${moneyText(disputedCents)}: ${countText(openDisputes)} open, ${countText(wonDisputes)} won`,
    change: { of: ({ disputeRateChange }) => disputeRateChange, unit: " points", isLoss: true },
    figure: "disputes",
  },
  {
    label: "Lost to disputes",
    definition: "What banks took back in the period, on the day they did.",
    value: ({ lostCents }) => moneyText(lostCents),
    note: ({ lost }) => (lost === 1 ? "1 dispute" : `${countText(lost)} disputes`),
    figure: "lostDisputes",
  },
  {
    label: "Withdrawals",
    definition: "Statements in the period by which somebody withdrew from one of your orders.",
    value: ({ withdrawals }) => countText(withdrawals),
    change: { of: ({ withdrawalsChange }) => withdrawalsChange, unit: "%", isLoss: true },
    figure: "withdrawals",
  },
];

const reasons: Record<RefundReason, string> = {
  WITHDRAWAL: "The buyer withdrew from the contract",
  PROMISED: "Asked for within your refund policy",
  REQUESTED: "Asked for, and you agreed",
  BY_CREATOR: "Given back by you",
  DISPUTE: "Lost dispute",
};

/** What went back, why, and of which products. */
export function RefundsView({ asked, granularity, isTable, change, openFigure }: ViewProps) {
  const { data, error, refetch } = useQuery(refundsQuery(asked, granularity));
  if (error && !data)
    return (
      <ViewFailure title="Your refunds could not be loaded" error={error} retry={() => void refetch()} />
    );
  return (
    <>
      <FigureCards label="Figures" metrics={metrics} figures={data} onOpen={openFigure} />
      <ChartSection title="What went back" granularity={granularity} isTable={isTable} change={change}>
        {data ? (
          <Loaded figures={data} isTable={isTable} asked={asked} granularity={granularity} />
        ) : (
          <Skeleton className="h-80 w-full rounded-2xl" />
        )}
      </ChartSection>
    </>
  );
}

type LoadedProps = Pick<ViewProps, "asked" | "granularity" | "isTable"> & { figures: RefundFigures };

function Loaded({ figures, isTable, asked, granularity }: LoadedProps) {
  const { days, range, refundedCents, lostCents, products } = figures;
  return (
    <>
      <TrendCard
        rows={days}
        isSoFar={range.isSoFar}
        isTable={isTable}
        title="Refunds and lost disputes"
        sentence={
          refundedCents + lostCents === 0
            ? "Nothing went back in this period."
            : `${moneyText(refundedCents)} was refunded, and ${moneyText(lostCents)} lost to disputes.`
        }
        columns={[
          { header: "Refunds", value: (day) => moneyText(day.refundedCents) },
          { header: "Lost disputes", value: (day) => moneyText(day.lostCents) },
        ]}
        action={
          <CsvLink
            table="refunds"
            title="Refunds and lost disputes"
            asked={asked}
            granularity={granularity}
          />
        }
      >
        <RefundsChart rows={days} isSoFar={range.isSoFar} />
      </TrendCard>
      <TableCard
        title="Products that were refunded"
        description="By the product an order began with. The rate is what went back, in percent of what was paid for it in the period."
        nothing="Nothing went back in this period."
        rows={products}
        keyOf={({ id }) => id}
        columns={[
          { header: "Product", isName: true, value: ({ name }) => name },
          { header: "Lines", value: ({ refunds }) => countText(refunds) },
          { header: "Refunds", value: (row) => moneyText(row.refundedCents) },
          { header: "Lost disputes", value: (row) => moneyText(row.lostCents) },
          { header: "Paid", value: ({ paidCents }) => moneyText(paidCents) },
          { header: "Rate", value: ({ rate }) => percentText(rate) },
        ]}
        action={<CsvLink table="refunded-products" title="Products that were refunded" asked={asked} />}
      />
      <TableCard
        title="Reasons"
        description="Who asked for it, and the words that you or the bank gave."
        nothing="Nothing went back in this period."
        rows={figures.reasons}
        keyOf={({ reason, words }) => `${reason} ${words}`}
        columns={reasonColumns}
        action={<CsvLink table="refund-reasons" title="Reasons" asked={asked} />}
      />
    </>
  );
}

const reasonColumns: Column<RefundFigures["reasons"][number]>[] = [
  {
    header: "Reason",
    isName: true,
    value: ({ reason, words }) => (
      <Named name={reasons[reason]} note={reason === "DISPUTE" ? words.replaceAll("_", " ") : words} />
    ),
  },
  { header: "Lines", value: ({ refunds }) => countText(refunds) },
  { header: "Amount", value: ({ cents }) => moneyText(cents) },
];
