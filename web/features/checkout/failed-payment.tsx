import { useSyncExternalStore } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { failedCheckout } from "./last-payment.ts";

/** Where a payment that failed on the bank's page led to: the way back to its cart. Nothing anywhere else. */
export function FailedPayment() {
  const href = useSyncExternalStore(neverChanges, failedCheckout, () => undefined);
  if (!href) return null;
  return (
    <section
      aria-labelledby="failed-payment"
      className="mx-auto my-4 flex w-[calc(100%-2.5rem)] max-w-6xl flex-wrap items-center justify-between gap-3 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground"
    >
      <h2 id="failed-payment" className="min-w-0 font-medium">
        There was an issue with your payment. Your cart is still there.
      </h2>
      <LinkButton size="sm" variant="outline" href={href}>
        Try again
      </LinkButton>
    </section>
  );
}

const neverChanges = () => () => {};
