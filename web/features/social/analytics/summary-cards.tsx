import { Bot, KeyRound, type LucideIcon, MessagesSquare, Plug } from "lucide-react";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Analytics } from "./analytics-query.ts";
import { countText, rateText } from "./figure-texts.ts";

/** The four figures above everything else; `period` is that of the automation rate. */
export function SummaryCards({ analytics, period }: { analytics: Analytics | undefined; period: string }) {
  return (
    <dl aria-busy={!analytics} className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <Figure icon={Plug} label="Connected Accounts" value={analytics && countText(analytics.accounts)} />
      <Figure
        icon={KeyRound}
        label="Active Responses"
        value={analytics && countText(analytics.activeResponses)}
      />
      <Figure
        icon={MessagesSquare}
        label="Total Conversations"
        value={analytics && countText(analytics.conversations)}
      />
      <Figure
        icon={Bot}
        label="Automation Rate"
        value={analytics && rateText(analytics.automationRate)}
        note={
          analytics?.automationRate === null
            ? `No messages in the ${period.toLowerCase()}`
            : `Messages answered automatically, ${period.toLowerCase()}`
        }
      />
    </dl>
  );
}

type FigureProps = { icon: LucideIcon; label: string; value: string | undefined; note?: string };

function Figure({ icon: Icon, label, value, note }: FigureProps) {
  return (
    <Card className="grid content-start gap-1 p-4 sm:p-5">
      <dt className="flex items-center justify-between gap-2 text-sm text-muted-foreground">
        {label}
        <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
      </dt>
      <dd className="grid gap-1">
        {value === undefined ? (
          <Skeleton className="mt-1 h-7 w-16" />
        ) : (
          <span className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">{value}</span>
        )}
        {value !== undefined && note && <span className="text-xs text-muted-foreground">{note}</span>}
      </dd>
    </Card>
  );
}
