import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { type Setup, setupQuery } from "#web/features/social/social-queries.ts";
import { PlansLink } from "#web/layout/plans-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { shopNow } from "#web/shop-now.ts";

/** How many automatic replies of the month are used; a warning from 80 % on, which names the plan that has no limit. */
export function PlanLine() {
  const { data, isError, refetch } = useQuery({ ...setupQuery, refetchOnMount: "always" });
  if (!data && isError)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
        How much of your plan is used could not be loaded.
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="h-5 w-56" />;
  const { usedThisMonth, limit } = data.replies;
  if (limit === null)
    return (
      <p className="py-2 text-sm text-muted-foreground tabular-nums">
        {count(usedThisMonth)} automatic {usedThisMonth === 1 ? "reply" : "replies"} this month. Your plan has
        no limit.
      </p>
    );
  if (usedThisMonth < limit * 0.8)
    return (
      <div className="grid w-full max-w-72 gap-1.5">
        <p className="text-sm text-muted-foreground tabular-nums">
          {count(usedThisMonth)} of {count(limit)} automatic replies used this month
        </p>
        <Progress value={usedThisMonth} max={limit} label="Automatic replies used" className="h-1.5" />
      </div>
    );
  return <LimitNotice usedThisMonth={usedThisMonth} limit={limit} />;
}

function LimitNotice({ usedThisMonth, limit }: { usedThisMonth: number; limit: number }) {
  const reached = usedThisMonth >= limit;
  const zone = useZone();
  return (
    <div className="order-last w-full">
      <Notice
        tone={reached ? "destructive" : "warning"}
        icon={TriangleAlert}
        title={
          reached
            ? `All ${count(limit)} automatic replies of this month are used`
            : `${count(usedThisMonth)} of ${count(limit)} automatic replies used this month`
        }
        actions={<PlansLink here="/social" size="sm" />}
      >
        <p>
          {reached
            ? `Messages keep arriving and you can answer them by hand; automatic replies go on ${nextMonth(zone)}.`
            : `The Starter plan has ${count(limit)} a month. After that, messages arrive but are not answered automatically until ${nextMonth(zone)}.`}{" "}
          The Pro plan has no limit.
        </p>
      </Notice>
    </div>
  );
}

type Replies = Setup["replies"];
const count = (number: Replies["usedThisMonth"]) => number.toLocaleString("en-US");

/** "December 1, 2026", when replies are counted anew: all creators' on one moment, so for some on the evening before. */
function nextMonth(zone: string) {
  const now = shopNow();
  return longDayText(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)), zone);
}
