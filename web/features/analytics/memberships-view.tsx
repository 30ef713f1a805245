import { useQuery } from "@tanstack/react-query";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type MembershipFigures, membershipsQuery } from "./analytics-queries.ts";
import { ChartSection } from "./chart-section.tsx";
import { CohortTable } from "./cohort-table.tsx";
import { CsvLink } from "./csv-link.tsx";
import { FigureCards, type Metric } from "./figure-cards.tsx";
import { NothingYet } from "./nothing-yet.tsx";
import { TrendCard } from "./trend-card.tsx";
import { ViewFailure } from "./view-failure.tsx";
import type { ViewProps } from "./view-props.ts";
import { countText, moneyText, percentText } from "./words.ts";

const RecurringChart = loadable(async () => (await import("./trend-charts.tsx")).RecurringChart);
const MovementsChart = loadable(async () => (await import("./view-charts.tsx")).MovementsChart);

const membersText = (number: number) => (number === 1 ? "1 member" : `${countText(number)} members`);

const metrics: Metric<MembershipFigures>[] = [
  {
    label: "MRR",
    definition:
      "What members pay a month at the end of the period: a yearly price counts with a twelfth, trials and pauses with nothing.",
    value: ({ endCents }) => moneyText(endCents),
    note: ({ atRisk }) =>
      atRisk && atRisk.members > 0
        ? `${moneyText(atRisk.cents)} at risk: ${membersText(atRisk.members)} whose payment failed`
        : "",
    change: { of: ({ mrrChange }) => mrrChange, unit: "%", on: "since the start of the period" },
    figure: "members",
  },
  {
    label: "Active members",
    definition: "Memberships that are paid for at the end of the period, those in grace included.",
    value: ({ endMembers }) => countText(endMembers),
    note: ({ startMembers }) => `${countText(startMembers)} at the start`,
    figure: "members",
  },
  {
    label: "Churn rate",
    definition: "Memberships that ended or were paused, in percent of the members at the start.",
    value: ({ churnRate }) => percentText(churnRate),
    note: ({ leftMembers, pausedMembers }) =>
      `${countText(leftMembers)} left${pausedMembers > 0 ? `, ${countText(pausedMembers)} of them paused` : ""}`,
    change: { of: ({ churnRateChange }) => churnRateChange, unit: " points", isLoss: true },
    figure: "mrrChurn",
  },
  {
    label: "Trials",
    definition: "Free trials that run at the end of the period.",
    value: ({ trials }) => countText(trials),
    note: ({ startedTrials, convertedTrials, lostTrials }) =>
      `${countText(startedTrials)} begun, ${countText(convertedTrials)} paid after it, ${countText(lostTrials)} did not`,
    figure: "trials",
  },
];

const movements: Metric<MembershipFigures>[] = [
  {
    label: "New",
    definition: "From the first payment of those who were never members of it.",
    value: ({ newCents }) => moneyText(newCents),
    note: ({ newMembers }) => membersText(newMembers),
    figure: "mrrNew",
  },
  {
    label: "Came back",
    definition: "From those who had left or paused, and pay again.",
    value: ({ reactivationCents }) => moneyText(reactivationCents),
    note: ({ returnedMembers }) => membersText(returnedMembers),
    figure: "mrrReactivation",
  },
  {
    label: "Expansion",
    definition: "What members pay more than before: another price, or the month in place of the year.",
    value: ({ expansionCents }) => moneyText(expansionCents),
    figure: "mrrExpansion",
  },
  {
    label: "Contraction",
    definition: "What members pay less than before.",
    value: ({ contractionCents }) => moneyText(contractionCents),
    figure: "mrrContraction",
  },
  {
    label: "Lost",
    definition: "Where access ended or rests: on the day it did, not on which it was cancelled.",
    value: ({ churnCents }) => moneyText(churnCents),
    note: ({ pausedCents }) => (pausedCents < 0 ? `${moneyText(pausedCents)} of it paused` : ""),
    figure: "mrrChurn",
  },
];

/** Recurring revenue and what moved it, members, trials, and who stayed. */
export function MembershipsView({ asked, granularity, isTable, change, openFigure }: ViewProps) {
  const { data, error, refetch } = useQuery(membershipsQuery(asked, granularity));
  if (error && !data)
    return (
      <ViewFailure title="Your memberships could not be loaded" error={error} retry={() => void refetch()} />
    );
  const isEmpty = data && data.cohorts.length === 0 && data.endMembers === 0 && data.startedTrials === 0;
  return (
    <>
      {isEmpty && (
        <NothingYet
          text={
            asked.productId
              ? "Nobody was a member of this product in this period."
              : "Nobody was a member in this period. A membership brings money every month."
          }
        />
      )}
      <FigureCards label="Figures" metrics={metrics} figures={data} onOpen={openFigure} />
      <ChartSection title="What moved MRR" granularity={granularity} isTable={isTable} change={change}>
        {data && <p className="text-sm">{closingText(data)}</p>}
        <FigureCards label="Movements" metrics={movements} figures={data} onOpen={openFigure} />
        {data ? (
          <Charts figures={data} isTable={isTable} asked={asked} granularity={granularity} />
        ) : (
          <Skeleton className="h-80 w-full rounded-2xl" />
        )}
      </ChartSection>
      {data && <CohortTable cohorts={data.cohorts} asked={asked} />}
    </>
  );
}

/** The sum that closes, in words. */
const closingText = (figures: MembershipFigures) =>
  `${moneyText(figures.startCents)} at the start, ${moneyText(figures.newCents)} new, ${moneyText(figures.reactivationCents)} came back, ${moneyText(figures.expansionCents)} expansion, ${moneyText(figures.contractionCents)} contraction, ${moneyText(figures.churnCents)} lost: ${moneyText(figures.endCents)} at the end.`;

type ChartsProps = Pick<ViewProps, "asked" | "granularity" | "isTable"> & { figures: MembershipFigures };

function Charts({ figures, isTable, asked, granularity }: ChartsProps) {
  const { days, range, startCents, endCents, startMembers, endMembers } = figures;
  const common = { rows: days, isSoFar: range.isSoFar, isTable };
  const title = "Memberships step by step";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <TrendCard
        {...common}
        title="MRR"
        sentence={`From ${moneyText(startCents)} with ${membersText(startMembers)} to ${moneyText(endCents)} with ${membersText(endMembers)}; each bar as it stood at its end.`}
        columns={[
          { header: "MRR", value: ({ mrrCents }) => moneyText(mrrCents) },
          { header: "Members", value: ({ members }) => countText(members) },
          { header: "Trials", value: ({ trials }) => countText(trials) },
        ]}
        action={<CsvLink table="memberships" title={title} asked={asked} granularity={granularity} />}
      >
        <RecurringChart rows={days} isSoFar={range.isSoFar} />
      </TrendCard>
      <TrendCard
        {...common}
        title="Movements"
        sentence="What came above the line, what went below it. With the start, they add up to the end."
        columns={[
          { header: "New", value: ({ newCents }) => moneyText(newCents) },
          { header: "Came back", value: ({ reactivationCents }) => moneyText(reactivationCents) },
          { header: "Expansion", value: ({ expansionCents }) => moneyText(expansionCents) },
          { header: "Contraction", value: ({ contractionCents }) => moneyText(contractionCents) },
          { header: "Lost", value: ({ churnCents }) => moneyText(churnCents) },
        ]}
      >
        <MovementsChart rows={days} isSoFar={range.isSoFar} />
      </TrendCard>
    </div>
  );
}
