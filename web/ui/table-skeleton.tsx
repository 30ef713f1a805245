import { Card } from "./card.tsx";
import { Skeleton } from "./skeleton.tsx";

type TableSkeletonProps = {
  /** What is on its way, for a screen reader: "Loading coupons". */
  label: string;
  rows?: number;
  /** Rows begin with a picture. */
  pictures?: boolean;
};

/** A list in a card, with its toolbar, while it is on its way. */
export function TableSkeleton({ label, rows = 4, pictures = false }: TableSkeletonProps) {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="flex justify-between gap-2 p-4 sm:px-5">
        <Skeleton className="h-10 w-full max-w-72" />
        <Skeleton className="h-10 w-32 max-sm:hidden" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-4 border-t border-border px-5 py-3.5">
          {pictures && <Skeleton className="h-10 w-16 shrink-0" />}
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-1/2 max-w-44" />
            <Skeleton className="h-3 w-2/3 max-w-52" />
          </div>
          <Skeleton className="hidden h-4 w-24 md:block" />
          <Skeleton className="hidden h-4 w-20 md:block" />
          <Skeleton className="h-6 w-16 rounded-full" />
        </div>
      ))}
    </Card>
  );
}
