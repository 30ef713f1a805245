import { Link } from "@tanstack/react-router";
import { dayOf, dayText, hourText } from "#contract/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { headerLinkStyle } from "./header-link-style.ts";
import type { HomeNow } from "./home-queries.ts";
import { rowLinkStyle } from "./row-link-style.ts";

type Sale = HomeNow["latest"][number];

/** What was sold last; a new one comes in by itself. */
export function LatestSalesCard({ now: { latest, asOf } }: { now: HomeNow }) {
  return (
    <Card>
      <CardHeader
        title="Latest sales"
        action={
          <Link to="/admin" search={{ tab: "customers" }} className={headerLinkStyle}>
            All orders
          </Link>
        }
      />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 p-3 sm:p-4">
        {latest.map((sale) => (
          <SaleRow key={sale.id} sale={sale} asOf={asOf} />
        ))}
      </ul>
    </Card>
  );
}

function SaleRow({ sale, asOf }: { sale: Sale; asOf: string }) {
  const zone = useZone();
  const { id, customer, currency, createdAt, items } = sale;
  // Whoever sees this card sees amounts.
  const [totalCents, refundedCents] = [sale.totalCents ?? 0, sale.refundedCents ?? 0];
  const [main] = items;
  const others = items.length - 1;
  const isToday = dayOf(new Date(createdAt), zone) === dayOf(new Date(asOf), zone);
  return (
    <li>
      <Link to="/admin" search={{ tab: "customers", order: id }} className={rowLinkStyle}>
        <span className="grid min-w-0 grow">
          <span className="truncate text-sm font-medium">
            <bdi>{main?.title}</bdi>
            {others > 0 && ` and ${others} more`}
          </span>
          <span dir="auto" className="truncate text-sm text-muted-foreground">
            {customer.name || customer.email}
          </span>
        </span>
        <span className="grid shrink-0 justify-items-end">
          <span className="text-sm font-medium tabular-nums">{formatMoney(totalCents, currency)}</span>
          {refundedCents > 0 ? (
            <Badge>{refundedCents < totalCents ? "Partly refunded" : "Refunded"}</Badge>
          ) : (
            <time dateTime={createdAt} className="text-sm text-muted-foreground">
              {isToday ? hourText(createdAt, zone) : dayText(createdAt, zone)}
            </time>
          )}
        </span>
      </Link>
    </li>
  );
}
