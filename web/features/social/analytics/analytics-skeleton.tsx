import { Skeleton } from "#web/ui/skeleton.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

/** What is below the cards, while it is on its way. */
export function AnalyticsSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Skeleton className="h-36 w-full rounded-2xl" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 w-full rounded-2xl" />
        <Skeleton className="h-80 w-full rounded-2xl" />
      </div>
      <TableSkeleton label="Loading analytics" />
    </div>
  );
}
