import { useQuery } from "@tanstack/react-query";
import { DollarSign, GraduationCap, ShoppingBag, Star, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { getDashboardStats, type DashboardStats } from "#contract/orders/orders.ts";
import { apiQuery } from "#web/api.ts";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { growthOf, nothing } from "./growth.ts";

/** The four figures above the tabs of /admin. */
export function StatsRow() {
  const { data: stats, isError } = useQuery(apiQuery(getDashboardStats));
  return (
    <section aria-label="This month" aria-busy={!stats && !isError}>
      <Card>
        <dl className="grid grid-cols-2 lg:grid-cols-4">
          <Stat icon={DollarSign} label="Revenue This Month" loading={!stats && !isError}>
            <Figure>{stats ? formatMoney(stats.revenueThisMonthCents) : nothing}</Figure>
            {stats && <Comparison now={stats.revenueThisMonthCents} before={stats.revenuePreviousCents} />}
          </Stat>
          <Stat icon={ShoppingBag} label="Total Orders" loading={!stats && !isError}>
            <Figure>{stats ? count(stats.totalOrders) : nothing}</Figure>
            {stats && (
              <Comparison
                lead={`${count(stats.ordersThisMonth)} this month`}
                now={stats.ordersThisMonth}
                before={stats.ordersPrevious}
              />
            )}
          </Stat>
          <Stat icon={GraduationCap} label="Active Students" loading={!stats && !isError}>
            <Figure>{stats ? count(stats.activeStudents) : nothing}</Figure>
            {stats && (
              <Comparison
                lead={`${count(stats.newStudentsThisMonth)} new this month`}
                now={stats.newStudentsThisMonth}
                before={stats.newStudentsPrevious}
              />
            )}
          </Stat>
          <Stat icon={Star} label="Avg Rating" loading={!stats && !isError}>
            <Figure>{stats?.averageRating?.toFixed(1) ?? nothing}</Figure>
            {stats && <Note>{reviews(stats)}</Note>}
          </Stat>
        </dl>
      </Card>
    </section>
  );
}

type StatProps = { icon: LucideIcon; label: string; loading: boolean; children: ReactNode };

function Stat({ icon: Icon, label, loading, children }: StatProps) {
  return (
    <div className="grid content-start gap-0.5 border-border px-4 py-3 not-first:lg:border-l max-lg:nth-[n+3]:border-t max-lg:even:border-l">
      <dt className="flex items-center gap-2 text-sm text-muted-foreground">
        <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        {label}
      </dt>
      {loading ? (
        <dd className="grid gap-2 pt-1">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-3 w-32 max-w-full" />
        </dd>
      ) : (
        <dd className="grid gap-0.5">{children}</dd>
      )}
    </div>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return (
    <span className="truncate text-lg font-semibold tracking-tight tabular-nums sm:text-xl">{children}</span>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-xs text-muted-foreground">{children}</span>;
}

/** Growth in words, against as many days of the month before. */
function Comparison({ lead, now, before }: { lead?: string; now: number; before: number }) {
  const growth = growthOf(now, before);
  return (
    <Note>
      {lead && `${lead}, `}
      <span
        className={classNames(
          "font-medium",
          growth?.direction === "up" && "text-success-soft-foreground",
          growth?.direction === "down" && "text-destructive-soft-foreground",
        )}
      >
        {growth?.text ?? nothing}
      </span>{" "}
      <span className="max-sm:sr-only">vs the same days last month</span>
    </Note>
  );
}

const count = (number: number) => number.toLocaleString("en-US");

function reviews({ reviewCount }: DashboardStats) {
  if (reviewCount === 0) return "No reviews yet";
  return reviewCount === 1 ? "From 1 review" : `From ${count(reviewCount)} reviews`;
}
