import { Card, CardBody } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The home page's cards while their figures are on the way. */
export function HomeSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <span role="status" className="sr-only">
        Loading
      </span>
      <Card>
        <CardBody className="grid gap-5">
          <div className="flex justify-between">
            <div className="grid gap-2">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="h-4 w-32" />
            </div>
            <Skeleton className="h-8 w-14" />
          </div>
          <Skeleton className="h-2 w-full rounded-full" />
          {[0, 1, 2, 3, 4].map((task) => (
            <div key={task} className="flex gap-3.5 py-2">
              <Skeleton className="size-6 shrink-0 rounded-full" />
              <div className="grid grow gap-2">
                <Skeleton className="h-4 w-44" />
                <Skeleton className="h-4 w-full max-w-96" />
              </div>
            </div>
          ))}
        </CardBody>
      </Card>
      <div className="grid gap-5">
        <Card>
          <CardBody className="grid gap-5">
            <Skeleton className="h-5 w-28" />
            <div className="grid grid-cols-2 gap-5">
              {[0, 1, 2, 3].map((figure) => (
                <div key={figure} className="grid gap-2">
                  <Skeleton className="h-4 w-24" />
                  <Skeleton className="h-6 w-16" />
                </div>
              ))}
            </div>
          </CardBody>
        </Card>
        <Card>
          <CardBody className="grid gap-3">
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}
