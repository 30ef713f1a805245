import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useMemo, type ReactNode, Suspense } from "react";
import { classNames } from "./class-names.ts";
import { Card } from "./card.tsx";
import { type ColumnChoice, isShown } from "./column-choice.ts";
import { DataTablePager } from "./data-table-pager.tsx";
import { DataTableToolbar } from "./data-table-toolbar.tsx";
import type { ListState } from "./list-state.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "./table.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { useWideScreen } from "./use-wide-screen.ts";
import { loadable } from "./loadable.tsx";

// Most lists are left as they are.
const ColumnsMenu = loadable(
  async () => (await import("./columns-menu.tsx")).ColumnsMenu,
  undefined,
  "columns-menu",
);

export type DataColumn<Row> = {
  id: string;
  header: string;
  /** Stands in the place of the header's text, where the column does not sort. */
  head?: ReactNode;
  /** What rows are sorted by; a column without one does not sort. */
  value?: (row: Row) => string | number;
  cell: (row: Row) => ReactNode;
  /** Actions stand at the right. */
  end?: boolean;
  /** Always shown: what a row is, and what can be done with it. */
  isFixed?: true;
  /** Not shown unless it is chosen. */
  isExtra?: true;
  /** Takes the room that the others leave, and cuts its text where that is too little. */
  grow?: boolean;
};

type DataTableProps<Row> = {
  /** What the rows are: "Products". */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** One row on a phone, where there is no room for columns. */
  renderCard: (row: Row) => ReactNode;
  /** The text the filter box looks in. */
  searchText?: (row: Row) => string;
  /** The server filters, sorts and pages: `rows` is one page of `rowsPerPage`, out of so many. */
  total?: number;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  /** Further filters of `rows`, beside the filter box. */
  filters?: ReactNode;
  /** Which columns are shown, where that can be chosen; not on a phone, which has none. */
  columnChoice?: ColumnChoice;
  /** Stands at the right of the filters. */
  actions?: ReactNode;
};

export const rowsPerPage = 25;

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

/** A table that sorts, filters and pages what it is given; on a phone its rows are cards. Keep `columns` stable. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, renderCard, searchText, total, list, onListChange } = props;
  const { filters, actions, columnChoice } = props;
  const wide = useWideScreen();
  const found = useMemo(
    () => (searchText ? matchingRows(rows, list.filter, searchText) : rows),
    [rows, list.filter, searchText],
  );
  const count = total ?? found.length;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const pages = Math.max(1, Math.ceil(count / rowsPerPage));
  const page = Math.min(list.page, pages);
  const sorting = total === undefined ? sortingOf(list.sort, columns) : [];
  const table = useTable({
    features,
    data: found,
    columns: definitions,
    getRowId: rowId,
    autoResetPageIndex: false,
    state: { sorting, pagination: { pageIndex: total === undefined ? page - 1 : 0, pageSize: rowsPerPage } },
  });
  const shown = table.getRowModel().rows;
  const sortBy = (sort: string) => onListChange({ sort, page: 1 });
  if (wide && columnChoice?.isKnown === false)
    return <TableSkeleton label={`Loading ${label.toLowerCase()}`} />;
  const shownColumns = columns.filter((column) => isShown(column, columnChoice?.chosen));
  return (
    <Card>
      <DataTableToolbar
        label={label}
        filter={list.filter}
        onFilterChange={(filter) => onListChange({ filter, page: 1 })}
        sort={list.sort}
        sortChoices={wide ? [] : columns.filter(({ value }) => value)}
        onSortChange={sortBy}
        filters={filters}
        actions={
          wide && columnChoice ? (
            <>
              <Suspense fallback={null}>
                <ColumnsMenu
                  columns={columns}
                  choice={columnChoice}
                  onHide={(id) => list.sort.replace(/^-/, "") === id && sortBy("")}
                />
              </Suspense>
              {actions}
            </>
          ) : (
            actions
          )
        }
      />
      <p role="status" className="sr-only">
        {list.filter && `${count} ${count === 1 ? "result" : "results"}`}
      </p>
      {shown.length === 0 ? (
        <p className="border-t border-border px-5 py-12 text-center text-sm text-muted-foreground">
          {list.filter ? `Nothing matches “${list.filter}”.` : "Nothing matches these filters."}
        </p>
      ) : wide ? (
        <div className="border-t border-border">
          <Table label={label}>
            <TableHeader>
              <TableRow>
                {shownColumns.map((column) => (
                  <SortHead key={column.id} column={column} sort={list.sort} onSort={sortBy} />
                ))}
              </TableRow>
            </TableHeader>
            <TableBody>
              {shown.map((row) => (
                <TableRow key={row.id}>
                  {shownColumns.map(({ id, cell, end, grow }) => (
                    <TableCell
                      key={id}
                      className={classNames(end && "text-right", grow && "w-full max-w-0 min-w-56")}
                    >
                      {cell(row.original)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      ) : (
        <ul aria-label={label} className="divide-y divide-border border-t border-border">
          {shown.map((row) => (
            <li key={row.id}>{renderCard(row.original)}</li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <DataTablePager
          page={page}
          pages={pages}
          total={count}
          onPageChange={(next) => onListChange({ page: next })}
        />
      )}
    </Card>
  );
}

type SortHeadProps<Row> = { column: DataColumn<Row>; sort: string; onSort: (sort: string) => void };

function SortHead<Row>({ column: { id, header, head, value, end }, sort, onSort }: SortHeadProps<Row>) {
  if (!value) return <TableHead className={end ? "text-right" : ""}>{head ?? header}</TableHead>;
  const direction = sort === id ? "ascending" : sort === `-${id}` ? "descending" : "none";
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[direction];
  return (
    <TableHead aria-sort={direction} className={end ? "text-right" : ""}>
      <button
        type="button"
        onClick={() => onSort(direction === "none" ? id : direction === "ascending" ? `-${id}` : "")}
        className={classNames(
          "-mx-2 inline-flex items-center gap-1 rounded-md px-2 py-1 hover:bg-accent hover:text-foreground [&_svg]:size-3.5",
          direction !== "none" && "text-foreground",
        )}
      >
        {header}
        <Icon aria-hidden="true" />
      </button>
    </TableHead>
  );
}

function definitionOf<Row extends RowData>({ id, value }: DataColumn<Row>): ColumnDef<typeof features, Row> {
  return value
    ? { id, accessorFn: value, sortFn: (a, b) => compare(value(a.original), value(b.original)) }
    : { id };
}

/** Numbers by size, texts as people order them: "Part 2" before "Part 10". */
function compare(a: string | number, b: string | number) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortingOf<Row>(sort: string, columns: readonly DataColumn<Row>[]) {
  const id = sort.replace(/^-/, "");
  const sorts = columns.some((column) => column.id === id && column.value);
  return sorts ? [{ id, desc: sort.startsWith("-") }] : [];
}

/** Rows that hold every word of the filter, in any order. */
export function matchingRows<Row>(
  rows: readonly Row[],
  filter: string,
  searchText: (row: Row) => string,
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = searchText(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
