import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type AnalyticsFigure, listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import { momentText } from "#contract/dates.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { useZone } from "#web/ui/dates.ts";
import { CsvLink } from "./csv-link.tsx";
import { figureNote, figureTitles, rowKinds } from "./figure-titles.ts";
import { moneyText } from "./words.ts";

type FigureRowsProps = {
  /** As the address has it; one that there is not shows nothing. */
  figure: string;
  asked: Asked;
  onClose: () => void;
};

const figures = Object.keys(figureTitles) as AnalyticsFigure[];

/** What a figure is the sum of, the newest first. */
export function FigureRows({ figure: named, asked, onClose }: FigureRowsProps) {
  const figure = figures.find((known) => known === named);
  if (!figure) return null;
  const title = figureTitles[figure];
  return (
    <Dialog
      open
      size="lg"
      title={title}
      description={figureNote(figure)}
      onOpenChange={(open) => !open && onClose()}
    >
      <Rows figure={figure} asked={asked} title={title} />
    </Dialog>
  );
}

function Rows({ figure, asked, title }: { figure: AnalyticsFigure; asked: Asked; title: string }) {
  const zone = useZone();
  const pages = useInfiniteQuery({
    queryKey: [listAnalyticsRows.url, figure, asked],
    queryFn: ({ pageParam: cursor }) =>
      callApi(listAnalyticsRows, { querystring: { ...asked, figure, ...(cursor && { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (pages.isError && !pages.data)
    return (
      <div role="alert" className="grid justify-items-start gap-3 text-sm">
        {errorMessage(pages.error, "The rows could not be loaded.")}
        <Button variant="outline" onClick={() => void pages.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!pages.data) return <TableSkeleton rows={6} label={`Loading ${title.toLowerCase()}`} />;
  const rows = pages.data.pages.flatMap(({ rows }) => rows);
  if (rows.length === 0) return <p className="text-sm text-muted-foreground">Nothing in this period.</p>;
  return (
    <div className="grid gap-4">
      <div className="rounded-xl border border-border">
        <Table label={title}>
          <TableHeader>
            <TableRow>
              <TableHead>When</TableHead>
              <TableHead>What</TableHead>
              <TableHead>Order</TableHead>
              <TableHead className="text-right">Amount</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map(({ id, at, kind, title, orderId, orderNumber, cents }) => (
              <TableRow key={id}>
                <TableCell className="whitespace-nowrap">{momentText(at, zone)}</TableCell>
                <TableCell className="min-w-44 wrap-anywhere">
                  {rowKinds[kind]}: <bdi>{title}</bdi>
                </TableCell>
                <TableCell>
                  {orderId && (
                    <Link
                      to="/admin"
                      search={{ tab: "customers", order: orderId }}
                      className="underline underline-offset-4"
                    >
                      {orderNumber === null ? "Order" : `#${orderNumber}`}
                    </Link>
                  )}
                </TableCell>
                <TableCell className="text-right tabular-nums">{moneyText(cents)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <div className="flex flex-wrap gap-2">
        {pages.hasNextPage && (
          <Button
            variant="outline"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        )}
        <CsvLink table="rows" figure={figure} asked={asked} title={title} />
      </div>
    </div>
  );
}
