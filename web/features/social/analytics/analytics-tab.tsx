import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, CloudOff, Download } from "lucide-react";
import { exportSocialAnalytics } from "#contract/social/social-analytics.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { type Analytics, analyticsQuery, type Earnings } from "./analytics-query.ts";
import { ChartCards } from "./chart-cards.tsx";
import { EarningsTable } from "./earnings-table.tsx";
import { countText } from "./figure-texts.ts";
import { OutcomesCard } from "./outcomes-card.tsx";
import { SetupChecklist } from "./setup-checklist.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { periods, useAnalyticsAddress } from "./use-analytics-address.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

/** The Analytics tab: what messages did and earned in a period, and what is left to set up. */
export function AnalyticsTab() {
  const { period, by, setDays, setGroup } = useAnalyticsAddress();
  const { data, isError, refetch } = useQuery(analyticsQuery(period.days));
  if (!data && isError)
    return (
      <Card>
        <EmptyState
          icon={CloudOff}
          title="Your analytics could not be loaded"
          level={2}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      </Card>
    );
  const somethingHappened = data !== undefined && Object.values(data.totals).some((figure) => figure > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SummaryCards analytics={data} period={period.label} />
      {/* Once messages come in, what they bring is of more interest than how they came to. */}
      {data && !somethingHappened && <SetupChecklist analytics={data} />}
      {data && (
        <Card>
          <CardHeader
            title="From message to money"
            description="Days are those of UTC. Net revenue is what orders brought, less refunds."
            action={
              <div className="flex grow flex-wrap gap-2 sm:grow-0">
                <NativeSelect
                  aria-label="Period"
                  value={period.days}
                  onChange={(event) => setDays(event.currentTarget.value)}
                  className="grow sm:w-40"
                >
                  {periods
                    .toSorted((a, b) => a.days - b.days)
                    .map(({ days, label }) => (
                      <option key={days} value={days}>
                        {label}
                      </option>
                    ))}
                </NativeSelect>
                <LinkButton
                  href={`${exportSocialAnalytics.url}?days=${period.days}`}
                  download
                  variant="outline"
                >
                  <Download aria-hidden="true" /> Export CSV
                </LinkButton>
              </div>
            }
          />
          {somethingHappened ? (
            <CardBody>
              <TotalsRow totals={data.totals} />
            </CardBody>
          ) : (
            <NothingYet analytics={data} period={period.label} />
          )}
        </Card>
      )}
      {data && somethingHappened && (
        <>
          <ChartCards days={data.days} />
          <EarningsTable analytics={data} by={by} onGroupChange={setGroup} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
            {data.outcomes.length > 0 && <OutcomesCard outcomes={data.outcomes} />}
            <SetupChecklist analytics={data} />
          </div>
        </>
      )}
      {!data && <AnalyticsSkeleton />}
    </div>
  );
}

/** The next thing to do for messages to come in. */
function NothingYet({ analytics, period }: { analytics: Analytics; period: string }) {
  const next =
    analytics.accounts === 0
      ? { tab: "accounts", label: "Connect an account" }
      : analytics.responses === 0
        ? { tab: "responses", label: "Add a response" }
        : { tab: "accounts", label: "Send as a fan" };
  return (
    <EmptyState
      icon={ChartColumn}
      title={`Nothing came in during the ${period.toLowerCase()}`}
      action={
        <Link to="/social" search={{ tab: next.tab }} className={buttonStyle()}>
          {next.label}
        </Link>
      }
    >
      Messages, the replies to them, clicks and orders are counted here, for every keyword, rule and post.
    </EmptyState>
  );
}

/** What is below the cards, while it is on its way. */
function AnalyticsSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-36 w-full rounded-2xl" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 w-full rounded-2xl" />
        <Skeleton className="h-80 w-full rounded-2xl" />
      </div>
      <TableSkeleton label="Loading analytics" />
    </div>
  );
}

/** The way from a message to money, in five figures of one period. */
function TotalsRow({ totals }: { totals: Earnings }) {
  const steps = [
    { label: "Received", value: countText(totals.received) },
    { label: "Replies sent", value: countText(totals.sent) },
    { label: "Links clicked", value: countText(totals.clicks) },
    { label: "Orders", value: countText(totals.orders) },
    { label: "Net revenue", value: formatMoney(totals.netRevenueCents) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
      {steps.map(({ label, value }) => (
        <div key={label} className="grid gap-0.5 last:max-sm:col-span-2">
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
