import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getOperatorCounts } from "#contract/operator/operator.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { Books } from "./books.tsx";
import { Creators } from "./creators.tsx";
import { NameReviews } from "./name-reviews.tsx";
import { OperatorLog } from "./operator-log.tsx";
import { OwnerlessPayments } from "./ownerless-payments.tsx";
import { Reports } from "./reports.tsx";
import { Stuck } from "./stuck.tsx";

type Counts = Output<typeof getOperatorCounts>;

const views = [
  { value: "creators", label: "Creators", waits: () => 0 },
  { value: "payments", label: "Payments", waits: (counts: Counts) => counts.payments },
  { value: "jobs", label: "Jobs", waits: (counts: Counts) => counts.jobs },
  {
    value: "mails",
    label: "Mails and webhooks",
    waits: (counts: Counts) => counts.mails + counts.webhooks,
  },
  { value: "books", label: "Books", waits: (counts: Counts) => counts.differences },
  { value: "reports", label: "Abuse reports", waits: (counts: Counts) => counts.reports },
  { value: "names", label: "Sender names", waits: (counts: Counts) => counts.senderNames },
  { value: "log", label: "Log", waits: () => 0 },
] as const;
export type OperatorView = (typeof views)[number]["value"];

/** The view that an address names; the creators for any other. */
export const operatorViewOf = (asked: unknown): OperatorView =>
  views.find(({ value }) => value === asked)?.value ?? "creators";

type Props = { view: OperatorView; onViewChange: (view: OperatorView) => void };

/** The desk of those who run the installation: what waits for them, and what they did. */
export function OperatorPage({ view, onViewChange }: Props) {
  const { data: counts } = useQuery(apiQuery(getOperatorCounts));
  const panels: Record<OperatorView, ReactNode> = {
    creators: <Creators />,
    payments: <OwnerlessPayments />,
    jobs: <Stuck key="jobs" kinds={["JOB"]} />,
    mails: <Stuck key="mails" kinds={["MAIL", "WEBHOOK"]} />,
    books: <Books />,
    reports: <Reports />,
    names: <NameReviews />,
    log: <OperatorLog />,
  };
  return (
    <>
      <PageHeading
        title="Operator"
        description="What this installation needs from whoever runs it. Nothing here shows what buyers wrote or bought."
      />
      <Tabs
        label="Operator"
        value={view}
        onValueChange={onViewChange}
        tabs={views.map(({ value, label, waits }) => ({
          value,
          label: <TabLabel label={label} count={counts ? waits(counts) : 0} />,
        }))}
      >
        {views.map(({ value }) => (
          <TabPanel key={value} value={value}>
            {panels[value]}
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

function TabLabel({ label, count }: { label: string; count: number }) {
  if (count === 0) return label;
  return (
    <span className="inline-flex items-center gap-2">
      {label}
      <Badge tone="warning">
        {count >= 1_000 ? "1,000+" : count}
        <span className="sr-only"> waiting</span>
      </Badge>
    </span>
  );
}
