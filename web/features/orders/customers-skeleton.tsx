import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** A list of this tab while it is on its way. */
export function CustomersSkeleton({ label }: { label: string }) {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="flex flex-wrap gap-2 p-4 sm:px-5">
        <Skeleton className="h-10 w-full max-w-72" />
        <Skeleton className="h-10 w-36 max-sm:hidden" />
        <Skeleton className="h-10 w-36 max-sm:hidden" />
      </div>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center gap-6 border-t border-border px-5 py-3">
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-1/2 max-w-40" />
            <Skeleton className="h-3 w-2/3 max-w-52" />
          </div>
          <Skeleton className="hidden h-4 w-40 md:block" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-5 w-16 rounded-full" />
        </div>
      ))}
    </Card>
  );
}
