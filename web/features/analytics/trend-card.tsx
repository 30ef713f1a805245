import { type ReactNode, Suspense } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import { spanText } from "./words.ts";

type Step = { date: string; until: string };

type TrendCardProps<Row extends Step> = {
  rows: readonly Row[];
  /** The last step is not over. */
  isSoFar: boolean;
  isTable: boolean;
  title: string;
  /** What the chart shows, in words. */
  sentence: string;
  columns: { header: string; value: (row: Row) => string }[];
  /** Beside the heading: the table as a file. */
  action?: ReactNode;
  children: ReactNode;
};

/** A chart with what it says in words, or its table in place of it. */
export function TrendCard<Row extends Step>({
  title,
  sentence,
  rows,
  isSoFar,
  isTable,
  columns,
  action,
  children,
}: TrendCardProps<Row>) {
  return (
    <Card className="h-full">
      <CardHeader title={title} level={3} action={action} />
      <CardBody>
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <figcaption className="text-sm text-muted-foreground">{sentence}</figcaption>
          {isTable ? (
            <div className="max-h-72 overflow-y-auto rounded-xl border border-border">
              <Table label={title}>
                <TableHeader>
                  <TableRow>
                    <TableHead>Days</TableHead>
                    {columns.map(({ header }) => (
                      <TableHead key={header} className="text-right">
                        {header}
                      </TableHead>
                    ))}
                  </TableRow>
                </TableHeader>
                <TableBody>
                  {rows.toReversed().map((row, index) => (
                    <TableRow key={row.date}>
                      <TableCell className="whitespace-nowrap">
                        {spanText(row.date, row.until)}
                        {index === 0 && isSoFar && " so far"}
                      </TableCell>
                      {columns.map(({ header, value }) => (
                        <TableCell key={header} className="text-right tabular-nums">
                          {value(row)}
                        </TableCell>
                      ))}
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </div>
          ) : (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <div aria-hidden="true">{children}</div>
            </Suspense>
          )}
        </figure>
      </CardBody>
    </Card>
  );
}
