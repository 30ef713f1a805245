import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

type PagedListProps<Page extends { nextCursor: string | null }, Row extends { id: string }> = {
  /** What is listed: "creators". */
  name: string;
  icon: LucideIcon;
  /** The call's address first, so that a change has it read again. */
  queryKey: readonly unknown[];
  read: (cursor: string | undefined) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  renderRow: (row: Row) => ReactNode;
  /** In place of an empty list: the title, and what it means. */
  empty: { title: string; text: string; action?: ReactNode };
  /** What stands above the rows once they are there, from the first page. */
  renderHead?: (page: Page) => ReactNode;
};

/** A list that is read a page at a time, each after the one before. */
export function PagedList<Page extends { nextCursor: string | null }, Row extends { id: string }>({
  name,
  icon,
  queryKey,
  read,
  rowsOf,
  renderRow,
  empty,
  renderHead,
}: PagedListProps<Page, Row>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam || undefined),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  if (pages.isError && !pages.data)
    return (
      <LoadFailure
        icon={icon}
        title={`The ${name} could not be loaded`}
        level={2}
        error={pages.error}
        retry={() => void pages.refetch()}
      />
    );
  const [first] = pages.data?.pages ?? [];
  if (!pages.data || !first) return <TableSkeleton rows={5} label={`Loading ${name}`} />;
  const rows = pages.data.pages.flatMap((page) => [...rowsOf(page)]);
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {renderHead?.(first)}
      <Card>
        {rows.length === 0 ? (
          <EmptyState icon={icon} title={empty.title} level={2} action={empty.action}>
            {empty.text}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-border">
            {rows.map((one) => (
              <li key={one.id} className="px-4 py-3.5 sm:px-5">
                {renderRow(one)}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <ShowMore name={name} pages={pages} />
    </section>
  );
}
