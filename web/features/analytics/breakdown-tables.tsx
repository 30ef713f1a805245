import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import type { Breakdown } from "./analytics-queries.ts";
import { countText, moneyText, percentText } from "./words.ts";

type ListName = keyof Breakdown["rest"];

const lists: {
  name: ListName;
  title: string;
  description: string;
  offered: string;
  taken: string;
  nothing: string;
}[] = [
  {
    name: "products",
    title: "Products",
    description: "By the product an order began with, what was added to it included.",
    offered: "All orders",
    taken: "Orders",
    nothing: "No orders in this period.",
  },
  {
    name: "bumps",
    title: "Top bumps",
    description: "Taken, of the paid orders at whose checkout it was on offer.",
    offered: "On offer",
    taken: "Taken",
    nothing: "No bump was on offer to a buyer in this period. Add one under Offers.",
  },
  {
    name: "upsells",
    title: "Top upsells",
    description: "Taken, of the orders that were shown it after paying.",
    offered: "Shown",
    taken: "Taken",
    nothing: "No upsell was shown in this period. Add one under Offers.",
  },
  {
    name: "coupons",
    title: "Top coupons",
    description: "Used, of all orders from checkout; revenue is that of the orders.",
    offered: "All orders",
    taken: "Used",
    nothing: "No coupon was used in this period.",
  },
];

/** What each product, bump, upsell and coupon brought, best first. */
export function BreakdownTables({ breakdown }: { breakdown: Breakdown }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 2xl:grid-cols-2">
      {lists.map((list) => (
        <BreakdownCard key={list.name} list={list} breakdown={breakdown} />
      ))}
    </div>
  );
}

function BreakdownCard({ list, breakdown }: { list: (typeof lists)[number]; breakdown: Breakdown }) {
  const rows = breakdown[list.name];
  const rest = breakdown.rest[list.name];
  return (
    <Card>
      <CardHeader title={list.title} description={list.description} level={3} />
      <CardBody>
        {rows.length === 0 ? (
          <p className="text-sm text-muted-foreground">{list.nothing}</p>
        ) : (
          <div className="max-h-96 overflow-y-auto rounded-xl border border-border">
            <Table label={list.title}>
              <TableHeader>
                <TableRow>
                  <TableHead>Name</TableHead>
                  <TableHead className="text-right">Revenue</TableHead>
                  <TableHead className="text-right">{list.taken}</TableHead>
                  <TableHead className="text-right">{list.offered}</TableHead>
                  <TableHead className="text-right">Rate</TableHead>
                  <TableHead className="text-right">Average</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {rows.map((row) => (
                  <TableRow key={row.id}>
                    <TableCell className="min-w-44 wrap-anywhere">{row.name}</TableCell>
                    <TableCell className="text-right tabular-nums">{moneyText(row.revenue)}</TableCell>
                    <TableCell className="text-right tabular-nums">{countText(row.totalAccepted)}</TableCell>
                    <TableCell className="text-right tabular-nums">{countText(row.totalOffered)}</TableCell>
                    <TableCell className="text-right tabular-nums">
                      {percentText(row.conversionRate)}
                    </TableCell>
                    <TableCell className="text-right tabular-nums">{moneyText(row.avgValue)}</TableCell>
                  </TableRow>
                ))}
                {rest && (
                  <TableRow>
                    <TableCell>{countText(rest.rows)} others</TableCell>
                    <TableCell className="text-right tabular-nums">{moneyText(rest.revenue)}</TableCell>
                    <TableCell className="text-right tabular-nums">{countText(rest.totalAccepted)}</TableCell>
                    <TableCell />
                    <TableCell />
                    <TableCell />
                  </TableRow>
                )}
              </TableBody>
            </Table>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
