import type { ReactNode } from "react";
import { DataTablePager } from "#web/ui/data-table-pager.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export const commissionsPerPage = 25;

type CommissionListProps<Row> = {
  label: string;
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  renderRow: (row: Row) => ReactNode;
  total: number;
  page: number;
  onPageChange: (page: number) => void;
};

/** A page of commissions, and the way to the next. */
export function CommissionList<Row>(props: CommissionListProps<Row>) {
  const { label, rows, renderRow, total, page, onPageChange } = props;
  const pages = Math.max(1, Math.ceil(total / commissionsPerPage));
  return (
    <>
      {rows ? (
        <ul aria-label={label} className="mt-4 divide-y divide-border border-t border-border">
          {rows.map(renderRow)}
        </ul>
      ) : (
        <CommissionsLoading />
      )}
      {pages > 1 && (
        <DataTablePager
          page={Math.min(page, pages)}
          pages={pages}
          total={total}
          onPageChange={onPageChange}
        />
      )}
    </>
  );
}

export function CommissionsLoading() {
  return (
    <div className="mt-4" aria-busy="true">
      <span role="status" className="sr-only">
        Loading commissions
      </span>
      {[0, 1, 2].map((row) => (
        <div
          key={row}
          className="flex items-start justify-between gap-6 border-t border-border px-5 py-3.5 sm:px-6"
        >
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  );
}
