import { Skeleton } from "#web/ui/skeleton.tsx";

/** The shape of the list while it comes. */
export function ListSkeleton() {
  return (
    <div className="grid gap-5 px-4 py-5" role="status" aria-label="Loading notifications">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
