import { RotateCcw } from "lucide-react";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

/** The creator's own promise, as an entry of a list; nothing where there is none. */
export function RefundPromise({ policy: { days, terms } }: { policy: RefundPolicy }) {
  if (days === 0) return null;
  return (
    <li>
      <RotateCcw aria-hidden="true" />
      {terms ?? `${days}-Day Refund`}
    </li>
  );
}
