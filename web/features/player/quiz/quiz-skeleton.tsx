import { Skeleton } from "#web/ui/skeleton.tsx";

/** The shape of a question. */
export const QuizSkeleton = () => (
  <div className="mt-4 grid gap-3">
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
  </div>
);
