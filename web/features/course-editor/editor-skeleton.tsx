import { Skeleton } from "#web/ui/skeleton.tsx";

/** The shape of the course editor while its course is on the way. */
export function EditorSkeleton() {
  return (
    <div>
      <h1 className="sr-only">Loading your course</h1>
      <Skeleton className="mt-3 h-5 w-24" />
      <Skeleton className="mt-4 mb-6 h-9 w-72 max-w-full" />
      <div className="grid gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Skeleton className="h-96 rounded-2xl" />
        <Skeleton className="hidden h-[32rem] rounded-2xl lg:block" />
      </div>
    </div>
  );
}
