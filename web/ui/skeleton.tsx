import { classNames } from "./class-names.ts";

/** A quiet block in the place and shape of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classNames("animate-pulse rounded-lg bg-secondary", className)} />
  );
}
