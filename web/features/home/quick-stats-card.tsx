import { Link } from "@tanstack/react-router";
import type { DashboardStats } from "#contract/orders/orders.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { headerLinkStyle } from "./header-link-style.ts";

/** What the store has earned and sold so far. */
export function QuickStatsCard({ stats }: { stats: DashboardStats }) {
  const figures = [
    { label: "Total Revenue", value: formatMoney(stats.totalRevenue) },
    { label: "Total Orders", value: count(stats.totalOrders) },
    { label: "Products", value: count(stats.products.filter(({ isOnSale }) => isOnSale).length) },
    { label: "Active Students", value: count(stats.activeStudents) },
  ];
  return (
    <Card>
      <CardHeader
        title="Quick Stats"
        action={
          <Link to="/admin" className={headerLinkStyle}>
            All figures
          </Link>
        }
      />
      <CardBody>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5">
          {figures.map(({ label, value }) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="truncate text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

const count = (number: number) => number.toLocaleString("en-US");
