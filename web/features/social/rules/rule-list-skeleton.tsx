import { Skeleton } from "#web/ui/skeleton.tsx";

/** The rules while they are on their way. */
export function RuleListSkeleton() {
  return (
    <div aria-busy="true" className="mt-5 border-t border-border">
      <span role="status" className="sr-only">
        Loading automation rules
      </span>
      {[0, 1].map((row) => (
        <div key={row} className="grid gap-3 border-b border-border px-5 py-4 last:border-0 sm:px-6">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-6 w-10 rounded-full" />
          </div>
          <Skeleton className="h-4 w-full max-w-md" />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </div>
  );
}
