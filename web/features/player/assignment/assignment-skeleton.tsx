import { Skeleton } from "#web/ui/skeleton.tsx";

/** The shape of a task and its form. */
export const AssignmentSkeleton = () => (
  <div className="mt-4 grid gap-3">
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-36 w-full" />
  </div>
);
