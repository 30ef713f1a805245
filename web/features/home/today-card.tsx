import { Link } from "@tanstack/react-router";
import { TrendingDown, TrendingUp } from "lucide-react";
import { weekdayNameText } from "#contract/dates.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { HomeNow } from "./home-queries.ts";
import { headerLinkStyle } from "./header-link-style.ts";

/** What the day has brought so far, beside the same day a week ago until this time. */
export function TodayCard({ now: { asOf, today, lastWeek } }: { now: HomeNow }) {
  const weekday = weekdayNameText(asOf, useZone());
  const change = today.revenueCents - lastWeek.revenueCents;
  const Arrow = change < 0 ? TrendingDown : TrendingUp;
  return (
    <Card>
      <CardHeader
        title="Today"
        action={
          <Link to="/admin" search={{ tab: "analytics" }} className={headerLinkStyle}>
            Analytics
          </Link>
        }
      />
      <CardBody className="grid gap-1.5 pt-2 sm:pt-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-3xl font-semibold tracking-tight tabular-nums sm:text-4xl">
            {formatMoney(today.revenueCents)}
          </span>
          <span className="text-muted-foreground">{ordersText(today.orders)}</span>
        </p>
        <p className="flex items-start gap-1.5 text-sm text-muted-foreground">
          {change !== 0 && (
            <Arrow
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${change < 0 ? "" : "text-success-soft-foreground"}`}
            />
          )}
          <span>{comparison(change, lastWeek, weekday)}</span>
        </p>
      </CardBody>
    </Card>
  );
}

const ordersText = (orders: number) =>
  orders === 1 ? "1 order" : `${orders.toLocaleString("en-US")} orders`;

function comparison(change: number, { revenueCents, orders }: HomeNow["lastWeek"], weekday: string): string {
  const then = `last ${weekday} by this time: ${formatMoney(revenueCents)}, ${ordersText(orders)}`;
  if (change === 0) return `As much as ${then}.`;
  return `${formatMoney(Math.abs(change))} ${change > 0 ? "more" : "less"} than ${then}.`;
}
