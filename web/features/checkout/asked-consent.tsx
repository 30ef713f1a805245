import { type ComponentProps, Suspense } from "react";
import { loadable, Nothing } from "#web/ui/loadable.tsx";
import type { DeliveryConsent as Asks } from "./delivery-consent.tsx";

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
