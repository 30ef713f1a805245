import { Skeleton } from "#web/ui/skeleton.tsx";

/** The shape of a library with one shelf, while it loads. */
export function LibrarySkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <p role="status" className="sr-only">
        Loading your purchases
      </p>
      <div className="grid gap-3">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-5 w-56 max-w-full" />
      </div>
      <div className="grid gap-5 border-t border-border pt-8">
        <div className="flex items-center gap-3">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-6 w-40" />
        </div>
        <Skeleton className="h-36 rounded-2xl" />
        <Skeleton className="h-48 rounded-2xl" />
        <Skeleton className="h-48 rounded-2xl" />
      </div>
    </div>
  );
}
