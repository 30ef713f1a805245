import { refundBadge, refundTerms } from "#contract/accounts/refund-words.ts";
import { dayText, momentText } from "#contract/dates.ts";
import { planTerms } from "#contract/plans/plan-terms.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { Creator } from "./creators.tsx";

type Props = {
  creator: Creator;
  onSuspend: () => void;
  onReinstate: () => void;
  onReset: () => void;
  onStopReset: () => void;
};

/** A creator: who they are, how much they sold, how their account stands, and what can be done about it. */
export function CreatorRow({ creator, onSuspend, onReinstate, onReset, onStopReset }: Props) {
  const {
    handle,
    name,
    email,
    plan,
    orderCount,
    soldCents,
    state,
    suspension,
    openReports,
    createdAt,
    refundPolicy,
  } = creator;
  const zone = useZone();
  const orders = orderCount === 1 ? "1 paid order" : `${orderCount.toLocaleString("en-US")} paid orders`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 text-sm">
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={`/u/${handle}`} className="font-medium underline-offset-4 hover:underline">
            @{handle}
          </a>
          {state === "SUSPENDED" && <Badge tone="destructive">Suspended</Badge>}
          {state === "DELETING" && <Badge tone="warning">To be deleted</Badge>}
          {openReports > 0 && (
            <Badge tone="warning">{openReports === 1 ? "1 report" : `${openReports} reports`}</Badge>
          )}
        </p>
        <p className="truncate text-muted-foreground">
          <bdi>{name}</bdi> · {email}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {refundBadge(refundPolicy) ?? refundTerms(refundPolicy)}
        </p>
        {creator.resetEndsAt && <p>Sign-in reset takes effect {momentText(creator.resetEndsAt, zone)}</p>}
        {suspension && (
          <p className="wrap-anywhere">
            Since {dayText(suspension.since, zone)}: {suspension.reason}
          </p>
        )}
      </div>
      <div className="grid grow basis-40 gap-0.5 sm:grow-0 sm:text-right">
        <p className="font-medium tabular-nums">{formatMoney(soldCents)}</p>
        <p className="text-muted-foreground">
          {orders}
          {plan && ` · ${plan === "STARTER" ? "Starter" : planTerms[plan].name}`}
        </p>
        <p className="text-muted-foreground">Since {dayText(createdAt, zone)}</p>
      </div>
      {creator.codesOff &&
        (creator.resetEndsAt === null ? (
          <Button variant="outline" size="sm" onClick={onReset} aria-label={`Reset sign-in of @${handle}`}>
            Reset sign-in
          </Button>
        ) : (
          <Button variant="outline" size="sm" onClick={onStopReset} aria-label={`Cancel reset of @${handle}`}>
            Cancel reset
          </Button>
        ))}
      {state === "SUSPENDED" ? (
        <Button variant="outline" size="sm" onClick={onReinstate} aria-label={`Reinstate @${handle}`}>
          Reinstate
        </Button>
      ) : (
        <Button variant="outline" size="sm" onClick={onSuspend} aria-label={`Suspend @${handle}`}>
          Suspend
        </Button>
      )}
    </div>
  );
}
