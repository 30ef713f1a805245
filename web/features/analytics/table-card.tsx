import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";

export type Column<Row> = {
  header: string;
  value: (row: Row) => ReactNode;
  /** Names stand at the left and break; numbers stand at the right. */
  isName?: boolean;
};

type TableCardProps<Row> = {
  title: string;
  /** What is counted. */
  description: string;
  /** Shown where there is no row. */
  nothing: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Beside the heading: the table as a file. */
  action?: ReactNode;
};

/** A list with what it counts. */
export function TableCard<Row>(props: TableCardProps<Row>) {
  const { title, description, nothing, rows, keyOf, columns, action } = props;
  return (
    <Card>
      <CardHeader title={title} level={3} action={rows.length > 0 && action} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-muted-foreground">{description}</p>
        {rows.length === 0 ? (
          <p className="text-sm">{nothing}</p>
        ) : (
          <div className="max-h-96 overflow-y-auto rounded-xl border border-border">
            <Table label={title}>
              <TableHeader>
                <TableRow>
                  {columns.map(({ header, isName }) => (
                    <TableHead key={header} className={isName ? undefined : "text-right"}>
                      {header}
                    </TableHead>
                  ))}
                </TableRow>
              </TableHeader>
              <TableBody>
                {rows.map((row) => (
                  <TableRow key={keyOf(row)}>
                    {columns.map(({ header, value, isName }) => (
                      <TableCell
                        key={header}
                        className={isName ? "min-w-44 wrap-anywhere" : "text-right tabular-nums"}
                      >
                        {isName ? <bdi>{value(row)}</bdi> : value(row)}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

/** A name with what kind of thing it is. */
export function Named({ name, note }: { name: string; note: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      {note && <bdi className="block text-xs text-muted-foreground">{note}</bdi>}
    </>
  );
}
