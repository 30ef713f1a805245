import { loadable, Nothing } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Product } from "./cart.ts";
import type { DeliveryConsent as Asks } from "./delivery-consent.tsx";
import { SessionTime } from "./payment-parts.ts";
import { type ComponentProps, Suspense } from "react";

const DeliveryConsent = loadable(
  async () => (await import("./delivery-consent.tsx")).DeliveryConsent,
  Nothing,
);

/** Most buyers are asked nothing: what asks is loaded on its own. */
export function AskedConsent(props: ComponentProps<typeof Asks>) {
  return (
    <Suspense>
      <DeliveryConsent {...props} />
    </Suspense>
  );
}

type TimeProps = { product: Product; refused: string | undefined; disabled: boolean };

/** When it is to be, of a session whose times are offered here. */
export function AskedTime(props: TimeProps) {
  if (props.product.sessionMinutes === null) return null;
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <SessionTime {...props} />
    </Suspense>
  );
}
