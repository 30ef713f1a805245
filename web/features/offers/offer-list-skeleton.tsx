import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** A product's offers while they are on their way. */
export function OfferListSkeleton({ label }: { label: string }) {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="flex justify-between gap-2 p-5 sm:p-6">
        <Skeleton className="h-6 w-full max-w-60" />
        <Skeleton className="h-10 w-32 max-sm:hidden" />
      </div>
      {[0, 1].map((row) => (
        <div key={row} className="flex items-start gap-4 border-t border-border px-5 py-4 sm:px-6">
          <Skeleton className="h-10 w-16 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/3 max-w-60" />
            <Skeleton className="h-4 w-1/2 max-w-44" />
            <Skeleton className="mt-1 h-9 w-full max-w-80" />
          </div>
          <Skeleton className="h-6 w-11" />
        </div>
      ))}
    </Card>
  );
}
