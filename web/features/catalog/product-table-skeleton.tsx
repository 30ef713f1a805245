import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The list of products while it is on its way. */
export function ProductTableSkeleton() {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        Loading products
      </span>
      <div className="flex justify-between gap-2 p-4 sm:px-5">
        <Skeleton className="h-10 w-full max-w-72" />
        <Skeleton className="h-10 w-32 max-sm:hidden" />
      </div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 border-t border-border px-5 py-3">
          <Skeleton className="h-10 w-16 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/3 max-w-60" />
            <Skeleton className="h-3 w-1/3 max-w-32" />
          </div>
          <Skeleton className="hidden h-4 w-20 md:block" />
          <Skeleton className="hidden h-4 w-16 md:block" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </Card>
  );
}
