import { type ReactNode, Suspense } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import type { Analytics } from "./analytics-query.ts";
import { countText, fullDayText } from "./figure-texts.ts";

// The library that draws weighs more than the rest of the page.
const RevenueChart = loadable(async () => (await import("./day-charts.tsx")).RevenueChart);
const MessagesChart = loadable(async () => (await import("./day-charts.tsx")).MessagesChart);

type Day = Analytics["days"][number];
type Column = { header: string; value: (day: Day) => string };

const revenueColumns: Column[] = [
  { header: "Orders", value: ({ orders }) => countText(orders) },
  { header: "Net revenue", value: ({ netRevenueCents }) => formatMoney(netRevenueCents) },
];
const messageColumns: Column[] = [
  { header: "Received", value: ({ received }) => countText(received) },
  { header: "Replies sent", value: ({ sent }) => countText(sent) },
  { header: "Links clicked", value: ({ clicks }) => countText(clicks) },
];

/** The period day by day, as two charts; each has the same figures as a table. */
export function ChartCards({ days }: { days: Analytics["days"] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <ChartCard title="Net revenue by day" days={days} columns={revenueColumns}>
        <RevenueChart days={days} />
      </ChartCard>
      <ChartCard title="Messages by day" days={days} columns={messageColumns}>
        <MessagesChart days={days} />
      </ChartCard>
    </div>
  );
}

type ChartCardProps = { title: string; days: Day[]; columns: Column[]; children: ReactNode };

function ChartCard({ title, days, columns, children }: ChartCardProps) {
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody className="grid gap-3">
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>{children}</Suspense>
        <details className="group text-sm">
          <summary className="w-fit cursor-pointer rounded-sm text-muted-foreground underline-offset-4 hover:underline pointer-coarse:py-2">
            Show as a table
          </summary>
          <div className="relative mt-3 max-h-72 overflow-y-auto rounded-xl border border-border">
            <Table label={title}>
              <TableHeader>
                <TableRow>
                  <TableHead>Day</TableHead>
                  {columns.map(({ header }) => (
                    <TableHead key={header}>{header}</TableHead>
                  ))}
                </TableRow>
              </TableHeader>
              <TableBody>
                {days.toReversed().map((day) => (
                  <TableRow key={day.day}>
                    <TableCell className="whitespace-nowrap">{fullDayText(day.day)}</TableCell>
                    {columns.map(({ header, value }) => (
                      <TableCell key={header} className="tabular-nums">
                        {value(day)}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        </details>
      </CardBody>
    </Card>
  );
}
