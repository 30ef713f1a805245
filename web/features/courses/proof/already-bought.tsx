import { Suspense, useEffect, useRef, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ProvePurchaseProps } from "./prove-purchase.tsx";

const ProvePurchase = loadable(async () => (await import("./prove-purchase.tsx")).ProvePurchase);

/** 'Already bought it?' and, once that is answered, the way to prove it in the same place. */
export function AlreadyBought({ className, ...purchase }: ProvePurchaseProps & { className?: string }) {
  const [isProving, setProving] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isProving) place.current?.focus();
  }, [isProving]);
  if (isProving)
    return (
      <div
        ref={place}
        tabIndex={-1}
        className={classNames("w-full max-w-sm text-left outline-none", className)}
      >
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          <ProvePurchase {...purchase} />
        </Suspense>
      </div>
    );
  return (
    <p className={classNames("text-center text-sm text-muted-foreground", className)}>
      Already bought it?{" "}
      <button
        type="button"
        onPointerEnter={ProvePurchase.preload}
        onClick={() => setProving(true)}
        className="min-h-6 font-medium text-foreground underline underline-offset-4 pointer-coarse:min-h-11"
      >
        Verify your email
      </button>
    </p>
  );
}
