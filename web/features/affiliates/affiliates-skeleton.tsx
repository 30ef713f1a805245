import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The tab while its links are on their way. */
export function AffiliatesSkeleton() {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        Loading affiliate links
      </span>
      <div className="flex justify-between gap-2 p-4 sm:px-5">
        <Skeleton className="h-10 w-full max-w-72" />
        <Skeleton className="h-10 w-32 max-sm:hidden" />
      </div>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-6 border-t border-border px-5 py-3.5">
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="hidden h-4 w-24 md:block" />
          <Skeleton className="hidden h-4 w-16 md:block" />
          <Skeleton className="h-6 w-11 rounded-full" />
        </div>
      ))}
    </Card>
  );
}
